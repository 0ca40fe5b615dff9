import { type CallResult, type WireProblem, explain, httpStatusOf } from '#client/frame/calls/call-result.ts'
import type { AdditionalService } from '#contract/event.ts'
import type { QueryCache } from '#client/frame/calls/query-cache.ts'
import { heldQuery } from '../../../shell/calls/held-query.ts'
import { server } from '#client/frame/calls/server.ts'
import type { OpenReservation } from '#contract/own.ts'
import { openReservationsPath } from '#contract/paths.ts'
import { noteHeld } from '../../../checkout/held/may-hold.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { noteSuccessor } from '../../../checkout/details/booking-draft.ts'
import { type Choice, type Selection, extraStateOf, isAutomatic, plainAmount } from '../selection.ts'
import { type PlacedProblem, placeOfExtra, placed, untilChanged } from './problems.tsx'
import { type SelectionToReserve, reserveTickets } from '../../reserve-tickets.ts'

export type OrderToSubmit = {
  readonly choice: Choice
  readonly selection: Selection
  readonly extras: readonly AdditionalService[]
  readonly promoCode: string | undefined
  /** Where the event asks for one. */
  readonly captcha?: string | null
  /** What the visitor holds of this event already: the new order takes its place. */
  readonly held?: OpenReservation | undefined
}

type Submitted =
  | { readonly kind: 'held'; readonly reservationId: string }
  /** `codeProblem`: the code that was sent along is no longer good. */
  | {
      readonly kind: 'refused'
      readonly problems: readonly PlacedProblem[]
      readonly codeProblem?: WireProblem | undefined
      /** Of the HTTP answer that refused; none where it was plain before. */
      readonly status?: number
    }

const NOTHING_CHOSEN: PlacedProblem = { code: 'error.STEP_1_SELECT_AT_LEAST_ONE', args: [] }
const CODE_GONE = 'error.STEP_1_CODE_NOT_FOUND'

/** Once something was reserved, and once it was found that something else is held than was known. */
export function askWhatIsHeld(cache: QueryCache): void {
  cache.fetchQuery(heldQuery()).catch(() => undefined)
}

/** Has the order held, unless it is plain that it can't be. */
export async function submitOrder(
  { shortName, language }: { readonly shortName: string; readonly language: string },
  { choice, selection, extras, promoCode, captcha = null, held }: OrderToSubmit,
): Promise<Submitted> {
  if (choice.ticketCount === 0) return { kind: 'refused', problems: [untilChanged(NOTHING_CHOSEN, selection)] }
  const unreadable = unreadableAmounts(extras, selection)
  if (unreadable.length > 0)
    return {
      kind: 'refused',
      problems: unreadable.map(extra => untilChanged(unreadableAmount(language)(extra), selection)),
    }
  if (held && isHeldAlready(choice, promoCode, held, extras)) {
    return { kind: 'held', reservationId: held.id }
  }
  const order = { ...orderFormOf(choice, promoCode), captcha }
  const answer = await reserveInPlaceOf(held, replaces => reserveTickets(shortName, language, { ...order, replaces }))
  if (answer.kind === 'done') {
    noteHeld()
    if (held) noteSuccessor(tabStorage, held.id, answer.value)
    return { kind: 'held', reservationId: answer.value }
  }
  const problems = explain(answer)
  return {
    kind: 'refused',
    status: httpStatusOf(answer),
    problems: problems.map(problem => untilChanged(placed(problem, choice, language), selection)),
    codeProblem: promoCode === undefined ? undefined : problems.find(({ code }) => code === CODE_GONE),
  }
}

/**
 * An order that has lapsed meanwhile is replaced by a new one like any. One that has been changed in another tab is not:
 * the visitor would hold two.
 */
async function reserveInPlaceOf(
  held: OpenReservation | undefined,
  reserve: (replaces: string | undefined) => Promise<CallResult<string>>,
): Promise<CallResult<string>> {
  const answer = await reserve(held?.id)
  if (!held || answer.kind !== 'refused' || !answer.problems.some(({ code }) => code === OVER)) return answer
  const now = await server().call('GET', openReservationsPath)
  if (now.kind !== 'done') return answer
  const isChanged = now.value.some(({ of }) => of.publicIdentifier === held.of.publicIdentifier)
  return isChanged
    ? { ...answer, problems: [{ field: '', code: 'foyer.held.changed-elsewhere', args: [] }] }
    : reserve(undefined)
}

const OVER = 'error.STEP_2_ORDER_HAS_EXPIRED'

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

function orderFormOf({ tickets, extras }: Choice, promoCode: string | undefined): SelectionToReserve {
  return {
    tickets: tickets.map(({ category, count }) => ({ categoryId: category.id, count })),
    extras: extras.map(({ extra, quantity, amount }) => ({ extraId: extra.id, quantity, amount })),
    promoCode,
  }
}

/** Is this choice what the visitor holds already? */
export function isHeldAlready(
  { tickets, extras }: Choice,
  code: string | undefined,
  held: OpenReservation,
  offered: readonly AdditionalService[],
): boolean {
  const automatic = new Set(offered.filter(isAutomatic).map(({ id }) => id))
  const chosen = [
    ...tickets.map(({ category, count }) => `ticket ${category.id} ${count}`),
    ...extras.map(({ extra, quantity, amount }) => lineOf(extra.id, quantity, amount)),
  ]
  const heldLines = [
    ...held.tickets.map(({ categoryId, quantity }) => `ticket ${categoryId} ${quantity}`),
    ...held.extras
      .filter(({ serviceId }) => !automatic.has(serviceId))
      .map(({ serviceId, quantity, amount }) => lineOf(serviceId, quantity, amount)),
  ]
  return (
    (code ?? null) === held.code && chosen.length === heldLines.length && chosen.every(line => heldLines.includes(line))
  )
}

const lineOf = (extra: number, quantity: number, amount: string | null): string =>
  `extra ${extra} ${quantity} ${amount === null ? '' : Number(amount)}`
