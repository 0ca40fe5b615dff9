import { useState } from 'react'
import type { DeskConflict, DeskEvent, DeskEventMembers } from '#contract/desk-event.ts'
import { deskEventPath } from '#contract/paths.ts'
import { type WireProblem, explain, httpStatusOf, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Link } from '#client/kit/button/button.tsx'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useSearchParams } from '#client/routing/router.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { Work } from '../../parts/work.tsx'
import { membersOf, useDraft } from '../draft.ts'
import { EventHead } from '../event-head.tsx'
import { FieldContext } from '../fields/field-context.ts'
import { FieldGrid } from '../fields/field-grid.tsx'
import { MemberField } from '../fields/member-field.tsx'
import { changesBetween, storedAt, inWords, removedCategories, requestOf } from '../members/changes.ts'
import { EVENT_MEMBERS, PARTS, type Part } from '../members/event-members.ts'
import { type Json, type Member, type Path, controlId, listOf, valueAt, withValueAt } from '../members/member.ts'
import { Conflicts } from './conflicts.tsx'
import { TextLanguage } from './text-language.tsx'
import css from './edit.module.css'

type EventFormProps = {
  readonly event: DeskEvent
  readonly reload: () => Promise<{ readonly data: DeskEvent | undefined }>
}

type Refused = { readonly problems: readonly WireProblem[]; readonly status: number }

/** Saves what was changed: the whole of it, once however often it is pressed, over the version it was typed over. */
function useSaving({ event, reload }: EventFormProps, draft: ReturnType<typeof useDraft>) {
  const { t } = useLanguage()
  const toast = useToast()
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [conflict, setConflict] = useState<DeskConflict>()

  async function save(base = draft.base) {
    if (isSending) return
    setSending(true)
    const answer = await server().call('PUT', deskEventPath, {
      params: { eventId: event.id },
      body: bodyOf(draft, base),
    })
    const isRefused = answer.kind !== 'done' && answer.kind !== 'conflict'
    setRefused(isRefused ? { problems: explain(answer), status: httpStatusOf(answer) } : undefined)
    setConflict(answer.kind === 'conflict' ? conflictIn(answer.value) : undefined)
    if (answer.kind === 'done') {
      const { data } = await reload()
      if (data) draft.drop(data)
      toast(t('foyer.desk.saved'), 'good')
    }
    setSending(false)
  }
  async function takeTheirs() {
    if (isSending || !conflict) return
    setSending(true)
    const { data } = await reload()
    setSending(false)
    if (!data) return
    draft.rebase(data, withTheirs(draft.draft, membersOf(data), conflict))
    setConflict(undefined)
  }
  const discard = () => {
    draft.drop(event)
    setRefused(undefined)
    setConflict(undefined)
  }
  return { isSending, refused, conflict, save, takeTheirs, discard }
}

function bodyOf({ stored, draft }: ReturnType<typeof useDraft>, base: number) {
  const removed = removedCategories(stored, draft)
  return {
    base,
    // The decoding edge: the server refuses what is none of its members, by the field.
    changes: requestOf(stored, draft) as DeskEventMembers,
    ...(removed.length > 0 && { removedCategories: [...removed] }),
  }
}

/** One part of the event at a time; what is typed in any of them is saved together. */
export function EventForm({ event, reload }: EventFormProps) {
  const { t } = useLanguage()
  const [address] = useSearchParams()
  const part = PARTS.find(each => each === address.get('part')) ?? 'basics'
  const typed = useDraft(event)
  const { base, stored, draft, change } = typed
  const { isSending, refused, conflict, save, takeTheirs, discard } = useSaving({ event, reload }, typed)
  const changes = changesBetween(stored, draft)
  const putBack = (name: string) => {
    const found = changes.find(({ path }) => path.join('.') === name)
    if (found) change(found.path, found.was)
  }
  return (
    <Work>
      <EventHead event={event} />
      <div className={css.edit}>
        <Parts part={part} changed={new Set(changes.map(({ path }) => partOf(path)))} />
        <div className={css.form}>
          <Problems refused={refused} draft={draft} />
          {conflict && (
            <Conflicts conflict={conflict} onMine={() => void save(conflict.version)} onTheirs={takeTheirs} />
          )}
          {base !== event.version && !conflict && <Notice tone="warn">{t('foyer.desk.changed-meanwhile')}</Notice>}
          <h2>{t(`foyer.desk.part.${part}`)}</h2>
          <PartFields part={part} event={event} typed={typed} refused={refused} />
        </div>
      </div>
      <Unsaved
        changes={changes.map(({ path, member, was, item }) => ({
          path: path.join('.'),
          name: [item, t(`foyer.desk.member.${member.name}`)].filter(Boolean).join(': '),
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

type PartFieldsProps = {
  readonly part: Part
  readonly event: DeskEvent
  readonly typed: ReturnType<typeof useDraft>
  readonly refused: Refused | undefined
}

/** The fields of one part, with the language in which its texts are typed. */
function PartFields({ part, event, typed, refused }: PartFieldsProps) {
  const { t, language: own } = useLanguage()
  const [language, setLanguage] = useState(own)
  const { stored, draft, change } = typed
  const { missing, fixed } = event.facts
  const problemOf = (path: Path) => {
    const found = refused?.problems.find(({ field }) => isAt(field, path, draft))
    return found && problemText(t, found)
  }
  const setting = {
    draft,
    storedAt: (path: Path) => storedAt(stored, draft, path),
    language,
    change,
    problemOf,
    fixedBecause: (path: Path) => fixed.find(({ member }) => isAt(member, path, draft))?.message,
  }
  return (
    <>
      {hasTexts(EVENT_MEMBERS[part]) && <TextLanguage language={language} onChange={setLanguage} missing={missing} />}
      <FieldContext value={setting}>
        <FieldGrid>
          {EVENT_MEMBERS[part].map(member => (
            <MemberField key={member.name} member={member} above={[]} />
          ))}
        </FieldGrid>
      </FieldContext>
    </>
  )
}

type PartsProps = { readonly part: Part; readonly changed: ReadonlySet<Part | undefined> }

/** The parts of the event; those with something unsaved say so. */
function Parts({ part, changed }: PartsProps) {
  const { t } = useLanguage()
  return (
    <nav className={css.parts} aria-label={t('foyer.desk.parts')}>
      {PARTS.map(each => (
        <Link
          key={each}
          to={{ pathname: location.pathname, search: `part=${each}` }}
          aria-current={each === part ? 'true' : undefined}
        >
          {t(`foyer.desk.part.${each}`)}
          {changed.has(each) && (
            <span className={css.dot}>
              <span className="unseen">{t('foyer.desk.not-saved')}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

const hasTexts = (members: readonly Member[]): boolean =>
  members.some(member =>
    'members' in member ? hasTexts(member.members) : ['texts', 'markdown', 'options'].includes(member.kind),
  )

/** The part in which a value is edited. */
function partOf(path: Path): Part | undefined {
  const has = (members: readonly Member[], [name, ...rest]: Path): boolean =>
    members.some(
      member => member.name === name && (member.kind !== 'group' || rest.length === 0 || has(member.members, rest)),
    )
  return PARTS.find(part => has(EVENT_MEMBERS[part], path))
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

/** What is typed, with their values where both have changed the same. */
function withTheirs(draft: Json, theirs: Json, { conflicts }: DeskConflict): Json {
  return conflicts.reduce<Json>((merged, { member }) => {
    const path = pathOf(member, draft)
    return withValueAt(merged, path, valueAt(theirs, path))
  }, draft)
}
