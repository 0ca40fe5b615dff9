import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import type { RedeemableCode } from '#domain/catalog/promo-code/redeemable-code.ts'
import { type PlannedOrder, planOrder } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type RequestedLine, selectTickets } from '#domain/order/reservation/select-tickets.ts'
import {
  CODE_NOT_FOUND,
  CODE_USED_UP,
  MUST_BE_SALEABLE,
  NOT_ENOUGH_TICKETS,
  ORDER_IS_FIXED,
  ORDER_IS_OVER,
} from '#domain/order/reservation/selection-problems.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { languageOfTag } from '#server/foundation/language/languages.ts'
import { findCode } from '#server/catalog/promo-code/find-code.ts'
import { paymentProblem } from '#server/catalog/sale-check/judge-ways.ts'
import type { ReplacingOutcome } from './replace-order.ts'
import { MAX_INTEGER } from '#contract/limits.ts'
import { type Minor, minorFromDecimal } from '#domain/foundation/money/money.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import type { RequestedService } from '#domain/order/pricing/services.ts'

export type TicketsRequest = {
  readonly requestedLines: readonly RequestedLine[]
  readonly services: readonly RequestedExtra[]
  /** What was typed in; null or blank: nothing. */
  readonly code: string | null
  /** An open reservation of the same event, in whose place the new one is wanted; unknown: no id of any. */
  readonly replaces?: ReservationId | 'unknown' | undefined
}

/** `isPaidElsewhere`: the organiser has the money, so that no provider is needed here. */
type Deciding = TicketsRequest & { readonly isPerson: boolean; readonly isPaidElsewhere?: boolean }

/** Decides whether these tickets and extras may be reserved now, and what they cost; whether they are left is found out while holding them. */
export async function planTickets(
  shop: Shop,
  offer: OfferedEvent,
  request: Deciding,
  now: Instant,
): Promise<Outcome<PlannedOrder>> {
  const code = await codeOf(shop.db, offer, request, now)
  const requested = {
    lines: request.requestedLines,
    services: requestedServices(request.services, offer.context.currency),
  }
  const selection = selectTickets(requested, {
    offer: offer,
    now,
    code,
    isPerson: request.isPerson,
    maximumPerLine: category => offer.settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', category),
  })
  if (!selection.ok) return selection
  const plan = planOrder(selection.value, { offer: offer, now, code: code === 'unknown' ? null : code })
  const problem = request.isPaidElsewhere ? null : problemOfPaying(shop, offer, plan, now)
  return problem === null ? accepted(plan) : refused(problem)
}

async function codeOf(
  db: Shop['db'],
  offer: OfferedEvent,
  { code: typed, replaces }: TicketsRequest,
  now: Instant,
): Promise<RedeemableCode | 'unknown' | null> {
  if (typed === null || typed.trim() === '') return null
  return (await findCode(db, offer, typed, now, replaces === 'unknown' ? undefined : replaces)) ?? 'unknown'
}

/** Why what was decided could not be held. */
export function holdProblem(answer: Exclude<ReplacingOutcome, 'held' | 'offer-changed'>): Problem {
  switch (answer) {
    case 'none-left':
      return MUST_BE_SALEABLE
    case 'not-enough':
      return NOT_ENOUGH_TICKETS
    case 'code-used-up':
      return CODE_USED_UP
    case 'code-gone':
      return CODE_NOT_FOUND
    case 'over':
      return ORDER_IS_OVER
    case 'fixed':
      return ORDER_IS_FIXED
    default:
      return answer satisfies never
  }
}

/** Money that no provider could take is not asked for: the selection is refused instead (domain rules 4.5, rule 7). */
function problemOfPaying(
  { providers }: Shop,
  offer: OfferedEvent,
  { lines, price }: PlannedOrder,
  now: Instant,
): Problem | null {
  const categories = lines.map(({ category }) => category.id)
  const due = { amount: price.total, currency: offer.context.currency ?? NO_CURRENCY }
  return paymentProblem(providers, offer, { categories, due, now })
}

/** The shop speaks the buyer's language; only the organiser's own words fall back to one of the event. */
export function languageOf({ context: event }: OfferedEvent, requested: string): Language {
  return languageOfTag(requested) ?? event.languages[0]
}

/** An extra as a form asks for it; the amount is in units of the currency, as 10.5 is ten and a half. */
type RequestedExtra = { readonly serviceId: number; readonly quantity: number; readonly amount: number | null }

function requestedServices(requested: readonly RequestedExtra[], currency: Currency | null): RequestedService[] {
  return requested.map(({ serviceId, quantity, amount }) => ({
    serviceId: serviceId as AdditionalServiceId,
    quantity,
    amount: amount === null || currency === null ? null : namedAmount(amount, currency),
  }))
}

/** Rounded half up to the currency's coins (domain rules 1.1); null for a negative amount, and for one beyond all reason. */
function namedAmount(amount: number, currency: Currency): Minor | null {
  const units = minorFromDecimal(amount, currency)
  return amount < 0 || units === undefined || units > MAX_INTEGER ? null : units
}
