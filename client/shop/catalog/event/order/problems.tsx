import { useMemo, useState } from 'react'
import { ErrorSummary } from '#client/kit/error-summary/error-summary.tsx'
import { useT } from '#client/language/language-context.ts'
import type { WireProblem } from '#client/frame/calls/call-result.ts'
import type { AdditionalService, ItemsByCategory } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { CODE_ID, type Choice, type Selection, categoryControl, chosenOf, extraControl } from '../selection.ts'
import { Notice } from '#client/kit/notice/notice.tsx'
import css from '../../offer-page.module.css'

/** Why the order was not held. */
export function Problems({ problems, refusal, status }: Refused) {
  const t = useT()
  const entries = useMemo(
    () =>
      problems.map(({ code, args, control, subject }) => ({
        text: t(code, ...args),
        ...(subject === undefined ? {} : { subject }),
        ...(control === undefined ? {} : { target: control }),
      })),
    [problems, t],
  )
  return (
    <div className={css.problems}>
      <ErrorSummary title={t('foyer.event.problem')} entries={entries} occasion={refusal} status={status} />
    </div>
  )
}

/** A problem with the control it is about, and what that is called; without them it is about the whole order. */
export type PlacedProblem = Pick<WireProblem, 'code' | 'args'> & {
  readonly control?: string
  readonly subject?: string
  /** Of what is chosen now: is this still wrong? Left out where only another try can show it. */
  readonly isOpen?: (selection: Selection) => boolean
}

/** Why an order was not held. */
export type Refused = {
  readonly problems: readonly PlacedProblem[]
  /** Counts the refusals, so that the same problem met twice is shown twice. */
  readonly refusal: number
  /** Of the HTTP answer that refused; undefined where it was plain before. */
  readonly status?: number | undefined
}

/** A problem of one control stays until that is changed, one of the whole order until anything is. */
export function untilChanged(problem: PlacedProblem, then: Selection): PlacedProblem {
  const { control } = problem
  if (control === CODE_ID) return problem
  const valueOf = (selection: Selection) => (control === undefined ? selection : valueAt(control, selection))
  return { ...problem, isOpen: now => valueOf(now) === valueOf(then) }
}

/** What is chosen or typed with a control, as one text. */
function valueAt(control: string, { tickets, extras, amounts }: Selection): string {
  const [kind, id = ''] = control.split('-')
  return kind === 'category' ? `${tickets[Number(id)] ?? 0}` : `${extras[Number(id)] ?? 0} ${amounts[Number(id)] ?? ''}`
}

/** Finds the control of a problem: the wire counts the lines as they were sent. */
export function placed({ field, code, args }: WireProblem, sent: Choice, language: string): PlacedProblem {
  return { code, args, ...placeOf(field, sent, language) }
}

type Place = Pick<PlacedProblem, 'control' | 'subject'>

function placeOf(field: string, { tickets, extras }: Choice, language: string): Place {
  const [list = '', position] = field.split('.')
  const line = position === undefined ? Number.NaN : Number(position)
  const category = list === 'reservation' ? tickets[line]?.category : undefined
  const extra = list === 'additionalService' ? extras[line]?.extra : undefined
  if (category) return { control: categoryControl(category.id), subject: category.name }
  if (extra) return placeOfExtra(extra, language)
  return list === 'promoCode' ? { control: CODE_ID } : {}
}

export function placeOfExtra({ id, title }: Pick<AdditionalService, 'id' | 'title'>, language: string): Place {
  return { control: extraControl(id), subject: inLanguage(title, language) }
}

/** What is no longer in the order, and why. */
export function Shortages(offered: Offered) {
  const t = useT()
  const shortages = useShortages(offered)
  return (
    <div role="status" className={css.shortages}>
      {shortages.length === 0 ? null : (
        <Notice tone="warn">
          {shortages.map(({ name, before, now }) => (
            <p key={name}>{now === 0 ? t('foyer.order.gone', name) : t('foyer.order.fewer', name, now, before)}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}

type Offered = {
  readonly items: ItemsByCategory
  readonly selection: Selection
  /** The offer is the one for the code that counts. */
  readonly isSettled: boolean
}

/** What a change of the offer takes out of an order: from so many to so many of something. */
type Shortage = { readonly name: string; readonly before: number; readonly now: number }

const NONE: readonly Shortage[] = []

/** What has gone since the visitor last changed the choice: others have bought, or a code has come or gone. */
function useShortages({ items, selection, isSettled }: Offered): readonly Shortage[] {
  const [chosenFrom, setChosenFrom] = useState<Pick<Offered, 'items' | 'selection'>>()
  if (!isSettled) return NONE
  if (chosenFrom?.selection !== selection) {
    setChosenFrom({ items, selection })
    return NONE
  }
  return shortagesOf(chosenFrom.items, items, selection)
}

/** Compares what was chosen of an earlier offer with what can be had of the present one. */
export function shortagesOf(before: ItemsByCategory, now: ItemsByCategory, selection: Selection): Shortage[] {
  const left = new Map(now.ticketCategories.map(category => [category.id, chosenOf(category, selection)]))
  return before.ticketCategories
    .map(category => ({
      name: category.name,
      before: chosenOf(category, selection),
      now: left.get(category.id) ?? 0,
    }))
    .filter(change => change.now < change.before)
}
