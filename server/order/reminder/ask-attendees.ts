import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { isSeasonToAsk } from '#domain/order/reminder/reminder-times.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Ticket, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { findReservation, ticketsOf } from '#server/order/order/reservations.ts'
import { flagEverywhere, numberEverywhere } from '#server/foundation/setting/settings.ts'
import { onWall } from '#domain/foundation/wall-clock.ts'
import { orderUrl, ticketUpdateUrl } from '#server/mail/letter/page-urls.ts'
import { composeAnswersReminder, composeNamesReminder } from './letters.ts'
import {
  type BeginningEvent,
  type Questions,
  type ReminderCutoff,
  eventsWithUnanswered,
  eventsWithoutNames,
  markAnswersReminded,
  markNamesReminded,
  ordersWithoutAnswers,
  ordersWithoutNames,
  takeWithoutAnswers,
  takeWithoutNames,
} from './attendee-store.ts'
import { dueEvents, eachEvent, eachOrder } from './each-order.ts'
import { fieldsOfCategory } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'

const NAMES_JOB = 'ask-for-names'

/**
 * Asks buyers who is coming, as long as some of their tickets have no holder: from ASSIGNMENT_REMINDER_START days
 * before the event, every ASSIGNMENT_REMINDER_INTERVAL days (lifecycle A.4). Returns how many were asked.
 */
export async function askForNames(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const interval = await numberEverywhere(shop.db, 'ASSIGNMENT_REMINDER_INTERVAL')
  const cutoffOf = (count: number) => ({ now, job: NAMES_JOB, since: after(now, -days(count)) }) as const
  const season = await seasonToAsk(shop)
  const events = await eventsWithoutNames(shop.db, season.until, cutoffOf(Math.min(...interval.values)))
  return eachEvent(shop, NAMES_JOB, await dueEvents(shop, NAMES_JOB, events, season.isOn), async offer => {
    const cutoff = cutoffOf(offer.settings.number('ASSIGNMENT_REMINDER_INTERVAL'))
    const ids = await ordersWithoutNames(shop.db, offer.context.id, cutoff)
    const count = await eachOrder(shop, NAMES_JOB, ids, (tx, id) => askBuyer(tx, shop, { offer, id, cutoff }))
    if (count > 0) shop.log.reminded('names', offer.context.shortName, count)
    return count
  })
}

type AskingSeason = {
  /** The job skips events that begin after this. */
  readonly until: Instant
  isOn(event: BeginningEvent): boolean
}

/** When attendees of an event are asked: ASSIGNMENT_REMINDER_START is read at once for all events. */
async function seasonToAsk({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<AskingSeason> {
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

type NamesRequest = { readonly offer: OfferedEvent; readonly id: ReservationId; readonly cutoff: ReminderCutoff }

async function askBuyer(tx: Tx, shop: Shop, { offer, id, cutoff }: NamesRequest): Promise<number> {
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
  await markNamesReminded(tx, id, cutoff.now)
  return 1
}

const ANSWERS_JOB = 'ask-for-answers'

/**
 * Asks holders, once a ticket, who have answered none of the questions they may leave open, or left others open because a pass
 * got them the ticket; where the organiser wants it (OPTIONAL_DATA_REMINDER_ENABLED, lifecycle A.4). Returns how many were asked.
 */
export async function askForAnswers(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const isOn = await flagEverywhere(shop.db, 'OPTIONAL_DATA_REMINDER_ENABLED')
  if (!isOn.values.includes(true)) return 0
  const season = await seasonToAsk(shop)
  const events = await eventsWithUnanswered(shop.db, season.until, { now, job: ANSWERS_JOB })
  const isDue = (event: BeginningEvent) =>
    isOn.at({ contextId: event.id, organizationId: event.organizationId }) && season.isOn(event)
  return eachEvent(shop, ANSWERS_JOB, await dueEvents(shop, ANSWERS_JOB, events, isDue), async offer => {
    const questions = { now, job: ANSWERS_JOB, ...questionsOf(offer) } as const
    if (questions.optional.length + questions.required.length === 0) return 0
    const ids = await ordersWithoutAnswers(shop.db, offer.context.id, questions)
    const count = await eachOrder(shop, ANSWERS_JOB, ids, (tx, id) => askHolders(tx, shop, { offer, id, questions }))
    if (count > 0) shop.log.reminded('answers', offer.context.shortName, count)
    return count
  })
}

function questionsOf({ categories, fields }: OfferedEvent): Pick<Questions, 'optional' | 'required'> {
  const inCategories = categories.flatMap(({ id: categoryId }) =>
    fieldsOfCategory(fields, categoryId).map(({ id: fieldId, isRequired }) => ({ categoryId, fieldId, isRequired })),
  )
  return { optional: inCategories.filter(one => !one.isRequired), required: inCategories.filter(one => one.isRequired) }
}

type AnswersRequest = { readonly offer: OfferedEvent; readonly id: ReservationId; readonly questions: Questions }

async function askHolders(tx: Tx, shop: Shop, { offer, id, questions }: AnswersRequest): Promise<number> {
  const taken = await takeWithoutAnswers(tx, id, questions)
  const reservation = taken.length > 0 ? await findReservation(tx, id) : undefined
  if (!reservation) return 0
  for (const ticket of await ticketsOf(tx, id)) {
    const unanswered = taken.find(one => one.id === ticket.id)
    if (unanswered) await askHolder(tx, shop, { offer, reservation, ticket, isRequired: unanswered.isRequired })
  }
  await markAnswersReminded(
    tx,
    taken.map(one => one.id),
    questions.now,
  )
  return taken.length
}

type AnswerRequest = {
  readonly offer: OfferedEvent
  readonly reservation: Reservation
  readonly ticket: Ticket
  /** Who has to answer a question is asked all of them; others only those that are open. */
  readonly isRequired: boolean
}

async function askHolder(tx: Tx, shop: Shop, { offer, reservation, ticket, isRequired }: AnswerRequest): Promise<void> {
  const holder = holderOf(ticket)
  if (!holder) throw new Error(`ticket ${ticket.id} has no holder to be asked`)
  const order = { offer, reservation }
  const language = ticket.language ?? reservation.language
  const facts = {
    ...mailContext(order, language),
    holder,
    isRequired,
    questions: fieldsOfCategory(offer.fields, ticket.categoryId)
      .filter(field => isRequired || !field.isRequired)
      .map(({ label }) => inLanguage(label, language)),
    url: ticketUpdateUrl(shop, { offer, ticket, language }),
  }
  await sendLetter(tx, shop, { ...order, recipient: holder.email }, texts => composeAnswersReminder(facts, texts))
}
