import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import { isListMade, isTimeForList, transfersToListBefore } from '#domain/order/reminder/reminder-times.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { type DueTransfer, composeTransfersDue } from './letters.ts'
import { amountOf, mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'
import { dueEvents, eachOffer } from './each-order.ts'
import { eventsToList, markListed, ordersToList, takeList } from './transfer-store.ts'

/** No language is known of an organiser: mails of jobs to them are in English (lifecycle D). */
const LANGUAGE = 'en'

const JOB = 'list-transfers'

/**
 * Mails organisers early in the morning of the event's place, once a day, which transfers are due by tomorrow or
 * overdue (lifecycle A.4). Returns how many lists were made.
 */
export async function listTransfers(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const due = await dueEvents(shop, JOB, await eventsToList(shop.db, now, JOB), ({ timeZone, listedAt }) => {
    const wall = onWall(now, timeZone)
    return isTimeForList(wall) && !isListMade(listedAt && onWall(listedAt, timeZone), wall)
  })
  const made = await eachOffer(shop, JOB, due, async offer => {
    if (!(await transaction(shop.db, tx => makeList(tx, shop, offer)))) return 0
    shop.log.reminded('transfers due', publicIdentifier(offer.context), 1)
    return 1
  })
  if (made > 0) await shop.jobs.wake('deliver-mail')
  return made
}

/** False when there is nothing to list, or a list was sent today. */
async function makeList(tx: Tx, shop: Shop, offer: OfferedContext): Promise<boolean> {
  const { context: event, settings } = offer
  const now = shop.clock.now()
  const wall = onWall(now, event.timeZone)
  const last = await takeList(tx, event)
  if (!last || isListMade(last.madeAt && onWall(last.madeAt, event.timeZone), wall)) return false
  const orders = await readAll(
    tx,
    await ordersToList(tx, event.id, fromWall(transfersToListBefore(wall), event.timeZone)),
  )
  if (orders.length === 0) return false
  const facts = {
    ...mailContext({ offer }, LANGUAGE),
    transfers: orders.map(reservation => dueTransfer(offer, reservation, now)),
    isRemovedAutomatically: settings.flag('AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT'),
  }
  const envelope = { offer, recipient: event.organization.email }
  await sendLetter(tx, shop, envelope, texts => composeTransfersDue(facts, texts))
  await markListed(tx, event, now)
  return true
}

async function readAll(tx: Tx, ids: readonly Reservation['id'][]): Promise<Reservation[]> {
  const found: Reservation[] = []
  for (const id of ids) {
    const reservation = await findReservation(tx, id)
    if (reservation) found.push(reservation)
  }
  return found
}

function dueTransfer(offer: OfferedContext, reservation: Reservation, now: number): DueTransfer {
  const { id, contact, validity } = reservation
  return {
    reservationId: id,
    shortId: shortIdOf({ reservation, offer }),
    amount: amountOf(reservation),
    buyer: { name: fullName(contact), email: contact.email },
    deadline: validity,
    isOverdue: validity <= now,
  }
}
