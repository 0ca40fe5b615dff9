import { useQuery } from '#client/frame/calls/use-query.tsx'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { Page as PageFrame, PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { SiteFooter } from '../../shell/site-footer.tsx'
import { type CallResult, type Failure, type WireProblem, explain } from '#client/frame/calls/call-result.ts'
import { Button } from '#client/kit/button/button.tsx'
import { Card } from '#client/kit/card/card.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import { waitText } from '../../ticket/mail-again.tsx'
import { orderLinksPath } from '#contract/account-paths.ts'
import type { OrderLinksForm } from '#contract/order-links.ts'
import { server } from '#client/frame/calls/server.ts'
import css from './find-orders.module.css'

/** For those who have lost the mail of an order and have no account: the links of all their orders, by mail. */
export function Page() {
  const t = useT()
  const { data: info } = useQuery(infoQuery())
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  useHouseTitle(t('foyer.find-orders.title'))
  const sent = (address: string) => {
    setEmail(address)
    setIsSent(true)
  }
  return (
    <>
      <PageFrame narrow>
        <div className={css.page}>
          <PageTitle quiet>{t('foyer.find-orders.title')}</PageTitle>
          {isSent ? (
            <LinksSent email={email} onAgain={() => setIsSent(false)} />
          ) : (
            <AddressForm isAgain={email !== ''} onSent={sent} />
          )}
        </div>
      </PageFrame>
      <SiteFooter termsUrl={info?.globalTermsUrl} privacyUrl={info?.globalPrivacyPolicyUrl} />
    </>
  )
}

type AddressFormProps = {
  /** It has been sent once, so that the field takes the focus. */
  readonly isAgain: boolean
  readonly onSent: (email: string) => void
}

/** Asks for the address. What is wrong with it is at the field, which has the focus then. */
export function AddressForm({ isAgain, onSent }: AddressFormProps) {
  const { t } = useLanguage()
  const [email, setEmail] = useState('')
  const { problem, isSending, send, clear } = useSending(onSent)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem || isAgain) form.current?.querySelector('input')?.focus()
  }, [problem, isAgain])
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault()
    void send(email.trim())
  }
  return (
    <Card>
      <form className={css.form} noValidate onSubmit={submit} ref={form}>
        <p>{t('foyer.find-orders.text')}</p>
        <TextField
          id="find-orders-email"
          name="email"
          type="email"
          label={t('common.email')}
          error={problem && t(problem.code, ...problem.args)}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            clear()
          }}
          autoComplete="email"
          inputMode="email"
          required
          maxLength={MAX_NAME_LENGTH}
        />
        <Button type="submit" wide busy={isSending}>
          {t('foyer.find-orders.submit')}
        </Button>
      </form>
    </Card>
  )
}

function useSending(onSent: (email: string) => void) {
  const { language } = useLanguage()
  const [problem, setProblem] = useState<WireProblem>()
  const [isSending, setIsSending] = useState(false)
  const isUnderWay = useRef(false)
  const send = async (email: string) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    const answer = await askForOrderLinks({ email, lang: language })
    isUnderWay.current = false
    setIsSending(false)
    if (answer.kind === 'done') return onSent(email)
    setProblem(problemOf(answer))
  }
  return { problem, isSending, send, clear: () => setProblem(undefined) }
}

/** A new one each time, so that the field gets the focus again. */
function problemOf(failure: Failure): WireProblem | undefined {
  if (failure.kind === 'too-many') {
    const [code, count] = waitText(failure.retryAfterSeconds)
    return { field: 'email', code, args: [count] }
  }
  const [first] = explain(failure)
  return first && { ...first }
}

/** What to do now; takes the focus, for the button that had it is gone. */
export function LinksSent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <Card>
      <div ref={box} tabIndex={-1} role="status" className={css.sent}>
        <h2>{t('foyer.find-orders.sent.title')}</h2>
        <p className={css.address}>{t('foyer.find-orders.sent.text', email)}</p>
        <p className="soft">{t('foyer.find-orders.sent.none')}</p>
        <Button tone="quiet" onClick={onAgain}>
          {t('foyer.find-orders.again')}
        </Button>
      </div>
    </Card>
  )
}

/** Has the links of all orders of an address sent to it; the answer does not show whether there are any. */
export function askForOrderLinks(form: OrderLinksForm): Promise<CallResult<boolean>> {
  return server().callWrapped('POST', orderLinksPath, { body: form })
}
