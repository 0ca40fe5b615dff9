import { type RawBuilder, sql } from 'kysely'
import { type PassTrait, passesWith } from '#domain/order/pass/bought-pass.ts'
import { type StatusTrait, statusesWith } from '#domain/order/reservation/states.ts'
import { type PaymentTrait, paymentsWith } from '#domain/payment/pay/payment-states.ts'
import { type RefundTrait, refundsWith } from '#domain/payment/refund/refund-states.ts'
import { type TicketTrait, ticketsWith } from '#domain/ticket/ticket/states.ts'

/**
 * SQL that is true for the rows whose status has a trait. The statuses are part of the text itself, not parameters, so
 * that PostgreSQL sees which partial indexes serve.
 */

/** Of reservations: `reservation.status in ('FINALIZING', ...)`. */
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

/** Of seats and tickets, those with one of the traits: `ticket.status in ('FREE', ...)`. */
export function sqlTicketHas(...traits: readonly TicketTrait[]): string {
  return `ticket.status in (${quoted(ticketsWith(...traits))})`
}

/** The same for Kysely. */
export function whereTicket(...traits: readonly TicketTrait[]): RawBuilder<boolean> {
  return sql.raw<boolean>(sqlTicketHas(...traits))
}

/** Of bought passes; `column`: their status, where the statement calls them by another name. */
export function sqlPassHas(trait: PassTrait, column: `${string}.status` = 'bought_pass.status'): string {
  return `${column} in (${quoted(passesWith(trait))})`
}

/** The same for Kysely. */
export function wherePass(...those: Parameters<typeof sqlPassHas>): RawBuilder<boolean> {
  return sql.raw<boolean>(sqlPassHas(...those))
}

/** `'PENDING', 'COMPLETE'`: of our own constants, which need no escaping. */
export function quoted(statuses: readonly string[]): string {
  return statuses.map(status => `'${status}'`).join(', ')
}
