import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { noteAudit } from '#server/audit/audit.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { issueBillingDocument } from '#server/invoice/issue-document.ts'
import { mailOrder } from '#server/reservation/mail-order.ts'
import { saleOf } from '#server/reservation/sale-of.ts'
import { lockReservation } from '#server/reservation/reservations.ts'
import { isWaitingForTransfer } from '#domain/reservation/states.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import { type Instant, after } from '#domain/instant.ts'
import {
  dueFinalizations,
  isTransferDeferred,
  storeComplete,
  storeNextAttempt,
  storeSold,
  storeTransferArrived,
  storeWaiting,
} from './store.ts'

/**
 * Produces what a confirmed order promises, in one transaction: the tickets become good, or the order waits for its
 * transfer; the mails are queued. Run again, it finds nothing left to do (lifecycle C.1).
 */
export async function finalizeReservation(shop: Shop, id: ReservationId): Promise<void> {
  const sale = await saleOf(shop, id)
  if (!sale) return
  const isDone = await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    switch (reservation?.status) {
      case 'FINALIZING':
        await completeOrder(tx, shop, { sale, reservation })
        await noteAudit(tx, { at: shop.clock.now(), type: 'RESERVATION_COMPLETE', reservation })
        return true
      case 'OFFLINE_FINALIZING':
        await awaitTransfer(tx, shop, { sale, reservation })
        return true
      default:
        return false
    }
  })
  if (!isDone) return
  shop.log.finalized(id)
  await shop.jobs.wake('deliver-mail')
}

/** The bank transfer of a waiting order has arrived: its tickets become good (lifecycle A.3.10). False in other statuses. */
export async function confirmTransfer(shop: Shop, id: ReservationId): Promise<boolean> {
  const sale = await saleOf(shop, id)
  if (!sale) return false
  const isConfirmed = await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (!reservation || !isWaitingForTransfer(reservation.status) || !reservation.isReadyForConfirmation) return false
    await storeTransferArrived(tx, id, shop.clock.now())
    await noteAudit(tx, { at: shop.clock.now(), type: 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED', reservation })
    await completeOrder(tx, shop, { sale, reservation }, { isBuyerTold: isToldOfArrival({ sale, reservation }) })
    return true
  })
  if (!isConfirmed) return false
  shop.log.paymentConfirmed(id)
  await shop.jobs.wake('deliver-mail')
  return true
}

/** The first retry comes after 2 s, each further one after twice as long, at most a day (lifecycle A.4). */
export async function retryFinalizations(shop: Shop): Promise<number> {
  let finished = 0
  for (const { id, attempts } of await dueFinalizations(shop.db, shop.clock.now())) {
    try {
      await finalizeReservation(shop, id)
      finished += 1
    } catch (error) {
      shop.log.finalizingFailed(id, attempts + 1, error)
      await storeNextAttempt(shop.db, id, { at: nextAttempt(shop.clock.now(), attempts), attempts: attempts + 1 })
    }
  }
  return finished
}

function nextAttempt(now: Instant, attempts: number): Instant {
  return after(now, Math.min(2000 * 2 ** attempts, 86_400_000))
}

type Order = { readonly sale: EventForSale; readonly reservation: Reservation }

/** Who has arranged a deferred transfer with the organiser may be told by the organiser, too (lifecycle A.3.10). */
function isToldOfArrival({ sale, reservation }: Order): boolean {
  if (reservation.status !== 'DEFERRED_OFFLINE_PAYMENT') return true
  return sale.settings.flag('DEFERRED_BANK_TRANSFER_SEND_CONFIRMATION_EMAIL')
}

async function completeOrder(
  tx: Tx,
  shop: Shop,
  { sale, reservation }: Order,
  { isBuyerTold = true } = {},
): Promise<void> {
  const now = shop.clock.now()
  await storeSold(tx, reservation.id, {
    status: reservation.proxy === 'ON_SITE' ? 'TO_BE_PAID' : 'ACQUIRED',
    isLocked: !sale.settings.flag('ENABLE_TICKET_TRANSFER'),
  })
  await storeComplete(tx, reservation.id, now)
  const complete: Order = { sale, reservation: { ...reservation, status: 'COMPLETE', confirmedAt: now } }
  await issueBillingDocument(tx, shop, complete)
  await mailOrder(tx, shop, complete, { isBuyerTold })
}

async function awaitTransfer(tx: Tx, shop: Shop, { sale, reservation }: Order): Promise<void> {
  const status = (await isTransferDeferred(tx, reservation.id)) ? 'DEFERRED_OFFLINE_PAYMENT' : 'OFFLINE_PAYMENT'
  await storeWaiting(tx, reservation.id, status)
  await noteAudit(tx, { at: shop.clock.now(), type: 'RESERVATION_COMPLETE', reservation })
  const waiting: Order = { sale, reservation: { ...reservation, status } }
  await issueBillingDocument(tx, shop, waiting)
  await mailOrder(tx, shop, waiting)
}
