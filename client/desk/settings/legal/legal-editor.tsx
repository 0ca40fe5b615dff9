import { useEffect, useRef, useState } from 'react'
import type { DeskLegalText } from '#contract/desk-legal.ts'
import { deskLegalTextPath, deskLegalTextPublicationPath, deskLegalTextsPath } from '#contract/paths.ts'
import type { LegalKind } from '#domain/catalog/legal-text/legal-text.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { MarkdownField } from '../../editor/fields/markdown-field.tsx'
import { TextLanguage } from '../../editor/text-language.tsx'
import { Ask } from '../../parts/ask.tsx'
import { Acts, Stack } from '../../parts/work.tsx'
import { LEGAL_KEY } from './queries.ts'
import type { Base, TypedText, typedTextOf } from './typed-text.ts'

export type LegalEditorProps = {
  readonly kind: LegalKind
  /** Null: of the shop. */
  readonly organizationId: number | null
  /** With what it begins: what is saved, or was typed before a reload. */
  readonly begun: TypedText
  /** Keeps what is typed and not saved. */
  readonly kept: ReturnType<typeof typedTextOf>
  readonly onDone: () => void
}

/** The next version of a text, in each language of the shop: saved as a draft, then published. */
export function LegalEditor(props: LegalEditorProps) {
  const { kind } = props
  const t = useT()
  const { language: own, offered } = useLanguage()
  const [language, setLanguage] = useState<string>(own)
  const [isAsking, setAsking] = useState(false)
  const writing = useWriting(props, setLanguage)
  const { texts, type, base, problems, isSending } = writing
  const problemOf = useProblemOf(problems)
  const field = `legal-${kind}`
  const missing = offered
    .filter(({ locale }) => (texts[locale] ?? '').trim() === '')
    .map(({ locale }) => ({ language: locale, members: ['texts'] }))
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={writing.save} idOf={() => field}>
      <Stack>
        <TextLanguage language={language} onChange={setLanguage} missing={missing} />
        <MarkdownField
          id={field}
          label={t(`foyer.legal.${kind}`)}
          hint={t('foyer.desk.legal.hint')}
          error={problemOf(`texts.${language}`) ?? problemOf('texts')}
          value={texts[language] ?? ''}
          placeholder=""
          lang={language}
          onChange={text => type({ ...texts, [language]: text })}
        />
        {writing.conflict && <Meanwhile conflict={writing.conflict} onTheirs={writing.theirs} onMine={writing.mine} />}
        <Acts>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.legal.save')}
          </Button>
          <Button busy={isSending} onClick={() => setAsking(true)}>
            {t('foyer.desk.legal.publish')}
          </Button>
          {base && <Delete id={base.id} onDone={writing.leave} />}
          <Button tone="quiet" onClick={writing.leave}>
            {t('foyer.desk.leave-it')}
          </Button>
        </Acts>
      </Stack>
      <Ask
        isOpen={isAsking}
        title={t('foyer.desk.legal.publish.title')}
        act={t('foyer.desk.legal.publish')}
        isSending={isSending}
        onAct={async () => {
          await writing.publish()
          setAsking(false)
        }}
        onLeave={isSending ? undefined : () => setAsking(false)}
      >
        <p>{t('foyer.desk.legal.publish.text')}</p>
      </Ask>
    </Form>
  )
}

export const baseOf = ({ id, seen, publishedAt }: DeskLegalText): Base | null =>
  publishedAt === null ? { id, seen } : null

