import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { isSeasonToAsk } from '#domain/order/reminder/reminder-times.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { findReservation, ticketsOf } from '#server/order/order/reservations.ts'
import { numberEverywhere } from '#server/foundation/setting/settings.ts'
import { onWall } from '#domain/foundation/wall-clock.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { composeNamesReminder } from './letters.ts'
import {
  type BeginningEvent,
  type ReminderCutoff,
  eventsWithoutNames,
  markNamesAsked,
  ordersWithoutNames,
  takeWithoutNames,
} from './attendee-store.ts'
import { dueEvents, eachEvent, eachOrder } from './each-order.ts'

const JOB = 'ask-for-names'

/**
 * Asks buyers who is coming, as long as some of their tickets have no holder: from ASSIGNMENT_REMINDER_START days
 * before the event, every ASSIGNMENT_REMINDER_INTERVAL days (lifecycle A.4). Returns how many were asked.
 */
export async function askForNames(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const interval = await numberEverywhere(shop.db, 'ASSIGNMENT_REMINDER_INTERVAL')
  const cutoffOf = (count: number) => ({ now, job: JOB, since: after(now, -days(count)) }) as const
  const season = await seasonToAsk(shop)
  const events = await eventsWithoutNames(shop.db, season.until, cutoffOf(Math.min(...interval.values)))
  return eachEvent(shop, JOB, await dueEvents(shop, JOB, events, season.isOn), async offer => {
    const cutoff = cutoffOf(offer.settings.number('ASSIGNMENT_REMINDER_INTERVAL'))
    const ids = await ordersWithoutNames(shop.db, offer.context.id, cutoff)
    const count = await eachOrder(shop, JOB, ids, (tx, id) => askBuyer(tx, shop, { offer, id, cutoff }))
    if (count > 0) shop.log.reminded('names', offer.context.shortName, count)
    return count
  })
}

export type AskingSeason = {
  /** The job skips events that begin after this. */
  readonly until: Instant
  isOn(event: BeginningEvent): boolean
}

/** When attendees of an event are asked: ASSIGNMENT_REMINDER_START is read at once for all events. */
export async function seasonToAsk({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<AskingSeason> {
  const now = clock.now()
  const start = await numberEverywhere(db, 'ASSIGNMENT_REMINDER_START')
  return {
    // A day more than any setting: the first one is a whole day in its zone.
    until: after(now, days(Math.max(...start.values) + 1)),
    isOn: ({ id, organizationId, timeZone, startsAt }) =>
      isSeasonToAsk({
        now: onWall(now, timeZone),
        startsAt: onWall(startsAt, timeZone),
        daysBefore: start.at({ contextId: id, organizationId }),
      }),
  }
}

type Asking = { readonly offer: OfferedEvent; readonly id: ReservationId; readonly cutoff: ReminderCutoff }

async function askBuyer(tx: Tx, shop: Shop, { offer, id, cutoff }: Asking): Promise<number> {
  const reservation = (await takeWithoutNames(tx, id, cutoff)) ? await findReservation(tx, id) : undefined
  if (!reservation) return 0
  const order = { offer, reservation }
  const tickets = await ticketsOf(tx, id)
  const facts = {
    ...mailContext(order, reservation.language),
    buyer: reservation.contact,
    tickets: { unnamed: tickets.filter(ticket => !holderOf(ticket)).length, all: tickets.length },
    url: orderUrl(shop, order),
  }
  const envelope = { ...order, recipient: reservation.contact.email }
  await sendLetter(tx, shop, envelope, texts => composeNamesReminder(facts, texts))
  await markNamesAsked(tx, id, cutoff.now)
  return 1
}
