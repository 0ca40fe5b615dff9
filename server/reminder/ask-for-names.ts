import { after, days } from '#domain/instant.ts'
import { isSeasonToAsk } from '#domain/reminder/reminder-times.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import { holderOf } from '#domain/ticket/ticket.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import type { Tx } from '#server/database/database.ts'
import { composeNamesReminder } from '#server/documents/mail/names-reminder.ts'
import { queueMail } from '#server/documents/mail/queue.ts'
import { textsOf } from '#server/language/overrides.ts'
import { mailContext } from '#server/reservation/describe-order.ts'
import { findReservation, ticketsOf } from '#server/reservation/reservations.ts'
import { SETTINGS } from '#server/setting/registry.ts'
import { senderOf } from '#server/ticket/mail-parts.ts'
import { onWall } from '#server/wall-clock.ts'
import { type Peace, eventsBeginning, markNamesAsked, ordersWithoutNames, takeWithoutNames } from './attendee-store.ts'
import { eachOrder } from './each-order.ts'
import { orderUrl } from '#server/reservation/order-url.ts'

/**
 * Asks buyers who is coming, as long as nobody holds some of their tickets: from ASSIGNMENT_REMINDER_START days before the
 * event, every ASSIGNMENT_REMINDER_INTERVAL days (lifecycle A.4). Answers how many were asked.
 */
export async function askForNames(shop: Shop): Promise<number> {
  let asked = 0
  for (const sale of await eventsInSeason(shop)) {
    const now = shop.clock.now()
    const peace = { now, since: after(now, -days(sale.settings.number('ASSIGNMENT_REMINDER_INTERVAL'))) }
    const ids = await ordersWithoutNames(shop.db, sale.event.id, peace)
    const count = await eachOrder(shop, ids, (tx, id) => askBuyer(tx, shop, { sale, id, peace }))
    if (count > 0) shop.log.reminded('names', sale.event.shortName, count)
    asked += count
  }
  return asked
}

/** Events that begin soon enough for their attendees to be asked, and have not been withdrawn. */
export async function eventsInSeason(shop: Shop): Promise<EventForSale[]> {
  const now = shop.clock.now()
  const found: EventForSale[] = []
  // A day more than anybody can ask for: the first one is a whole day in its zone.
  for (const id of await eventsBeginning(shop.db, now, SETTINGS.ASSIGNMENT_REMINDER_START.max + 1)) {
    const sale = await shop.catalog.eventOf(id)
    const { event, settings } = sale
    const [wall, startsAt] = [onWall(now, event.timeZone), onWall(event.startsAt, event.timeZone)]
    const daysBefore = settings.number('ASSIGNMENT_REMINDER_START')
    if (event.status !== 'DISABLED' && isSeasonToAsk({ now: wall, startsAt, daysBefore })) found.push(sale)
  }
  return found
}

type Asking = { readonly sale: EventForSale; readonly id: ReservationId; readonly peace: Peace }

async function askBuyer(tx: Tx, shop: Shop, { sale, id, peace }: Asking): Promise<number> {
  const reservation = (await takeWithoutNames(tx, id, peace)) ? await findReservation(tx, id) : undefined
  if (!reservation) return 0
  const order = { sale, reservation }
  const tickets = await ticketsOf(tx, id)
  const mail = composeNamesReminder(
    {
      ...mailContext(order, reservation.language),
      buyer: reservation.contact,
      tickets: { unnamed: tickets.filter(ticket => !holderOf(ticket)).length, all: tickets.length },
      url: orderUrl(shop, order),
    },
    textsOf(sale, shop.texts),
  )
  const letter = { ...senderOf(order), recipient: reservation.contact.email, attachments: [] }
  await queueMail(tx, { ...mail, ...letter }, peace.now)
  await markNamesAsked(tx, id, peace.now)
  return 1
}
