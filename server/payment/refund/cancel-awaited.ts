import { ZERO } from '#domain/foundation/money/money.ts'
import { canMove, has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { takeInvoiceBack } from '#server/order/invoice/take-invoice-back.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { type ChangedOrder, UNCHANGED } from './change-order.ts'
import { mailChanged } from './mail-changed.ts'

type Cancellation = { readonly by: string; readonly areHoldersNotified: boolean }

/**
 * The organiser cancels a locked order whose transfer has not arrived: its seats are free, and its buyer gets a mail. An order
 * with an invoice is credited, any other is deleted, as when its time runs out (lifecycle A.3.11). Undefined where no
 * transfer is awaited.
 */
export async function cancelAwaited(
  tx: Tx,
  shop: Shop,
  { reservation, offer }: LockedOrder,
  { by, areHoldersNotified }: Cancellation,
): Promise<ChangedOrder | undefined> {
  if (!has(reservation, 'canTransferArrive') || !canMove(reservation.status, 'CREDIT_NOTE_ISSUED')) return undefined
  const order = await completeOrder(tx, offer, reservation)
  const cause = { type: 'CANCEL_RESERVATION', by } as const
  const credited = await takeInvoiceBack(tx, shop, order, [cause])
  const changed = {
    ...UNCHANGED,
    tickets: order.tickets.length,
    creditNote: credited ?? null,
    events: credited?.events ?? [offer.context.id],
  }
  await mailChanged(tx, shop, { order, removed: null, changed, amount: ZERO, areHoldersNotified })
  if (!credited) await discardReservations(tx, [reservation.id], { at: shop.clock.now(), ...cause })
  return changed
}