/** What is typed, the draft it was read from, and what becomes of both. */
function useWriting(props: LegalEditorProps, onLanguage: (language: string) => void) {
  const { kind, organizationId, begun, kept, onDone } = props
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const [texts, setTexts] = useState(begun.texts)
  const [base, setBase] = useState(begun.base)
  const [conflict, setConflict] = useState<DeskLegalText>()

  /** What is typed while an answer is awaited is not saved by it. */
  const latest = useRef(texts)
  useEffect(() => {
    latest.current = texts
  }, [texts])

  const put = (): Promise<CallResult<DeskLegalText>> =>
    base
      ? server().call('PUT', deskLegalTextPath, {
          params: { legalTextId: base.id },
          body: { texts: { ...texts }, seen: base.seen },
        })
      : server().call('POST', deskLegalTextsPath, { body: { organizationId, kind, texts: { ...texts } } })
  const publishSaved = async (): Promise<CallResult<DeskLegalText>> => {
    const saved = await put()
    if (saved.kind !== 'done') return saved
    const { id, seen } = saved.value
    return server().call('POST', deskLegalTextPublicationPath, { params: { legalTextId: id }, body: { seen } })
  }
  /** What was refused or has changed meanwhile leaves what is typed, and the way on. */
  const take = (result: CallResult<DeskLegalText>): boolean => {
    if (result.kind === 'done') {
      setBase(baseOf(result.value))
      if (latest.current === texts) kept.remove()
      else kept.write({ texts: latest.current, base: baseOf(result.value) })
      setConflict(undefined)
      return true
    }
    if (result.kind === 'conflict') setConflict(result.value as DeskLegalText)
    if (result.kind === 'missing') setBase(null)
    const [named] = result.kind === 'refused' ? result.problems : []
    if (named?.field.startsWith('texts.')) onLanguage(named.field.slice('texts.'.length))
    return false
  }
  const save = () =>
    send(put, async result => {
      if (!take(result)) return
      toast(t('foyer.desk.legal.saved'), 'good')
      await cache.invalidateQueries(LEGAL_KEY)
    })
  const publish = () =>
    send(publishSaved, async result => {
      if (take(result)) {
        toast(t('foyer.desk.legal.published'), 'good')
        onDone()
        await cache.invalidateQueries(['desk', 'settings'])
      }
      await cache.invalidateQueries(LEGAL_KEY)
    })
  const goOn = (other: DeskLegalText, next: LocalizedTexts) => {
    setBase(baseOf(other))
    setTexts(next)
    kept.write({ texts: next, base: baseOf(other) })
    setConflict(undefined)
  }
  const type = (next: LocalizedTexts) => {
    setTexts(next)
    kept.write({ texts: next, base })
  }
  return {
    texts,
    type,
    base,
    conflict,
    problems: problems?.status === 409 ? undefined : problems,
    isSending,
    save,
    publish,
    theirs: (other: DeskLegalText) => goOn(other, other.texts),
    mine: (other: DeskLegalText) => goOn(other, texts),
    leave: () => {
      kept.remove()
      onDone()
    },
  }
}

type MeanwhileProps = {
  readonly conflict: DeskLegalText
  /** Goes on with the text of the other member. */
  readonly onTheirs: (other: DeskLegalText) => void
  /** Goes on with what is typed: the next save replaces what the other member wrote. */
  readonly onMine: (other: DeskLegalText) => void
}

/** Another member has changed or published the draft; nothing is lost until one of both is chosen. */
function Meanwhile({ conflict, onTheirs, onMine }: MeanwhileProps) {
  const t = useT()
  return (
    <div role="alert">
      <Notice tone="warn">
        <p>{t(`foyer.desk.legal.meanwhile.${conflict.publishedAt === null ? 'changed' : 'published'}`)}</p>
        <Acts>
          <Button tone="quiet" onClick={() => onTheirs(conflict)}>
            {t('foyer.desk.legal.theirs')}
          </Button>
          <Button tone="quiet" onClick={() => onMine(conflict)}>
            {t('foyer.desk.legal.mine')}
          </Button>
        </Acts>
      </Notice>
    </div>
  )
}

function Delete({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const t = useT()
  const cache = useQueryCache()
  const { send, isSending } = useSending()
  const [isSure, setSure] = useState(false)
  const remove = () =>
    send(
      () => server().call('DELETE', deskLegalTextPath, { params: { legalTextId: id } }),
      async () => {
        onDone()
        await cache.invalidateQueries(LEGAL_KEY)
      },
    )
  return (
    <Button
      tone={isSure ? 'danger' : 'quiet'}
      busy={isSending}
      onClick={() => (isSure ? void remove() : setSure(true))}
    >
      {t(isSure ? 'foyer.desk.legal.delete.sure' : 'foyer.desk.legal.delete')}
    </Button>
  )
}
