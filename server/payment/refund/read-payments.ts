import { type Principal, may } from '#domain/access/principal/principal.ts'
import { type Minor, sum } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownerOf } from '#server/order/order/offer-of-reservation.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { type PaidPayment, moneyLeft, paidOnline, paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { offerOfOrder } from './refund-order.ts'

export type ReadPayments = {
  readonly id: ReservationId
  readonly offer: OfferedContext
  /** Null: it is gone. */
  readonly order: Order | null
  readonly payments: readonly PaidPayment[]
  /** What can still be refunded of what has paid the order. */
  readonly left: Minor
}

/**
 * What was paid, refunded and disputed of an order; undefined for an order of another organisation and for an unknown
 * one.
 */
export async function readPayments(shop: Shop, id: ReservationId, by: Principal): Promise<ReadPayments | undefined> {
  const offer = await offerOfOrder(shop, id)
  if (!offer || !may(by, 'manage-orders', ownerOf(offer))) return undefined
  const reservation = await findReservation(shop.db, id)
  const order = reservation ? await completeOrder(shop.db, offer, reservation) : null
  const payments = await paymentsOfOrder(shop.db, id)
  return { id, offer, order, payments, left: sum(paidOnline(shop, payments, 'hasPaid').map(moneyLeft)) }
}
