import type { Instant } from '#domain/foundation/instant.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { type ReservationStatus, canMove, has } from '#domain/order/reservation/states.ts'
import { type PaymentStatus, paymentHas } from './payment-states.ts'

type Sum = { readonly amount: Minor; readonly currency: Currency }

export type PaymentFacts = Sum & { readonly status: PaymentStatus }

export type OrderFacts = {
  readonly status: ReservationStatus
  readonly validity: Instant
  /** What the order costs now; its price may have changed since the payment was begun. */
  readonly due: Sum
}

/**
 * What is done with money that has come, or could be taken. `accept`: it pays the order. `give-back`: the order is gone, paid
 * by another payment, or costs something else now. `review`: another sum than the payment was begun with has come, and a
 * person has to look at it. `nothing`: it was dealt with before.
 */
export type MoneyDecision = 'accept' | 'give-back' | 'review' | 'nothing'

/** Money in is money owed: whatever comes is accepted by the order, refunded, or reviewed by a person. */
export function decideMoney(
  payment: PaymentFacts,
  order: OrderFacts | null,
  received: { readonly amount: Minor; readonly currency: string },
): MoneyDecision {
  if (paymentHas(payment, 'hasMoney')) return 'nothing'
  if (!isSame(received, payment)) return 'review'
  const canTake = order !== null && !has(order, 'isConfirmed') && canMove(order.status, 'FINALIZING')
  return canTake && isSame(payment, order.due) ? 'accept' : 'give-back'
}

const isSame = (one: { readonly amount: Minor; readonly currency: string }, other: typeof one): boolean =>
  one.amount === other.amount && one.currency === other.currency

/**
 * May a payment still be paid? The shop asks the provider to take no more money for the others: those whose order is
 * gone or is to be paid otherwise, and those whose order has waited to its end. `grace` is how long the report of a
 * payment made in the last second may take, in milliseconds.
 */
export function mayBePaid(
  payment: Pick<PaymentFacts, 'status'>,
  order: Pick<OrderFacts, 'status' | 'validity'> | null,
  { now, grace }: { readonly now: Instant; readonly grace: number },
): boolean {
  return paymentHas(payment, 'isOpen') && order !== null && !has(order, 'hasEnded') && now <= order.validity + grace
}
