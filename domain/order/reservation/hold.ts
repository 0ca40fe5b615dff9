import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { type ReservationStatus, has } from './states.ts'
import type { Reservation } from './reservation.ts'

/** Seats of an expired reservation come back this long after its validity, so that Pay in the last second still counts. */
export const GRACE_MS = minutes(10)

/** Until when new seats are held: RESERVATION_TIMEOUT minutes, 25 unless set (domain rules 4.4). */
export function holdUntil(now: Instant, timeoutMinutes: number): Instant {
  return after(now, minutes(timeoutMinutes))
}

/**
 * Until when the seats of an order are held that takes another one's place: no longer than that one was, so that no
 * buyer holds seats for ever by changing their mind; and no longer than a new order with the time its buyer has asked
 * for.
 */
export function holdUntilAsBefore(
  now: Instant,
  timeoutMinutes: number,
  before: { readonly validity: Instant; readonly extendedMinutes: number },
): Instant {
  const anew = holdUntil(now, timeoutMinutes + before.extendedMinutes)
  return before.validity < anew ? before.validity : anew
}

export type ExtensionFacts = {
  readonly status: ReservationStatus
  readonly validity: Instant
  readonly extendedMinutes: number
  readonly now: Instant
  /** How much one extension gives, and how many there may be (RESERVATION_EXTENSION_MINUTES, RESERVATION_MAX_EXTENSIONS). */
  readonly stepMinutes: number
  readonly maxExtensions: number
  /** What nothing moves the validity past (latest-moment.ts). */
  readonly latest: Instant
}

export type Extension = {
  readonly validity: Instant
  readonly extendedMinutes: number
  readonly extensionsLeft: number
}

/**
 * "I need more time" (WCAG 2.2.1): each step adds the organiser's minutes, up to the organiser's cap. Refused once the
 * reservation has expired or has left checkout, and when the cap or its latest moment is reached.
 */
export function extendHold(facts: ExtensionFacts): Outcome<Extension> {
  const isOpen = has(facts, 'isOpen') && facts.validity > facts.now
  if (!isOpen) return refused(problem('error.STEP_2_ORDER_HAS_EXPIRED'))
  const left = extensionsLeft(facts)
  const validity = heldLonger(facts.validity, after(facts.validity, minutes(facts.stepMinutes)), facts.latest)
  if (left === 0 || validity === facts.validity) return refused(problem('foyer.error.no-more-time'))
  return accepted({
    validity,
    extendedMinutes: facts.extendedMinutes + facts.stepMinutes,
    extensionsLeft: left - 1,
  })
}

/** How many times the buyer may still ask for more time. */
export function extensionsLeft({
  extendedMinutes,
  stepMinutes,
  maxExtensions,
}: Pick<ExtensionFacts, 'extendedMinutes' | 'stepMinutes' | 'maxExtensions'>): number {
  if (stepMinutes <= 0) return 0
  return Math.max(0, maxExtensions - Math.ceil(extendedMinutes / stepMinutes))
}

/** What is left for another try once the last payment has failed. */
const AFTER_PAYMENT_MS = minutes(10)

/** What the organiser and the providers allow an order. */
type HoldTerms = {
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

/** Until when an order is held for which `requested` would be enough: a hold is never shortened, and ends at its latest moment. */
export function heldLonger(validity: Instant, requested: Instant, latest: Instant): Instant {
  const within = requested < latest ? requested : latest
  return within > validity ? within : validity
}
