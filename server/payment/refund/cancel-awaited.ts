import { ZERO } from '#domain/foundation/money/money.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { type ChangedOrder, endOrder } from './change-order.ts'
import { mailChanged } from './mail-changed.ts'

type Cancellation = { readonly by: string; readonly areHoldersNotified: boolean }

/**
 * The organiser cancels a locked order whose transfer has not arrived: its seats are free, its buyer gets a mail, its invoice
 * is credited, and its row stays with its history, as of every order that its organiser ends (lifecycle A.3.12). Undefined
 * where no transfer is awaited.
 */
export async function cancelAwaited(
  tx: Tx,
  shop: Shop,
  { reservation, offer }: LockedOrder,
  { by, areHoldersNotified }: Cancellation,
): Promise<ChangedOrder | undefined> {
  if (!has(reservation, 'canTransferArrive')) return undefined
  const order = await completeOrder(tx, offer, reservation)
  const changed = await endOrder(tx, shop, order, { by })
  await mailChanged(tx, shop, { order, removed: null, changed, amount: ZERO, areHoldersNotified })
  return changed
}
