import { type RawBuilder, sql } from 'kysely'
import { type StatusTrait, statusesWith } from '#domain/order/reservation/states.ts'
import { type PaymentTrait, paymentsWith } from '#domain/payment/pay/payment-states.ts'
import { type RefundTrait, refundsWith } from '#domain/payment/refund/refund-states.ts'

/**
 * SQL that is true for the reservations whose status has a trait: `reservation.status in ('FINALIZING', ...)`. The
 * statuses are part of the text itself, not parameters, so that PostgreSQL sees which partial indexes serve.
 */
export function reservationHas(trait: StatusTrait): string {
  return `reservation.status in (${quoted(statusesWith(trait))})`
}

/** The same for Kysely: `.where(whereReservation('isOpen'))`, and inside of its `sql` texts. */
export function whereReservation(trait: StatusTrait): RawBuilder<boolean> {
  return sql.raw<boolean>(reservationHas(trait))
}

/** The same for payments; `column`: their status, where more than one table has one. */
export function sqlPaymentHas(trait: PaymentTrait, column = 'status'): string {
  return `${column} in (${quoted(paymentsWith(trait))})`
}

export function wherePayment(trait: PaymentTrait): RawBuilder<boolean> {
  return sql.raw<boolean>(sqlPaymentHas(trait))
}

/** The same for refunds. */
export function sqlRefundHas(trait: RefundTrait, column = 'status'): string {
  return `${column} in (${quoted(refundsWith(trait))})`
}

/** `'PENDING', 'COMPLETE'`: of our own constants, which need no escaping. */
export function quoted(statuses: readonly string[]): string {
  return statuses.map(status => `'${status}'`).join(', ')
}
