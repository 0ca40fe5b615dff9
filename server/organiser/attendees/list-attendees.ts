import type { AnsweredQuestion, AttendeeQuestion, DeskAttendee } from '#contract/desk-attendees.ts'
import type { AdditionalField, Answers } from '#domain/catalog/fields/field.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { answerInWords, questionInWords, ticketAnswers } from '#server/catalog/fields/fields.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import {
  type AnswerCount,
  type AttendeePage,
  type AttendeeRow,
  attendeesById,
  countAnswers,
  countQuestions,
  ticketsByName,
  ticketsBySeat,
} from './attendee-store.ts'

/** An attendee with the answers, as they are stored. */
export type Attendee = AttendeeRow & { readonly shortId: string; readonly category: string; readonly given: Answers }

/** Attendees by the ids of their tickets: two statements, however many there are. */
async function attendeesOf(db: Queryable, offer: OfferedEvent, ids: readonly bigint[]): Promise<Attendee[]> {
  const rows = await attendeesById(db, ids)
  const answers = await ticketAnswers(db, ids)
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  return rows.map(row => ({
    ...row,
    // The decoding edge: it is the id of a row.
    shortId: shortId({ id: row.orderId as ReservationId }, length),
    category: offer.categories.find(({ id }) => id === row.categoryId)?.name ?? '',
    given: answers.get(row.id) ?? NO_ANSWERS,
  }))
}

const NO_ANSWERS: Answers = new Map()

type Words = { readonly language: string; readonly maySeeMoney: boolean }

/** A page of the attendees of an event by name. */
export async function listAttendees(
  db: Queryable,
  offer: OfferedEvent,
  page: AttendeePage & Words,
): Promise<{ attendees: DeskAttendee[]; next: bigint | null }> {
  const ids = await ticketsByName(db, offer.context.id, page)
  const shown = ids.slice(0, page.limit)
  const attendees = await attendeesOf(db, offer, shown)
  return {
    attendees: attendees.map(one => presentAttendee(one, offer, page)),
    next: ids.length > page.limit ? (shown.at(-1) ?? null) : null,
  }
}

/** Attendees in the order of their seats; fewer than `limit` where there are no more. */
export async function attendeesBySeat(db: Queryable, offer: OfferedEvent, page: AttendeePage): Promise<Attendee[]> {
  return attendeesOf(db, offer, await ticketsBySeat(db, offer.context.id, page))
}

function presentAttendee(attendee: Attendee, { fields }: OfferedEvent, { language, maySeeMoney }: Words): DeskAttendee {
  const { publicId, firstName, lastName, email, category, group, isIn, inSince, given } = attendee
  const currency = writtenCurrency(attendee.currency)
  return {
    ticketId: publicId,
    firstName,
    lastName,
    email,
    category,
    state: group,
    isIn,
    inSince,
    order: { id: attendee.orderId, shortId: attendee.shortId, buyer: attendee.buyer, company: attendee.company },
    price: maySeeMoney ? printed(minor(attendee.price), currency ?? NO_CURRENCY) : null,
    currency: maySeeMoney ? currency : null,
    answers: Object.fromEntries(
      fields.flatMap(field => {
        const values = given.get(field.id) ?? []
        return values.length === 0 ? [] : [[String(field.id), answerInWords(field, values, language)]]
      }),
    ),
  }
}

/** The questions of an event in their order: those to its attendees, and those about its extras. */
export function questionsOf(offer: OfferedEvent, language: string): AttendeeQuestion[] {
  return offer.fields.map(field => presentQuestion(offer, field, language))
}

function presentQuestion({ services }: OfferedEvent, field: AdditionalField, language: string): AttendeeQuestion {
  const { id, name, subject } = field
  const extra = subject.kind === 'item' ? services.find(service => service.id === subject.serviceId) : undefined
  return {
    id,
    name,
    label: questionInWords(field, language),
    extra: extra ? inLanguage(extra.title, language) : null,
  }
}

/** So many answers to a question are listed. */
const MOST_ANSWERS = 100

/** How often each answer was given to each question of an event, by two statements; of sold tickets alone. */
export async function sumAnswers(db: Queryable, offer: OfferedEvent, language: string): Promise<AnsweredQuestion[]> {
  const { id } = offer.context
  const counts = Map.groupBy(await countAnswers(db, id, MOST_ANSWERS), ({ fieldId }) => fieldId)
  const asked = new Map((await countQuestions(db, id)).map(row => [row.fieldId, row]))
  return offer.fields.map(field => {
    const given = counts.get(field.id) ?? []
    const { asked: all = 0, answered = 0 } = asked.get(field.id) ?? {}
    return {
      question: presentQuestion(offer, field, language),
      asked: all,
      unanswered: all - answered,
      sums: inOrderOf(field, given).map(({ answer, count }) => ({
        answer,
        label: answerInWords(field, [answer], language),
        count,
      })),
      others: Math.max(0, (given[0]?.different ?? 0) - given.length),
    }
  })
}

type Sum = Pick<AnswerCount, 'answer' | 'count'>

/** Options as the buyer is offered them, also those that were never chosen; then what was typed. */
function inOrderOf({ options }: AdditionalField, given: readonly Sum[]): Sum[] {
  const offered = options.flatMap(({ value, isEnabled }): Sum[] => {
    const found = given.find(({ answer }) => answer === value)
    if (found) return [found]
    return isEnabled ? [{ answer: value, count: 0 }] : []
  })
  const known = new Set(options.map(({ value }) => value))
  return [...offered, ...given.filter(({ answer }) => !known.has(answer))]
}
