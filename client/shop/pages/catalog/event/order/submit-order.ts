import { type WireProblem, explain } from '../../../../../api/answer.ts'
import type { AdditionalService } from '#contract/event.ts'
import { type Wanted, reserveTickets } from '../../../../../api/reserve.ts'
import { extraStateOf } from '../extras/extra-state.ts'
import { plainAmount } from '../extras/typed-amount.ts'
import type { Choice, Selection } from '../selection.ts'
import { type PlacedProblem, placeOfExtra, placed } from './placed-problem.ts'

export type OrderToSubmit = {
  readonly choice: Choice
  readonly selection: Selection
  readonly extras: readonly AdditionalService[]
  readonly promoCode: string | undefined
  /** Where the event asks for one. */
  readonly captcha?: string | null
}

export type Submitted =
  | { readonly kind: 'held'; readonly reservationId: string }
  /** `codeProblem`: the code that was sent along is no longer good. */
  | {
      readonly kind: 'refused'
      readonly problems: readonly PlacedProblem[]
      readonly codeProblem?: WireProblem | undefined
    }

const NOTHING_CHOSEN: PlacedProblem = { code: 'error.STEP_1_SELECT_AT_LEAST_ONE', args: [] }
const CODE_GONE = 'error.STEP_1_CODE_NOT_FOUND'

/** Has the order held, unless it is plain that it can't be. */
export async function submitOrder(
  { shortName, language }: { readonly shortName: string; readonly language: string },
  { choice, selection, extras, promoCode, captcha = null }: OrderToSubmit,
): Promise<Submitted> {
  if (choice.ticketCount === 0) return { kind: 'refused', problems: [NOTHING_CHOSEN] }
  const unreadable = unreadableAmounts(extras, selection)
  if (unreadable.length > 0) return { kind: 'refused', problems: unreadable.map(unreadableAmount(language)) }
  const answer = await reserveTickets(shortName, language, { ...wantedOf(choice, promoCode), captcha })
  if (answer.kind === 'done') return { kind: 'held', reservationId: answer.value }
  const problems = explain(answer)
  return {
    kind: 'refused',
    problems: problems.map(problem => placed(problem, choice, language)),
    codeProblem: promoCode === undefined ? undefined : problems.find(({ code }) => code === CODE_GONE),
  }
}

/** Extras whose typed amount can't be read. */
export function unreadableAmounts(
  extras: readonly AdditionalService[],
  { amounts }: Selection,
): readonly AdditionalService[] {
  return extras.filter(extra => {
    const typed = amounts[extra.id] ?? ''
    return extraStateOf(extra, 1).kind === 'amount' && typed.trim() !== '' && plainAmount(typed) === undefined
  })
}

const unreadableAmount =
  (language: string) =>
  (extra: AdditionalService): PlacedProblem => ({
    code: 'foyer.extras.amount-wrong',
    args: [],
    ...placeOfExtra(extra, language),
  })

function wantedOf({ tickets, extras }: Choice, promoCode: string | undefined): Wanted {
  return {
    tickets: tickets.map(({ category, count }) => ({ categoryId: category.id, count })),
    extras: extras.map(({ extra, quantity, amount }) => ({ extraId: extra.id, quantity, amount })),
    promoCode,
  }
}
