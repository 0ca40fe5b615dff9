import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { noteAudit } from '#server/audit/audit.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { issueBillingDocument } from '#server/invoice/issue-document.ts'
import { type Told, mailOrder } from '#server/reservation/mail-order.ts'
import { completeOrder } from '#server/reservation/read-order.ts'
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
        await makeGood(tx, shop, { sale, reservation })
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
    // The organiser has heard of the order when it was placed, and has just said that the money is there (lifecycle D).
    const told = { isBuyerTold: isToldOfArrival({ sale, reservation }), isOrganiserTold: false }
    await makeGood(tx, shop, { sale, reservation }, told)
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

async function makeGood(tx: Tx, shop: Shop, { sale, reservation }: Order, told?: Told): Promise<void> {
  const now = shop.clock.now()
  await storeSold(tx, reservation.id, {
    status: reservation.proxy === 'ON_SITE' ? 'TO_BE_PAID' : 'ACQUIRED',
    isLocked: !sale.settings.flag('ENABLE_TICKET_TRANSFER'),
  })
  await storeComplete(tx, reservation.id, now)
  await sendOut(tx, shop, { sale, reservation: { ...reservation, status: 'COMPLETE', confirmedAt: now } }, told)
}

async function awaitTransfer(tx: Tx, shop: Shop, { sale, reservation }: Order): Promise<void> {
  const status = (await isTransferDeferred(tx, reservation.id)) ? 'DEFERRED_OFFLINE_PAYMENT' : 'OFFLINE_PAYMENT'
  await storeWaiting(tx, reservation.id, status)
  await noteAudit(tx, { at: shop.clock.now(), type: 'RESERVATION_COMPLETE', reservation })
  await sendOut(tx, shop, { sale, reservation: { ...reservation, status } })
}

/** The document and the mails of an order whose new status is stored. */
async function sendOut(tx: Tx, shop: Shop, { sale, reservation }: Order, told?: Told): Promise<void> {
  const order = await completeOrder(tx, sale, reservation)
  await mailOrder(tx, shop, await issueBillingDocument(tx, shop, order), told)
}
