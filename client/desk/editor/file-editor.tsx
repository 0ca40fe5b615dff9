import { type ReactNode, useState } from 'react'
import type { DeskConflict, DeskEventFacts } from '#contract/desk-event.ts'
import type { Settings } from '#contract/settings.ts'
import {
  type CallResult,
  type WireProblem,
  explain,
  httpStatusOf,
  problemText,
} from '#client/frame/calls/call-result.ts'
import type { QueryResult } from '#client/frame/calls/use-query.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { SidePages } from '../parts/side-pages.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { Work } from '../parts/work.tsx'
import { changesBetween, inWords, requestOf, storedAt } from './changes.ts'
import { Conflicts } from './conflicts.tsx'
import { type EditedFile, type TypedFile, useDraft } from './draft.ts'
import { FieldContext } from './fields/field-context.ts'
import { FieldGrid } from './fields/field-grid.tsx'
import { MemberField } from './fields/member-field.tsx'
import {
  type FileMembers,
  type Json,
  type Member,
  type Path,
  controlId,
  listOf,
  valueAt,
  withValueAt,
} from './member.ts'
import { TextLanguage } from './text-language.tsx'
import css from './edit.module.css'

/** What a change sends: only what differs, over the version it was typed over. */
export type SentChange = {
  readonly base: number
  readonly changes: Json
  readonly stored: Json
  readonly draft: Json
}

type FileEditorProps = {
  readonly edited: EditedFile
  readonly organizationId: number
  /** What holds for all of an event: its categories may differ from it. */
  readonly settings?: QueryResult<Settings>
  /** Texts that are missing, and what can't be changed now. */
  readonly facts: Pick<DeskEventFacts, 'missing' | 'fixed'>
  readonly members: FileMembers
  readonly head: ReactNode
  readonly send: (change: SentChange) => Promise<CallResult<unknown>>
  readonly reload: () => Promise<EditedFile | undefined>
  /** Below the fields of a part. */
  readonly below?: (part: string, typed: TypedFile) => ReactNode
  /** Below those of a group that has no frame of its own. */
  readonly belowGroup?: (group: string, typed: TypedFile) => ReactNode
}

type Refused = { readonly problems: readonly WireProblem[]; readonly status: number }

/** Saves what was changed: the whole of it, once however often it is pressed, over the version it was typed over. */
function useSaving({ members, send, reload }: FileEditorProps, draft: TypedFile) {
  const { t } = useLanguage()
  const toast = useToast()
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [conflict, setConflict] = useState<DeskConflict>()

  async function save(base = draft.base) {
    if (isSending) return
    setSending(true)
    const { stored, draft: typed } = draft
    const answer = await send({ base, changes: requestOf(members, stored, typed), stored, draft: typed })
    const isRefused = answer.kind !== 'done' && answer.kind !== 'conflict'
    setRefused(isRefused ? { problems: explain(answer), status: httpStatusOf(answer) } : undefined)
    setConflict(answer.kind === 'conflict' ? conflictIn(answer.value) : undefined)
    if (answer.kind === 'done') {
      const now = await reload()
      if (now) draft.drop()
      toast(t('foyer.desk.saved'), 'good')
    }
    setSending(false)
  }
  async function takeTheirs() {
    if (isSending || !conflict) return
    setSending(true)
    const now = await reload()
    setSending(false)
    if (!now) return
    draft.rebase(now, withTheirs(draft.draft, now.file, conflict))
    setConflict(undefined)
  }
  const discard = () => {
    draft.drop()
    setRefused(undefined)
    setConflict(undefined)
  }
  return { isSending, refused, conflict, save, takeTheirs, discard }
}

/** One part of a file at a time; what is typed in any of them is saved together. */
export function FileEditor(props: FileEditorProps) {
  const { edited, members, head, below, settings } = props
  const { t } = useLanguage()
  const [address] = useSearchParams()
  const parts = Object.keys(members)
  const part = parts.find(each => each === address.get('part')) ?? parts[0] ?? ''
  const typed = useDraft(edited)
  const { base, stored, draft, change } = typed
  const { isSending, refused, conflict, save, takeTheirs, discard } = useSaving(props, typed)
  const changes = changesBetween(members, stored, draft)
  const putBack = (name: string) => {
    const found = changes.find(({ path }) => path.join('.') === name)
    if (found) change(found.path, found.was)
  }
  return (
    <Work>
      {head}
      <div className={css.edit}>
        <Parts parts={parts} part={part} changed={new Set(changes.map(({ path }) => partOf(members, path)))} />
        <div className={css.form}>
          <Problems refused={refused} draft={draft} />
          {conflict && (
            <Conflicts conflict={conflict} onMine={() => void save(conflict.version)} onTheirs={takeTheirs} />
          )}
          {base !== edited.version && changes.length > 0 && !conflict && (
            <Notice tone="warn">{t('foyer.desk.changed-meanwhile')}</Notice>
          )}
          <h2>{t(`foyer.desk.part.${part}`)}</h2>
          <PartFields {...props} shown={members[part] ?? []} typed={typed} refused={refused} />
          {below?.(part, typed)}
        </div>
      </div>
      <Unsaved
        changes={changes.map(({ path, member, was, item, setting }) => ({
          path: path.join('.'),
          name: [item, setting === undefined ? t(`foyer.desk.member.${member.name}`) : labelOf(setting, settings?.data)]
            .filter(Boolean)
            .join(': '),
          was: inWords(was, t),
        }))}
        isSending={isSending}
        onPutBack={putBack}
        onDiscard={discard}
        onSave={() => void save()}
      />
    </Work>
  )
}

