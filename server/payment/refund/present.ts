import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import type { OrderPayments, RefundRefused, RefundedOrder } from '#contract/refund.ts'
import { type Currency, NO_CURRENCY, currency as currencyOf } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, printed, sum } from '#domain/foundation/money/money.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { refundHas } from '#domain/payment/refund/refund-states.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { categoryNameOf } from '#server/order/order/order-rows.ts'
import { type PaidPayment, type PaidRefund, moneyLeft } from '#server/payment/pay/online/paid-money.ts'
import type { Refund, RefundOutcome } from './refund-order.ts'
import type { ReadPayments } from './read-payments.ts'

type OrderRefund = RefundedOrder['refunds'][number]

export const presentRefund =
  (code: Currency) =>
  ({ id, amount, status, origin, reference, failure, requestedAt, endedAt }: PaidRefund): OrderRefund => ({
    id: String(id),
    amount: printed(amount, code),
    status,
    origin,
    reference,
    failure,
    wantedAt: requestedAt,
    endedAt,
  })

export function presentRefunded(refund: Refund): RefundedOrder {
  const { id, offer, status, currency, amount, left, refunds, tickets, creditNoteNumber, isRepeated } = refund
  return {
    reservationId: id,
    shortId: shortId({ id }, offer.settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    status,
    amount: printed(amount, currency),
    currency: currency === NO_CURRENCY ? null : currency,
    left: printed(left, currency),
    refunds: refunds.map(presentRefund(currency)),
    tickets,
    creditNoteNumber,
    repeated: isRepeated,
  }
}

export function presentRefusal({ reason, left }: Extract<RefundOutcome, { kind: 'refused' }>): RefundRefused {
  return { code: reason, message: MESSAGES[reason], left: left && printed(left.amount, left.currency) }
}

/** In English, as everything in answers to an organiser's program. */
export const MESSAGES = {
  'not-confirmed': 'The order is not complete: it is still being paid or finished, or waits for a transfer.',
  'has-ended': 'The order has ended already.',
  'checked-in': 'Somebody has been let in with a ticket of it: take the check-in back first, or give an amount back.',
  'unknown-ticket': 'At least one ticket of this order has to be named, and only tickets of this order.',
  'whole-order': 'These are all tickets of the order: give the whole order back.',
  'nothing-paid-online':
    'Nothing was paid online: give the money back as it was paid, and ask for the change without money.',
  'nothing-left': 'All of the money has gone back already, or the bank has taken it back by a dispute.',
  'more-than-left': 'So much is not left of the payment: give less back, or change the order without money.',
  'no-amount': 'The amount has to be above nothing, and no finer than the coins of its currency.',
  currency: 'The payment is in another currency: give the money back in the back office of the provider.',
  'no-request-id':
    'An amount is given back only with a request id of yours (requestId, or --request): sent again with it, nothing goes back twice.',
  'other-request': 'This request id was used for another wish: choose a new one.',
} as const satisfies Record<RefundRefused['code'], string>

export function presentPayments({ id, offer, order, payments, left }: ReadPayments): OrderPayments {
  const code = payments.at(-1)?.currency ?? order?.reservation.currency ?? NO_CURRENCY
  const refunds = payments.flatMap(payment => payment.refunds)
  return {
    reservationId: id,
    shortId: shortId({ id }, offer.settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    event: publicIdentifier(offer.context),
    status: order?.reservation.status ?? null,
    total: order && printed(order.reservation.price.total, code),
    currency: code === NO_CURRENCY ? null : code,
    refunded: printed(sum(refunds.filter(refund => refundHas(refund, 'isRunning')).map(({ amount }) => amount)), code),
    left: printed(left, code),
    tickets: (order?.tickets ?? []).map(ticket => ({
      id: ticket.publicId,
      category: categoryNameOf(offer, ticket),
      status: ticket.status,
      price: printed(ticket.price.final, code),
    })),
    payments: payments.map(presentPayment),
  }
}

function presentPayment(payment: PaidPayment): OrderPayments['payments'][number] {
  const { id, proxy, method, status, currency, received, fee, reference, gatewayTransactionId, startedAt } = payment
  return {
    id: String(id),
    provider: proxy,
    method,
    status,
    amount: printed(payment.amount, currency),
    currency,
    received: received && withCurrency(received),
    fee: fee === null ? null : printed(fee, currency),
    reference,
    gatewayTransactionId,
    begunAt: startedAt,
    left: printed(paymentHas(payment, 'hasMoney') ? moneyLeft(payment) : ZERO, currency),
    refunds: payment.refunds.map(presentRefund(currency)),
    disputes: payment.disputes.map(({ reference: name, amount, status: state, dueBy, openedAt }) => ({
      reference: name,
      amount: printed(amount, currency),
      status: state,
      dueBy,
      openedAt,
    })),
    reviews: payment.reviews.map(review => ({ id: String(review.id), reason: review.reason, since: review.since })),
  }
}

function withCurrency({ amount, currency: text }: { readonly amount: Minor; readonly currency: string }): string {
  const code = currencyOf(text)
  return code ? `${code} ${printed(amount, code)}` : `${text} ${amount}`
}
