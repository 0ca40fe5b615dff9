import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { FREE_OF_CHARGE, type PaymentMethod, type PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { CODE_USED_UP, NOT_A_PERSON } from './selection-problems.ts'
import { type ReservationStatus, has } from './states.ts'
import { type PassUse, entriesToUse } from '#domain/order/pass/use-pass.ts'

/** What the buyer sends with Pay. */
export type PaymentChoice = {
  /** Null: the buyer named none. */
  readonly proxy: PaymentProxy | null
  /** NONE: the buyer was shown an order that costs nothing. Null: none was named. */
  readonly method: PaymentMethod | null
  readonly isTermsAccepted: boolean
  readonly isPrivacyAccepted: boolean
}

export type ConfirmFacts = {
  readonly status: ReservationStatus
  readonly validity: Instant
  readonly isValidated: boolean
  readonly isFree: boolean
  readonly isPrivacyPolicySet: boolean
  /** Who can handle the payment of this reservation now. */
  readonly offeredProxies: readonly PaymentProxy[]
  /** Who is handling a payment of it that has not ended. */
  readonly openProxy: PaymentProxy | null
  /** False where a captcha was asked for and not answered well. */
  readonly isPerson: boolean
  readonly now: Instant
}

/** `repeat`: the reservation is confirmed already, nothing is left to do. */
export type ConfirmDecision = { readonly kind: 'repeat' } | { readonly kind: 'pay'; readonly proxy: PaymentProxy }

/**
 * Decides what Pay does (lifecycle A.3.5 with its four holes closed). Only a PENDING reservation whose details were
 * accepted is paid, only in time, only with an offered proxy; one whose payment is under way is gone on with by the same
 * proxy. Pay on one that is confirmed, or waits for its transfer, is a success without effects; in every other status it is
 * refused.
 */
export function decideConfirm(choice: PaymentChoice, facts: ConfirmFacts): Outcome<ConfirmDecision> {
  if (has(facts, 'isConfirmed')) return accepted({ kind: 'repeat' })
  const isGoneOnWith = has(facts, 'isBeingPaid') && facts.openProxy !== null && facts.openProxy === choice.proxy
  if (!(has(facts, 'isOpen') || isGoneOnWith) || !facts.isValidated) return refused(CANNOT_MOVE)

  const proxy = facts.isFree ? FREE_OF_CHARGE : chosenProxy(choice, facts)
  const problems = [
    ...(facts.validity > facts.now ? [] : [problem('error.STEP_2_ORDER_HAS_EXPIRED')]),
    ...(hasConsented(choice, facts) ? [] : [problem('error.STEP_2_TERMS_CONDITIONS')]),
    ...(proxy ? [] : [problem('error.STEP_2_MISSING_PAYMENT_METHOD')]),
    ...(facts.isPerson ? [] : [NOT_A_PERSON]),
  ]
  const [first, ...others] = problems
  if (first) return refused(first, ...others)
  if (!proxy || !(facts.isFree || facts.offeredProxies.includes(proxy))) return refused(CANNOT_MOVE)
  return accepted({ kind: 'pay', proxy })
}

/** Why a payment did not happen is the argument of one problem of the whole form (booking contract section 6). */
export const PAYMENT_FAILED = 'error.STEP_2_PAYMENT_PROCESSING_ERROR'

/** The order can't be paid in its state. */
export const CANNOT_MOVE: Problem = problem(PAYMENT_FAILED, { args: ['error.STEP2_UNABLE_TO_TRANSITION'] })

function hasConsented(choice: PaymentChoice, { isPrivacyPolicySet }: ConfirmFacts): boolean {
  return choice.isTermsAccepted && (choice.isPrivacyAccepted || !isPrivacyPolicySet)
}

/**
 * Naming none is fine while only one is offered, unless the buyer confirms to pay nothing: a pass that paid for the
 * order may have been taken off it meanwhile, and a buyer who saw a free order is not charged.
 */
function chosenProxy({ proxy, method }: PaymentChoice, { offeredProxies }: ConfirmFacts): PaymentProxy | null {
  if (proxy) return proxy
  if (method === FREE_OF_CHARGE) return null
  const [only, ...others] = offeredProxies
  return only && others.length === 0 ? only : null
}

/**
 * What an order counts on beside its seats: that its event takes place, the ticket whose move it pays for, uses of its code, the pass
 * that pays for tickets, places of its holders in groups, and the price that a payment was begun with.
 */
export type Claim = 'event' | 'change' | 'code' | 'pass' | 'places' | 'price'

/** What decides whether the code and the pass of an order still hold. */
export type ClaimFacts = {
  /** Its code covers it beside all other uses; true where it has none, and where its uses are counted already. */
  readonly areUsesLeft: boolean
  /** The pass that pays for tickets of it, and how many these are; null where none does. */
  readonly pass: (PassUse & { readonly own: number }) | null
}

/**
 * The first of code and pass that does not hold any more; null when both do. The pass has to have an owner, be valid,
 * and have an entry for each ticket of the order that it pays for; `used` and `usedAtEvent` are of other orders (domain
 * rules 2.3, 7.3).
 */
export function lostOf({ areUsesLeft, pass }: ClaimFacts): 'code' | 'pass' | null {
  if (pass && !covers(pass)) return 'pass'
  return areUsesLeft ? null : 'code'
}

function covers({ own, ...use }: PassUse & { readonly own: number }): boolean {
  const entries = entriesToUse(use)
  return entries.ok && (entries.value === null || entries.value >= own)
}

/** What the buyer reads who has not paid yet, as the argument of a problem or on the page of the payment, by the code of a text. */
export const LOST_FOR = {
  event: 'foyer.order.event-cancelled',
  change: 'foyer.order.change-gone',
  code: CODE_USED_UP.code,
  pass: 'foyer.order.pass-gone',
  places: 'error.STEP2_WHITELIST',
  price: 'foyer.order.price-changed',
} as const satisfies Record<Claim, string>

/** Why the order can't be paid in its state. */
export const refusalFor = (lost: Claim): Problem => problem(PAYMENT_FAILED, { args: [LOST_FOR[lost]] })

/** What the buyer reads who has paid, and gets the money back, by the code of a text. */
export const RETURNED_FOR = {
  event: 'foyer.payment.returned.event',
  change: 'foyer.payment.returned.change',
  code: 'foyer.payment.returned.code',
  pass: 'foyer.payment.returned.pass',
  places: 'foyer.payment.returned.places',
  price: 'foyer.payment.returned.price',
} as const satisfies Record<Claim, string>

const RETURNED_CODES: readonly string[] = Object.values(RETURNED_FOR)

/** Does the code of a text say why money went back? */
export const isWhyReturned = (code: string): boolean => RETURNED_CODES.includes(code)
