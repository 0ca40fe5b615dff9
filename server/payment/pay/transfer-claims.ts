import type { Instant } from '#domain/foundation/instant.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { mailConfirmation } from '#server/payment/order-mails/mail-order.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { wherePayment } from '#server/foundation/database/status-sql.ts'
import { documentsOf } from '#server/order/order/documents-of.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { lockReservation } from '#server/order/order/reservations.ts'
import { takeClaims } from './claims.ts'

/**
 * Why an order can't be confirmed whose transfer has arrived, by the same function as for any other payment; null when it can. An order
 * whose pass has ended waits for its new total, and its buyer is written to; one with an invoice stays as it is
 * (decision 69).
 */
export async function lostByTransfer(tx: Tx, shop: Shop, order: LockedOrder): Promise<ConfirmationRefusal | null> {
  const { reservation } = order
  const now = shop.clock.now()
  const { invoiceNumber } = await documentsOf(tx, reservation.id)
  const isPriceKept = invoiceNumber !== null
  const passValidAt = (await awaitedSince(tx, reservation.id)) ?? reservation.createdAt
  const lost = await takeClaims(tx, order, { now, passValidAt, isPriceKept })
  if (lost !== 'pass') return lost
  if (isPriceKept) return 'invoiced'
  await awaitNewTotal(tx, shop, order)
  return 'pass'
}

/** When the buyer chose to pay by transfer: that is when the pass had to be good. */
async function awaitedSince(tx: Tx, id: ReservationId): Promise<Instant | undefined> {
  const row = await tx.kysely
    .selectFrom('payment_transaction')
    .select('created_at')
    .where('reservation_id', '=', id)
    .where(wherePayment('isOpen'))
    .executeTakeFirst()
  return row?.created_at
}

async function awaitNewTotal(tx: Tx, shop: Shop, { reservation: { id }, offer }: LockedOrder): Promise<void> {
  const reservation = await lockReservation(tx, id)
  if (!reservation) throw new Error(`order ${id} is gone while it is held`)
  await storeAwaited(tx, id, reservation.price.total)
  const order = await completeOrder(tx, offer, reservation)
  await mailConfirmation(tx, shop, order, { language: reservation.language, isAskedFor: true })
}

async function storeAwaited(tx: Tx, id: ReservationId, amount: Minor): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ amount })
    .where('reservation_id', '=', id)
    .where(wherePayment('isOpen'))
    .execute()
}
