import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { deviceStorage, tabStorage } from '#client/frame/storage/browser-storage.ts'
import { Button, ButtonRow, TextButton } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import { saleNoticePath, saleNoticesPath } from '#contract/waiting-list-paths.ts'
import { lastPerson } from '../../shell/last-buyer.ts'
import { SALE_NOTICE_ID } from './selection.ts'
import css from './waiting-list/waiting-list.module.css'

export type SaleNoticeProps = { readonly shortName: string }

/** Takes an address before the sale, for one mail when it begins. */
export function Part({ shortName }: SaleNoticeProps) {
  const { t } = useLanguage()
  const notice = useNotice(shortName)
  const { kept } = notice
  return (
    <Section id={SALE_NOTICE_ID} title={t('foyer.sale-notice.title')}>
      <Card>{kept ? <Kept {...notice} email={kept.email} /> : <NoticeForm {...notice} />}</Card>
    </Section>
  )
}

/** What this device has left at an event. Where the address had a notice before, this device can't cancel it. */
type KeptNotice = { readonly email: string; readonly key: string | null }

function useNotice(shortName: string) {
  const { language } = useLanguage()
  const storageKey = `foyer.sale-notice.${shortName}`
  const [kept, setKept] = useState<KeptNotice | null>(null)
  // After hydration only: the server can't know it.
  useEffect(() => setKept(readKept(deviceStorage.read(storageKey))), [storageKey])
  const leave = async (email: string): Promise<readonly WireProblem[]> => {
    const body = { email, userLanguage: language }
    const answer = await server().callWrapped('POST', saleNoticesPath, { params: { shortName }, body })
    if (answer.kind !== 'done') return explain(answer)
    if (!answer.value?.isKept) return [{ field: '', code: 'foyer.sale-notice.begun', args: [] }]
    const made = { email, key: answer.value.key }
    if (made.key !== null) deviceStorage.write(storageKey, made)
    setKept(made)
    return []
  }
  const cancel = async (key: string): Promise<boolean> => {
    const answer = await server().call('DELETE', saleNoticePath, { params: { key } })
    if (answer.kind !== 'done') return false
    deviceStorage.remove(storageKey)
    setKept(null)
    return true
  }
  return { kept, leave, cancel }
}

type UsedNotice = ReturnType<typeof useNotice>

function readKept(found: unknown): KeptNotice | null {
  const [email, key] = [Reflect.get(Object(found), 'email'), Reflect.get(Object(found), 'key')]
  return typeof email === 'string' && typeof key === 'string' ? { email, key } : null
}

function NoticeForm({ leave }: UsedNotice) {
  const { t } = useLanguage()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<readonly WireProblem[]>([])
  const [isSending, setIsSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // After hydration only: the server can't know it.
  useEffect(() => setEmail(typed => typed || lastPerson(tabStorage).email), [])
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (isSending) return
    setIsSending(true)
    const found = await leave(email.trim())
    setIsSending(false)
    setProblems(found)
    if (found.length > 0) field.current?.focus()
  }
  const [problem] = problems
  return (
    <form onSubmit={event => void submit(event)} noValidate className={css.form}>
      <p>{t('foyer.sale-notice.text')}</p>
      <TextField
        id="sale-notice-email"
        name="email"
        ref={field}
        label={t('common.email')}
        type="email"
        error={problem && t(problem.code, ...problem.args)}
        value={email}
        onChange={event => setEmail(event.target.value)}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_NAME_LENGTH}
        required
      />
      <ButtonRow>
        <Button type="submit" busy={isSending}>
          {t('foyer.sale-notice.action')}
        </Button>
      </ButtonRow>
    </form>
  )
}

/** Takes the focus, for the button that had it is gone. */
function Kept({ email, kept, cancel }: UsedNotice & { readonly email: string }) {
  const { t } = useLanguage()
  const toast = useToast()
  const box = useRef<HTMLDivElement>(null)
  const key = kept?.key ?? null
  useEffect(() => {
    // Not on arrival: the visitor has pressed nothing yet.
    if (document.activeElement !== document.body) box.current?.focus()
  }, [])
  const cancelAndSay = async (of: string) => {
    const isDone = await cancel(of)
    toast(t(isDone ? 'foyer.sale-notice.cancelled' : 'error.generic'), isDone ? 'good' : 'bad')
  }
  return (
    <div className={css.onList}>
      <div ref={box} tabIndex={-1} role="status" className={css.joined}>
        <Notice tone="good">{t('foyer.sale-notice.kept', email)}</Notice>
      </div>
      {key === null ? null : (
        <TextButton onClick={() => void cancelAndSay(key)}>{t('foyer.sale-notice.cancel')}</TextButton>
      )}
    </div>
  )
}
