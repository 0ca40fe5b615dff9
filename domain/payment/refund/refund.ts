import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, greater, lesser, minus, sum } from '#domain/foundation/money/money.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import { type RefundStatus, refundHas } from './refund-states.ts'
import { type TicketStatus, ticketHas } from '#domain/ticket/ticket/states.ts'

/** Both OPEN and LOST have moved the money; WON has brought it back. */
export const DISPUTE_STATUSES = ['OPEN', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** What came in by a payment, and what has gone out of it. */
export type MoneyOfPayment = {
  readonly received: Minor
  readonly refunds: readonly { readonly amount: Minor; readonly status: RefundStatus }[]
  readonly disputes: readonly { readonly amount: Minor; readonly status: DisputeStatus }[]
}

/** What may still be refunded of a payment; never below nothing. */
export function leftOf({ received, refunds, disputes }: MoneyOfPayment): Minor {
  const refunded = refunds.filter(refund => refundHas(refund, 'isRunning'))
  const disputed = disputes.filter(({ status }) => status !== 'WON')
  const gone = sum([...refunded, ...disputed].map(({ amount }) => amount))
  return greater(minus(received, gone), ZERO)
}

/** Refunds without those that failed and were repeated: of each that failed, a later one of the same amount takes the place. */
export function withoutRepeated<Refund extends { readonly amount: Minor; readonly status: RefundStatus }>(
  refunds: readonly Refund[],
): Refund[] {
  return refunds.filter(
    (refund, position) =>
      !refundHas(refund, 'hasFailed') || !refunds.slice(position + 1).some(({ amount }) => amount === refund.amount),
  )
}

/**
 * What an organiser wants refunded. `order`: the order ends, and all that is left goes back; of one that has ended, the
 * money alone. `tickets`: these leave the order, with what they cost in it. `amount`: order and tickets stay.
 * `not-taken`: money that came and that the order could not take.
 */
export type RefundRequest =
  | { readonly kind: 'order' }
  | { readonly kind: 'tickets'; readonly ids: readonly string[] }
  | { readonly kind: 'amount'; readonly amount: Minor; readonly currency: Currency }
  | { readonly kind: 'not-taken' }

export type OrderToRefund = {
  readonly status: ReservationStatus
  readonly total: Minor
  readonly tickets: readonly { readonly publicId: string; readonly status: TicketStatus }[]
}

/** The payment whose money it is; null where nothing was paid through a provider that is asked. */
export type PaymentToRefund = {
  readonly left: Minor
  readonly currency: Currency
  /** What the provider says it has received it in. */
  readonly receivedIn: string
} | null

export type RefundFacts = {
  /** Null: the order is gone. */
  readonly order: OrderToRefund | null
  readonly payment: PaymentToRefund
  /** By how much the order gets cheaper without the tickets of the request. */
  readonly worth: Minor
  /** False: only the order is changed, because the money is refunded elsewhere or not at all. */
  readonly isMoneyReturned: boolean
}

export const REFUND_REFUSALS = [
  'not-confirmed',
  'has-ended',
  'checked-in',
  'unknown-ticket',
  'whole-order',
  'nothing-paid-online',
  'nothing-left',
  'more-than-left',
  'no-amount',
  'currency',
] as const
export type RefundRefusal = (typeof REFUND_REFUSALS)[number]

export type RefundDecision =
  | {
      readonly kind: 'accepted'
      /** What goes back through the provider; nothing where no money is returned. */
      readonly amount: Minor
      readonly change: 'none' | 'end-order' | 'remove-tickets'
    }
  | { readonly kind: 'refused'; readonly reason: RefundRefusal }

/** Decides what becomes of the order and how much goes back, or why nothing does (lifecycle A.3.12, B.1). */
export function decideRefund(request: RefundRequest, facts: RefundFacts): RefundDecision {
  switch (request.kind) {
    case 'order':
      return decideOrder(facts)
    case 'tickets':
      return decideTickets(request.ids, facts)
    case 'amount':
      return decideAmount(request, facts)
    case 'not-taken':
      return decideMoneyAlone(facts)
    default:
      return request satisfies never
  }
}

const refused = (reason: RefundRefusal): RefundDecision => ({ kind: 'refused', reason })
const accepted = (change: 'none' | 'end-order' | 'remove-tickets', amount: Minor): RefundDecision => ({
  kind: 'accepted',
  change,
  amount,
})

function decideOrder(facts: RefundFacts): RefundDecision {
  const { order, payment, isMoneyReturned } = facts
  if (order === null || has(order, 'hasEnded')) return isMoneyReturned ? decideMoneyAlone(facts) : refused('has-ended')
  if (!has(order, 'isComplete') && !has(order, 'needsOrganiser')) return refused('not-confirmed')
  if (order.tickets.some(isCheckedIn)) return refused('checked-in')
  if (!isMoneyReturned || order.total === ZERO) return accepted('end-order', ZERO)
  if (payment === null) return refused('nothing-paid-online')
  // A lost dispute has moved the money: then there is nothing left to give, and the order can end all the same.
  return isSameCurrency(payment) ? accepted('end-order', payment.left) : refused('currency')
}

function decideTickets(
  ids: readonly string[],
  { order, payment, worth, isMoneyReturned }: RefundFacts,
): RefundDecision {
  if (order === null || has(order, 'hasEnded')) return refused('has-ended')
  if (!has(order, 'isComplete')) return refused('not-confirmed')
  const chosen = order.tickets.filter(({ publicId }) => ids.includes(publicId))
  if (ids.length === 0 || chosen.length !== new Set(ids).size) return refused('unknown-ticket')
  if (chosen.some(isCheckedIn)) return refused('checked-in')
  if (chosen.length === order.tickets.length) return refused('whole-order')
  if (!isMoneyReturned || worth === ZERO) return accepted('remove-tickets', ZERO)
  return withinLeft(payment, worth, 'remove-tickets')
}

function decideAmount(
  request: Extract<RefundRequest, { kind: 'amount' }>,
  { order, payment, isMoneyReturned }: RefundFacts,
): RefundDecision {
  const isPaid = order !== null && (has(order, 'isComplete') || has(order, 'needsOrganiser') || has(order, 'hasEnded'))
  if (!isPaid) return refused('not-confirmed')
  if (request.amount <= ZERO || !isMoneyReturned) return refused('no-amount')
  if (payment && payment.currency !== request.currency) return refused('currency')
  return withinLeft(payment, request.amount, 'none')
}

function decideMoneyAlone({ payment }: RefundFacts): RefundDecision {
  if (payment === null) return refused('nothing-paid-online')
  if (!isSameCurrency(payment)) return refused('currency')
  return payment.left === ZERO ? refused('nothing-left') : accepted('none', payment.left)
}

function withinLeft(payment: PaymentToRefund, amount: Minor, change: 'none' | 'remove-tickets'): RefundDecision {
  if (payment === null) return refused('nothing-paid-online')
  if (!isSameCurrency(payment)) return refused('currency')
  if (payment.left === ZERO) return refused('nothing-left')
  return lesser(amount, payment.left) === amount ? accepted(change, amount) : refused('more-than-left')
}

const isCheckedIn = (ticket: { readonly status: TicketStatus }): boolean => ticketHas(ticket, 'isCheckedIn')

/** Money of another currency can only be counted, and refunded, at the provider. */
const isSameCurrency = ({ currency, receivedIn }: NonNullable<PaymentToRefund>): boolean => currency === receivedIn
