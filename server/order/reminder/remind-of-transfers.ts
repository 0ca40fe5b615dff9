import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { transfersToRemindBefore } from '#domain/order/reminder/reminder-times.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext, paymentToTell } from '#server/order/order/describe-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { numberEverywhere } from '#server/foundation/setting/settings.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { composeTransferReminder } from './letters.ts'
import { dueEvents, eachOffer, eachOrder } from './each-order.ts'
import { type EventToRemind, eventsToRemind, markReminded, ordersToRemind, takeToRemind } from './transfer-store.ts'

const JOB = 'remind-of-transfers'

/**
 * Reminds buyers, once, whose transfer has not arrived on the last days (OFFLINE_REMINDER_HOURS, lifecycle A.4). Answers
 * how many were reminded.
 */
export async function remindOfTransfers(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const ahead = await numberEverywhere(shop.db, 'OFFLINE_REMINDER_HOURS')
  // A day more than any setting: the last one is a whole day in its zone.
  const horizon = after(now, hours(Math.max(...ahead.values)) + days(1))
  const events = await eventsToRemind(shop.db, { now, job: JOB, before: horizon })
  const isDue = ({ id, organizationId, timeZone, firstDeadline }: EventToRemind) => {
    const last = transfersToRemindBefore(onWall(now, timeZone), ahead.at({ contextId: id, organizationId }))
    return firstDeadline < fromWall(last, timeZone)
  }
  return eachOffer(shop, JOB, await dueEvents(shop, JOB, events, isDue), offer => remindBuyersOf(shop, offer))
}

async function remindBuyersOf(shop: Shop, offer: OfferedContext): Promise<number> {
  const { context: event, settings } = offer
  const now = shop.clock.now()
  const last = transfersToRemindBefore(onWall(now, event.timeZone), settings.number('OFFLINE_REMINDER_HOURS'))
  const ids = await ordersToRemind(shop.db, event.id, { now, job: JOB, before: fromWall(last, event.timeZone) })
  const reminded = await eachOrder(shop, JOB, ids, (tx, id) => remindBuyer(tx, shop, offer, id))
  if (reminded > 0) shop.log.reminded('transfer', publicIdentifier(event), reminded)
  return reminded
}

async function remindBuyer(tx: Tx, shop: Shop, offer: OfferedContext, id: ReservationId): Promise<number> {
  const now = shop.clock.now()
  const reservation = (await takeToRemind(tx, id, now)) ? await findReservation(tx, id) : undefined
  if (!reservation) return 0
  const order = { offer, reservation }
  const transfer = paymentToTell(shop, order)
  if (transfer.kind !== 'bank-transfer') return 0
  const facts = {
    ...mailContext(order, reservation.language),
    buyer: reservation.contact,
    transfer,
    url: orderUrl(shop, order),
  }
  const envelope = { offer, reservation, recipient: reservation.contact.email }
  await sendLetter(tx, shop, envelope, texts => composeTransferReminder(facts, texts))
  await markReminded(tx, id, now)
  return 1
}
