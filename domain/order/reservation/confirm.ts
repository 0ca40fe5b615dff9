import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { FREE_OF_CHARGE, type PaymentMethod, type PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { NOT_A_PERSON } from './selection-problems.ts'
import { type ReservationStatus, has } from './states.ts'

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
    ...(isConsentGiven(choice, facts) ? [] : [problem('error.STEP_2_TERMS_CONDITIONS')]),
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

function isConsentGiven(choice: PaymentChoice, { isPrivacyPolicySet }: ConfirmFacts): boolean {
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
