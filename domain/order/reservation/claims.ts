import { type PassUse, entriesToUse } from '#domain/order/pass/judge-use.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { PAYMENT_FAILED } from './confirm.ts'
import { CODE_USED_UP } from './selection-problems.ts'

/**
 * What an order counts on beside its seats: uses of its code, the pass that pays for tickets, places of its holders in
 * groups, and the price that a payment was begun with.
 */
export type Claim = 'code' | 'pass' | 'places' | 'price'

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
  code: CODE_USED_UP.code,
  pass: 'foyer.order.pass-gone',
  places: 'error.STEP2_WHITELIST',
  price: 'foyer.order.price-changed',
} as const satisfies Record<Claim, string>

/** Why the order can't be paid in its state. */
export const refusalFor = (lost: Claim): Problem => problem(PAYMENT_FAILED, { args: [LOST_FOR[lost]] })

/** What the buyer reads who has paid, and gets the money back, by the code of a text. */
export const RETURNED_FOR = {
  code: 'foyer.payment.returned.code',
  pass: 'foyer.payment.returned.pass',
  places: 'foyer.payment.returned.places',
  price: 'foyer.payment.returned.price',
} as const satisfies Record<Claim, string>

const RETURNED_CODES: readonly string[] = Object.values(RETURNED_FOR)

/** Does the code of a text say why money went back? */
export const isWhyReturned = (code: string): boolean => RETURNED_CODES.includes(code)
