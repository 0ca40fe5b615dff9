import { type Minor, ZERO } from '#domain/foundation/money/money.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { lockReservationOfBooks } from '#server/order/order/reservations.ts'
import { lockPaymentsOfOrder, paidOnline } from '#server/payment/pay/online/paid-money.ts'
import { endOrder } from './change-order.ts'
import { mailEventCancelled } from './mail-event-cancelled.ts'
import { refundWithin } from './refund-order.ts'

/**
 * What became of an order of a cancelled event. `gone`, `ended`: nothing was left to do. `cart`: it was not confirmed, and
 * is deleted. `under-way`: its payment may still be taken; what comes goes back by itself, because the event is cancelled.
 * `not-yet`: it is being finished at this moment. `checked-in`: it stays, because a holder has been let in. The others have
 * ended: `refunded` by the provider, `by-hand` by the organiser, `unpaid` without money, `other-currency` by the organiser
 * in the back office of the provider.
 */
export type CancelledOrder =
  | { readonly kind: 'gone' | 'ended' | 'cart' | 'under-way' | 'not-yet' | 'checked-in' | 'unpaid' }
  | {
      readonly kind: 'refunded' | 'by-hand' | 'other-currency'
      readonly amount: Minor
      readonly currency: Currency
    }

export type OrderOfEvent = {
  readonly shop: Shop
  readonly id: ReservationId
  readonly offer: OfferedContext
  /** For the trail. */
  readonly by: string
  /** The same whenever the same cancellation comes to this order. */
  readonly requestId: string
  /** The organiser's, to buyers. */
  readonly text: string
}

/**
 * Ends an order because its event is cancelled (lifecycle A.3.12): money that was paid by a provider goes back by it, all
 * that is left of an invoice is credited, and the people are written to. In the caller's transaction, which then wakes the
 * refunds and mails.
 */
export async function cancelForEvent(tx: Tx, call: OrderOfEvent): Promise<CancelledOrder> {
  const { shop, id, offer } = call
  const reservation = await lockReservationOfBooks(tx, id)
  if (!reservation) return { kind: 'gone' }
  if (has(reservation, 'hasEnded')) return { kind: 'ended' }
  if (has(reservation, 'isOpen')) {
    await discardReservations(tx, [id], { at: shop.clock.now(), type: 'CANCEL_RESERVATION' })
    return { kind: 'cart' }
  }
  if (has(reservation, 'isBeingPaid')) return { kind: 'under-way' }
  if (has(reservation, 'isFinalizing')) return { kind: 'not-yet' }
  const order = await completeOrder(tx, offer, reservation)
  if (order.tickets.some(ticket => ticketHas(ticket, 'isCheckedIn'))) return { kind: 'checked-in' }
  return has(reservation, 'awaitsTransfer') ? endAwaited(tx, call, order) : endSold(tx, call, order)
}

async function endAwaited(tx: Tx, { shop, by, text }: OrderOfEvent, order: Order): Promise<CancelledOrder> {
  const changed = await endOrder(tx, shop, order, { by })
  await mailEventCancelled(tx, shop, { order, changed, amount: ZERO, cancellation: { text } })
  return { kind: 'unpaid' }
}

async function endSold(tx: Tx, call: OrderOfEvent, order: Order): Promise<CancelledOrder> {
  const { shop, id, offer, by, requestId, text } = call
  const { price, currency } = order.reservation
  const payments = await lockPaymentsOfOrder(tx, id)
  const isOnline = paidOnline(shop, payments, 'hasPaid').length > 0
  const isPaid = payments.some(payment => paymentHas(payment, 'hasPaid'))
  const byHand = isOnline || !isPaid ? ZERO : price.total
  const end = async (money: boolean, owed: Minor) =>
    refundWithin(tx, {
      shop,
      id,
      offer,
      by,
      form: { what: 'ORDER', money, requestId },
      cancellation: { text, byHand: owed },
    })
  const sum = { amount: price.total, currency: currency ?? NO_CURRENCY }
  const done = await end(isOnline, byHand)
  if (done.kind === 'done') {
    if (isOnline) return { kind: 'refunded', amount: done.refund.amount, currency: done.refund.currency }
    return byHand === ZERO ? { kind: 'unpaid' } : { kind: 'by-hand', ...sum }
  }
  const again = await end(false, price.total)
  if (again.kind !== 'done') throw new Error(`order ${id} can't be ended: ${again.kind}`)
  return { kind: 'other-currency', ...sum }
}
