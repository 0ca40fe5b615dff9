import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import type { Reservation } from './reservation.ts'

/** What is left for another try once the last payment has failed. */
const AFTER_PAYMENT_MS = minutes(10)

/** What the organiser and the providers allow an order. */
export type HoldTerms = {
  /** RESERVATION_TIMEOUT */
  readonly timeoutMinutes: number
  /** RESERVATION_EXTENSION_MINUTES and RESERVATION_MAX_EXTENSIONS */
  readonly stepMinutes: number
  readonly maxExtensions: number
  /** How long one payment may be under way, in milliseconds: the longest of the providers that the order is offered. */
  readonly longestPaymentMs: number
}

type Made = Pick<Reservation, 'createdAt' | 'heldFirstUntil'>

/** Until when an order is held when it is made. */
export function heldAtFirst(
  { createdAt, heldFirstUntil }: Made,
  { timeoutMinutes }: Pick<HoldTerms, 'timeoutMinutes'>,
): Instant {
  return heldFirstUntil ?? after(createdAt, minutes(timeoutMinutes))
}

/**
 * The moment that nothing moves the validity of an unpaid order past, whatever its buyer begins: its first hold, all the
 * extensions it may ask for, one payment of its slowest provider, and ten minutes (lifecycle A.3.9).
 */
export function latestMoment(order: Made, terms: HoldTerms): Instant {
  const { stepMinutes, maxExtensions, longestPaymentMs } = terms
  const more = minutes(Math.max(0, stepMinutes) * Math.max(0, maxExtensions)) + longestPaymentMs + AFTER_PAYMENT_MS
  return after(heldAtFirst(order, terms), more)
}

/** Until when an order is held for which `wanted` would be enough: a hold is never shortened, and ends at its latest moment. */
export function heldLonger(validity: Instant, wanted: Instant, latest: Instant): Instant {
  const within = wanted < latest ? wanted : latest
  return within > validity ? within : validity
}
