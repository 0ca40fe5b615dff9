import { useRef, useState } from 'react'
import type { DeskLegalText } from '#contract/desk-legal.ts'
import { deskLegalTextPath, deskLegalTextPublicationPath, deskLegalTextsPath } from '#contract/paths.ts'
import type { LegalKind } from '#domain/catalog/legal-text/legal-kind.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { LEGAL_KEY } from './queries.ts'
import type { Base, TypedText, typedTextOf } from './typed-text.ts'

export type LegalEditorProps = {
  readonly kind: LegalKind
  /** Null: of the shop. */
  readonly organizationId: number | null
  /** With what it begins: what is saved, or was typed before a reload. */
  readonly opened: TypedText
  /** Keeps what is typed and not saved. */
  readonly kept: ReturnType<typeof typedTextOf>
  readonly onDone: () => void
}

export const baseOf = ({ id, seen, publishedAt }: DeskLegalText): Base | null =>
  publishedAt === null ? { id, seen } : null

/** What is typed, and the draft it was read from; kept in the tab until it is saved. */
function useTyped({ opened, kept }: Pick<LegalEditorProps, 'opened' | 'kept'>) {
  const [texts, setTexts] = useState(opened.texts)
  const [base, setBase] = useState(opened.base)
  /** What is typed while an answer is awaited is not saved by it. */
  const latest = useRef(texts)
  const begin = (from: Base | null, next: LocalizedTexts) => {
    latest.current = next
    setBase(from)
    setTexts(next)
    kept.write({ texts: next, base: from })
  }
  return {
    texts,
    base,
    begin,
    type: (next: LocalizedTexts) => begin(base, next),
    /** A draft that is gone is written anew with what is typed. */
    lost: () => begin(null, latest.current),
    saved: (from: Base | null) => {
      begin(from, latest.current)
      if (latest.current === texts) kept.remove()
    },
  }
}

/** What is typed, what another member has done meanwhile, and what becomes of both. */
export function useWriting(props: LegalEditorProps, onLanguage: (language: string) => void) {
  const { kept, onDone } = props
  const t = useT()
  const toast = useToast()
  const cache = useQueryCache()
  const { send, isSending, problems } = useSending()
  const { texts, base, ...typed } = useTyped(props)
  const [conflict, setConflict] = useState<DeskLegalText>()
  const { put, publishSaved } = callsOf(props, { texts, base })
  /** What was refused or has changed meanwhile leaves what is typed, and the way on. */
  const take = (result: CallResult<DeskLegalText>): boolean => {
    setConflict(result.kind === 'conflict' ? (result.value as DeskLegalText) : undefined)
    if (result.kind === 'done') typed.saved(baseOf(result.value))
    if (result.kind === 'missing') typed.lost()
    const [named] = result.kind === 'refused' ? result.problems : []
    if (named?.field.startsWith('texts.')) onLanguage(named.field.slice('texts.'.length))
    return result.kind === 'done'
  }
  const save = () =>
    send(put, async result => {
      if (!take(result)) return
      toast(t('foyer.desk.legal.saved'), 'good')
      await cache.invalidateQueries(LEGAL_KEY)
    })
  const leave = () => {
    kept.remove()
    onDone()
  }
  const publish = () =>
    send(publishSaved, async result => {
      if (take(result)) {
        toast(t('foyer.desk.legal.published'), 'good')
        leave()
        await cache.invalidateQueries(['desk', 'settings'])
      }
      await cache.invalidateQueries(LEGAL_KEY)
    })
  const goOn = (other: DeskLegalText, next: LocalizedTexts) => {
    typed.begin(baseOf(other), next)
    setConflict(undefined)
  }
  return {
    texts,
    type: typed.type,
    base,
    conflict,
    problems: problems?.status === 409 ? undefined : problems,
    isSending,
    save,
    publish,
    leave,
    theirs: (other: DeskLegalText) => goOn(other, other.texts),
    mine: (other: DeskLegalText) => goOn(other, texts),
  }
}

/** What is typed is saved as the draft it was read from, or as a new one; and published once it is saved. */
function callsOf({ kind, organizationId }: LegalEditorProps, { texts, base }: TypedText) {
  const put = (): Promise<CallResult<DeskLegalText>> =>
    base
      ? server().call('PUT', deskLegalTextPath, {
          params: { legalTextId: base.id },
          body: { texts: { ...texts }, seen: base.seen },
        })
      : server().call('POST', deskLegalTextsPath, { body: { organizationId, kind, texts: { ...texts } } })
  return {
    put,
    publishSaved: async (): Promise<CallResult<DeskLegalText>> => {
      const saved = await put()
      if (saved.kind !== 'done') return saved
      const { id, seen } = saved.value
      return server().call('POST', deskLegalTextPublicationPath, { params: { legalTextId: id }, body: { seen } })
    },
  }
}
