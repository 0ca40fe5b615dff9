import type { StatusWith } from '#domain/order/reservation/states.ts'
import type { OrderNote } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { releaseHeld } from '#server/order/order/discard.ts'
import { storeEndedContent } from '#server/order/order/ended-content.ts'
import { cancelPasses } from '#server/order/order/move-pass.ts'
import { endPayments } from '#server/order/order/move-payment.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { voidPassesOfOrders } from '#server/order/wallet-notes/note-changes.ts'

type Close = { readonly to: StatusWith<'hasEnded'>; readonly notes: readonly OrderNote[] }

/**
 * Releases everything that an order holds; its row stays, because of what was paid or invoiced (lifecycle A.3.12). The caller holds
 * the reservation, and has made sure that it may end. Returns the events and passes that have more to sell now.
 */
export async function closeOrder(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  order: Order,
  { to, notes }: Close,
): Promise<readonly number[]> {
  const { reservation } = order
  const now = shop.clock.now()
  await storeEndedContent(tx, order, now)
  const passes = await cancelPasses(tx, reservation.id, now)
  const events = await releaseHeld(tx, [reservation.id])
  await voidPassesOfOrders(tx, [reservation.id], now)
  await moveReservation(tx, reservation, to, { at: now, notes })
  await endPayments(tx, reservation.id, now)
  return [...events, ...passes]
}