/** As people call a setting; by its key until that is read. */
const labelOf = (key: string, settings: Settings | undefined): string =>
  settings?.groups.flatMap(group => group.settings).find(each => each.key === key)?.label ?? key

/** What was refused of the last saving; each problem leads to its field, where it is in this part. */
function Problems({ refused, draft }: { readonly refused: Refused | undefined; readonly draft: Json }) {
  const { t } = useLanguage()
  const entries = (refused?.problems ?? []).map(problem => ({
    text: problemText(t, problem),
    ...(problem.field !== '' && { target: controlId(pathOf(problem.field, draft)) }),
  }))
  return (
    <ErrorSummary title={t('foyer.desk.not-saved')} entries={entries} occasion={refused} status={refused?.status} />
  )
}

type PartFieldsProps = Pick<FileEditorProps, 'facts' | 'organizationId' | 'settings' | 'belowGroup'> & {
  readonly shown: readonly Member[]
  readonly typed: TypedFile
  readonly refused: Refused | undefined
}

/** The fields of one part, with the language in which its texts are typed. */
function PartFields({ shown, facts, organizationId, settings, belowGroup, typed, refused }: PartFieldsProps) {
  const { t, language: own } = useLanguage()
  const [language, setLanguage] = useState(own)
  const { stored, draft, change } = typed
  const { missing, fixed } = facts
  const problemOf = (path: Path) => {
    const found = refused?.problems.find(({ field }) => isAt(field, path, draft))
    return found && problemText(t, found)
  }
  const hasProblemBelow = (path: Path) =>
    refused?.problems.some(({ field }) =>
      pathOf(field, draft)
        .join('.')
        .startsWith(`${path.join('.')}.`),
    ) ?? false
  const setting = {
    draft,
    organizationId,
    settings,
    below: (group: string) => belowGroup?.(group, typed),
    storedAt: (path: Path) => storedAt(stored, draft, path),
    language,
    change,
    problemOf,
    hasProblemBelow,
    fixedBecause: (path: Path) => fixed.find(({ member }) => isAt(member, path, draft))?.message,
  }
  return (
    <>
      {hasTexts(shown) && <TextLanguage language={language} onChange={setLanguage} missing={missing} />}
      <FieldContext value={setting}>
        <FieldGrid>
          {shown.map(member => (
            <MemberField key={member.name} member={member} above={[]} />
          ))}
        </FieldGrid>
      </FieldContext>
    </>
  )
}

type PartsProps = {
  readonly parts: readonly string[]
  readonly part: string
  readonly changed: ReadonlySet<string | undefined>
}

/** The parts of the file; those with something unsaved say so. */
function Parts({ parts, part, changed }: PartsProps) {
  const { t } = useLanguage()
  return (
    <SidePages
      label={t('foyer.desk.parts')}
      pages={parts.map(each => ({
        key: each,
        to: { pathname: location.pathname, search: `part=${each}` },
        name: t(`foyer.desk.part.${each}`),
        current: each === part ? 'true' : undefined,
        isChanged: changed.has(each),
      }))}
    />
  )
}

const hasTexts = (members: readonly Member[]): boolean =>
  members.some(member =>
    'members' in member ? hasTexts(member.members) : ['texts', 'markdown', 'options'].includes(member.kind),
  )

/** The part in which a value is edited. */
function partOf(members: FileMembers, path: Path): string | undefined {
  const has = (some: readonly Member[], [name, ...rest]: Path): boolean =>
    some.some(
      member => member.name === name && (member.kind !== 'group' || rest.length === 0 || has(member.members, rest)),
    )
  return Object.keys(members).find(part => has(members[part] ?? [], path))
}

/**
 * The path of a field as the server names it: `tickets.categories[7].price`, where 7 is the id of a stored category, or else its
 * place.
 */
function pathOf(field: string, draft: Json): Path {
  const steps = field.split(/[.[\]]+/).filter(Boolean)
  return steps.reduce<Path>((path, step) => {
    if (!/^\d+$/.test(step)) return [...path, step]
    const place = listOf(valueAt(draft, path)).findIndex(item => valueAt(item, ['id']) === Number(step))
    return [...path, place >= 0 ? place : Number(step)]
  }, [])
}

const isAt = (field: string, path: Path, draft: Json): boolean => pathOf(field, draft).join('.') === path.join('.')

/** The decoding edge: a conflict of the contract. */
const conflictIn = (value: unknown): DeskConflict => value as DeskConflict

/** What is typed, with their values where both have changed the same. The term of a pass is one with its kind. */
function withTheirs(draft: Json, theirs: Json, { conflicts }: DeskConflict): Json {
  return conflicts
    .flatMap(({ member }) => (member === 'term' ? ['termType', 'term'] : [member]))
    .reduce<Json>((merged, member) => {
      const path = pathOf(member, draft)
      return withValueAt(merged, path, valueAt(theirs, path))
    }, draft)
}
