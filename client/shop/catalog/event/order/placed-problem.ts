import type { WireProblem } from '#client/frame/calls/call-result.ts'
import type { AdditionalService } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { CODE_ID, categoryControl, extraControl } from '../control-ids.ts'
import type { Choice, Selection } from '../selection.ts'

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
