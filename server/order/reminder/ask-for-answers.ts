import { fieldsOfCategory } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Ticket, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { findReservation, ticketsOf } from '#server/order/order/reservations.ts'
import { ticketUpdateUrl } from '#server/mail/letter/page-urls.ts'
import { flagEverywhere } from '#server/foundation/setting/settings.ts'
import { composeAnswersReminder } from './letters.ts'
import { seasonToAsk } from './ask-for-names.ts'
import {
  type BeginningEvent,
  type Questions,
  eventsWithUnanswered,
  markAnswersAsked,
  ordersWithoutAnswers,
  takeWithoutAnswers,
} from './attendee-store.ts'
import { dueEvents, eachEvent, eachOrder } from './each-order.ts'

const JOB = 'ask-for-answers'

/**
 * Asks holders, once a ticket, who have answered none of the questions they may leave open, or left others open because a pass
 * got them the ticket; where the organiser wants it (OPTIONAL_DATA_REMINDER_ENABLED, lifecycle A.4). Returns how many were asked.
 */
export async function askForAnswers(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const isWanted = await flagEverywhere(shop.db, 'OPTIONAL_DATA_REMINDER_ENABLED')
  if (!isWanted.values.includes(true)) return 0
  const season = await seasonToAsk(shop)
  const events = await eventsWithUnanswered(shop.db, season.until, { now, job: JOB })
  const isDue = (event: BeginningEvent) =>
    isWanted.at({ contextId: event.id, organizationId: event.organizationId }) && season.isOn(event)
  return eachEvent(shop, JOB, await dueEvents(shop, JOB, events, isDue), async offer => {
    const questions = { now, job: JOB, ...questionsOf(offer) } as const
    if (questions.optional.length + questions.required.length === 0) return 0
    const ids = await ordersWithoutAnswers(shop.db, offer.context.id, questions)
    const count = await eachOrder(shop, JOB, ids, (tx, id) => askHolders(tx, shop, { offer, id, questions }))
    if (count > 0) shop.log.reminded('answers', offer.context.shortName, count)
    return count
  })
}

function questionsOf({ categories, fields }: OfferedEvent): Pick<Questions, 'optional' | 'required'> {
  const asked = categories.flatMap(({ id: categoryId }) =>
    fieldsOfCategory(fields, categoryId).map(({ id: fieldId, isRequired }) => ({ categoryId, fieldId, isRequired })),
  )
  return { optional: asked.filter(one => !one.isRequired), required: asked.filter(one => one.isRequired) }
}

type Asking = { readonly offer: OfferedEvent; readonly id: ReservationId; readonly questions: Questions }

async function askHolders(tx: Tx, shop: Shop, { offer, id, questions }: Asking): Promise<number> {
  const taken = await takeWithoutAnswers(tx, id, questions)
  const reservation = taken.length > 0 ? await findReservation(tx, id) : undefined
  if (!reservation) return 0
  for (const ticket of await ticketsOf(tx, id)) {
    const unanswered = taken.find(one => one.id === ticket.id)
    if (unanswered) await askHolder(tx, shop, { offer, reservation, ticket, isRequired: unanswered.isRequired })
  }
  await markAnswersAsked(
    tx,
    taken.map(one => one.id),
    questions.now,
  )
  return taken.length
}

type Asked = {
  readonly offer: OfferedEvent
  readonly reservation: Reservation
  readonly ticket: Ticket
  /** Who has to answer a question is asked all of them; others only those that are open. */
  readonly isRequired: boolean
}

async function askHolder(tx: Tx, shop: Shop, { offer, reservation, ticket, isRequired }: Asked): Promise<void> {
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
