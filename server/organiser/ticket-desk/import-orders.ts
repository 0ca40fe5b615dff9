import type { TicketReservationCreationRequest } from '#contract/organiser-reservations.ts'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { fieldsOfCategory, readAnswer } from '#domain/catalog/fields/field.ts'
import { type AnswerFacts, judgeAnswers } from '#domain/catalog/fields/judge-answers.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { type Contact, checkAttendee, checkContact } from '#domain/order/reservation/contact.ts'
import { MUST_BE_SALEABLE } from '#domain/order/reservation/selection-problems.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { flatMapWithBreaks } from '#server/foundation/base/time.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import { storeImport } from './import-store.ts'
import { tooManyAttendees } from './reserve-for.ts'
import { type AttendeeRequest, type OrderRequest, orderRequestOf } from './order-request.ts'

/**
 * What is wrong with a list of orders, all of it at once, each with its place as in
 * `[3].tickets[0].attendees[1].email`: no buyer continues them, so what was sent must be right. What was left out may
 * be added to a ticket later. Whether a category is on sale and has seats left is found out when the order is made.
 */
export async function checkImport(
  requests: readonly TicketReservationCreationRequest[],
  { offer, now }: { readonly offer: OfferedEvent; readonly now: Instant },
): Promise<Problem[]> {
  if (requests.length === 0) return [NOTHING_SELECTED]
  const facts = factsOf(offer, now)
  return flatMapWithBreaks(requests, (request, index) => {
    const path = `[${index}].`
    const orderRequest = orderRequestOf(request)
    return [
      ...checkOrder(orderRequest, path),
      ...(request.subscriptionId ? [{ ...NO_PASS, field: `${path}subscriptionId` }] : []),
      ...(orderRequest.buyer
        ? below(`${path}user.`, sentOnly(orderRequest.buyer, checkContact(orderRequest.buyer)))
        : []),
      ...tooManyAttendees(orderRequest, path),
      ...checkGroups(orderRequest, { offer, facts, path }),
    ]
  })
}

const NOTHING_SELECTED = problem('error.STEP_1_SELECT_AT_LEAST_ONE')
/** A pass pays for an order whose buyer applies it. */
const NO_PASS = problem('error.restrictedValue')

const checkOrder = ({ groups }: OrderRequest, path: string): Problem[] =>
  groups.some(({ quantity }) => quantity > 0) ? [] : [{ ...NOTHING_SELECTED, field: `${path}tickets` }]

type Place = { readonly offer: OfferedEvent; readonly facts: AnswerFacts; readonly path: string }

function checkGroups({ groups }: OrderRequest, { offer, facts, path }: Place): Problem[] {
  return groups.flatMap(({ categoryId, attendees }, index) => {
    const at = `${path}tickets[${index}].`
    const category = offer.categories.find(({ id }) => id === categoryId)
    if (!category) return [{ ...MUST_BE_SALEABLE, field: `${at}ticketCategoryId` }]
    return attendees.flatMap((attendee, place) => {
      const ofAttendee = `${at}attendees[${place}].`
      return [
        ...sentOnly(attendee, checkAttendee(attendee, ofAttendee)),
        ...checkAnswers(attendee, category.id, { offer, facts, path: ofAttendee }),
      ]
    })
  })
}

/** Questions that were not answered stay open. */
function checkAnswers({ answers }: AttendeeRequest, category: CategoryId, { offer, facts, path }: Place): Problem[] {
  const answered = fieldsOfCategory(offer.fields, category).filter(
    field => readAnswer(field, answers.get(field.name) ?? []).length > 0,
  )
  return judgeAnswers(answered, { sent: answers, stored: new Map(), path }, facts)
}

/** Without the problems of what was left empty. */
function sentOnly(person: Contact, problems: readonly Problem[]): Problem[] {
  const empty = (['firstName', 'lastName', 'email'] as const).filter(name => person[name] === '')
  return problems.filter(({ field }) => !empty.some(name => field?.endsWith(name)))
}

const below = (path: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ field = '', ...one }) => ({ ...one, field: `${path}${field}` }))

/** The import does not ask the register of VAT numbers: they only have to look like one. */
function factsOf({ context, settings }: OfferedEvent, now: Instant): AnswerFacts {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(context.timeZone)
  return {
    today: local.toPlainDate().toString(),
    vat: { ...vatTerms(settings), isVerified: false, answers: new Map() },
  }
}

type Sent = {
  readonly shortName: string
  readonly keyId: number
  /** Of orders that name none. */
  readonly language: string
  readonly requests: readonly TicketReservationCreationRequest[]
}

/** Keeps a list of orders to be made, all of them or, when something is wrong with one, none; returns its id. */
export async function acceptImport(
  shop: Shop,
  { shortName, keyId, language, requests }: Sent,
): Promise<Outcome<string>> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) return refused(MUST_BE_SALEABLE)
  const now = shop.clock.now()
  const problems = await checkImport(requests, { offer, now })
  const [first] = problems
  if (first) return refused(first, ...problems.slice(1))
  const texts = await flatMapWithBreaks(requests, request => [
    JSON.stringify({ ...request, language: request.language ?? language }),
  ])
  const id = await transaction(shop.db, tx =>
    storeImport(tx, { eventId: offer.context.id, keyId, now, requests: texts }),
  )
  await shop.jobs.wake('make-imported-orders')
  return accepted(id)
}
