import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import {
  isListMade,
  isTimeForList,
  transfersToListBefore,
  transfersToRemindBefore,
} from '#domain/order/reminder/reminder-times.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import {
  amountOf,
  mailContext,
  paymentInstructions,
  shortIdOf,
  transferCodeIn,
} from '#server/order/order/describe-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { numberEverywhere } from '#server/foundation/setting/settings.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { type DueTransfer, composeTransferReminder, composeTransfersDue } from './letters.ts'
import { dueEvents, eachOffer, eachOrder } from './each-order.ts'
import {
  type EventToRemind,
  eventsToList,
  eventsToRemind,
  markListed,
  markReminded,
  ordersToList,
  ordersToRemind,
  takeList,
  takeToRemind,
} from './transfer-store.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'

const REMINDERS_JOB = 'remind-of-transfers'

/**
 * Reminds buyers, once, whose transfer has not arrived on the last days (OFFLINE_REMINDER_HOURS, lifecycle A.4). Answers
 * how many were reminded.
 */
export async function remindOfTransfers(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const ahead = await numberEverywhere(shop.db, 'OFFLINE_REMINDER_HOURS')
  // A day more than any setting: the last one is a whole day in its zone.
  const horizon = after(now, hours(Math.max(...ahead.values)) + days(1))
  const events = await eventsToRemind(shop.db, { now, job: REMINDERS_JOB, before: horizon })
  const isDue = ({ id, organizationId, timeZone, firstDeadline }: EventToRemind) => {
    const last = transfersToRemindBefore(onWall(now, timeZone), ahead.at({ contextId: id, organizationId }))
    return firstDeadline < fromWall(last, timeZone)
  }
  return eachOffer(shop, REMINDERS_JOB, await dueEvents(shop, REMINDERS_JOB, events, isDue), offer =>
    remindBuyersOf(shop, offer),
  )
}

async function remindBuyersOf(shop: Shop, offer: OfferedContext): Promise<number> {
  const { context: event, settings } = offer
  const now = shop.clock.now()
  const last = transfersToRemindBefore(onWall(now, event.timeZone), settings.number('OFFLINE_REMINDER_HOURS'))
  const ids = await ordersToRemind(shop.db, event.id, {
    now,
    job: REMINDERS_JOB,
    before: fromWall(last, event.timeZone),
  })
  const reminded = await eachOrder(shop, REMINDERS_JOB, ids, (tx, id) => remindBuyer(tx, shop, offer, id))
  if (reminded > 0) shop.log.reminded('transfer', publicIdentifier(event), reminded)
  return reminded
}

async function remindBuyer(tx: Tx, shop: Shop, offer: OfferedContext, id: ReservationId): Promise<number> {
  const now = shop.clock.now()
  const reservation = (await takeToRemind(tx, id, now)) ? await findReservation(tx, id) : undefined
  if (!reservation) return 0
  const order = { offer, reservation }
  const transfer = paymentInstructions(shop, order)
  if (transfer.kind !== 'bank-transfer') return 0
  const facts = {
    ...mailContext(order, reservation.language),
    buyer: reservation.contact,
    transfer,
    url: orderUrl(shop, order),
  }
  const attachments = transferCodeIn(transfer, id)
  const envelope = { offer, reservation, recipient: reservation.contact.email, attachments }
  await sendLetter(tx, shop, envelope, texts => composeTransferReminder(facts, texts))
  await markReminded(tx, id, now)
  return 1
}

/** No language is known of an organiser: mails of jobs to them are in English (lifecycle D). */
const LANGUAGE = 'en'

const LISTS_JOB = 'list-transfers'

/**
 * Mails organisers early in the morning of the event's place, once a day, which transfers are due by tomorrow or
 * overdue (lifecycle A.4). Returns how many lists were made.
 */
export async function listTransfers(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const due = await dueEvents(
    shop,
    LISTS_JOB,
    await eventsToList(shop.db, now, LISTS_JOB),
    ({ timeZone, listedAt }) => {
      const wall = onWall(now, timeZone)
      return isTimeForList(wall) && !isListMade(listedAt && onWall(listedAt, timeZone), wall)
    },
  )
  const made = await eachOffer(shop, LISTS_JOB, due, async offer => {
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
