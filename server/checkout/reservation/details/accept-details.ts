import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { problem } from '#domain/foundation/problem.ts'
import { billingOnTerms } from '#domain/order/reservation/billing.ts'
import { type Attendee, type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/order/reservation/contact.ts'
import { type BookingDetails, type DetailsVerdict, judgeDetails } from '#domain/order/reservation/judge-details.ts'
import {
  answersTo,
  attendeeQuestionnaires,
  ownerQuestionnaires,
  placeItems,
} from '#domain/order/reservation/questionnaire.ts'
import { has } from '#domain/order/reservation/states.ts'
import {
  type RegisterAnswer,
  type RegisterAnswers,
  type VatNumber,
  keyOf,
} from '#domain/documents/tax-id/vat-number.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { findUninvited, isForGroup } from '#server/catalog/attendee-group/attendee-groups.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { eraseTicketAnswers, storeAnswers } from '#server/catalog/fields/fields.ts'
import { invoiceTerms, vatTerms } from '#server/foundation/setting/invoice-terms.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import type { DetailsRequest } from './read-details.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { findPlainOrder } from '#server/order/order/unlocked-order.ts'
import { type SettledBilling, numberOf, settleBilling, settledBilling } from './settle-billing.ts'
import { type StoredDetails, moveItems, storeDetails, storeOwner, storePlainDetails } from '../store.ts'
import { numbersToVerify } from '#domain/catalog/fields/judge-answers.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { lookUp } from '#server/documents/tax/look-up.ts'
import { findReservation } from '#server/order/order/reservations.ts'

type AcceptedDetails = { readonly warnings: DetailsVerdict['warnings'] }

/**
 * Stores what the buyer has typed, whatever is wrong with it, and then judges it (lifecycle A.3.2). Without problems, and
 * without warnings or when the buyer insists, the overview is open. Null unless the reservation is open. Refused with
 * the problems of booking contract section 6, or when the time is over.
 */
export async function acceptDetails(shop: Shop, sent: DetailsRequest): Promise<Outcome<AcceptedDetails> | null> {
  const plain = await acceptPlain(shop, sent)
  if (plain !== 'not plain') return plain
  const first = await judgeLocked(shop, sent, null)
  if (!first || first.kind === 'judged') return first && first.outcome
  const second = await judgeLocked(shop, sent, await lookUpNumbers(shop, first.offer, first.request))
  if (second?.kind === 'unknown') throw new Error(`reservation ${sent.id}: the register was asked already`)
  return second && second.outcome
}

/** The same of a plain order, without a transaction; `not plain`: nothing is stored, the order has to be taken by a lock. */
async function acceptPlain(shop: Shop, sent: DetailsRequest): Promise<Outcome<AcceptedDetails> | null | 'not plain'> {
  const order = await findPlainOrder(shop, sent.id)
  if (order === undefined) return null
  if (order === 'not plain') return order
  const now = shop.clock.now()
  if (order.reservation.validity <= now) return refused(problem('error.STEP_2_ORDER_HAS_EXPIRED'))
  const request = withoutHiddenFields(sent, order.offer.settings)
  if (areNumbersChecked(order.offer, request)) return 'not plain'
  if (namesAnotherTicket(request, order)) return refused(problem('error.generic'))
  const { contact } = request.details
  const facts = { request, answers: NO_NUMBERS, now, providers: shop.providers }
  const invoice = settledBilling(order, { ...facts, billing: request.billing, contact })
  if (!invoice) return 'not plain'
  const { verdict, stored, isPostponed } = judgeOrder(order, { ...facts, invoice, uninvited: NO_TICKETS })
  const isNoted = stored.isValidated && (verdict.warnings.length > 0 || isInvoicedTheItalianWay(order))
  if (isPostponed || isNoted) return 'not plain'
  const isStored = await storePlainDetails(shop.db, order, stored)
  return isStored ? acceptedUnless(verdict.problems, { warnings: verdict.warnings }) : 'not plain'
}

const NO_TICKETS: ReadonlySet<string> = new Set()

/** `unknown`: nothing is stored, because the register has to be asked about VAT numbers first. */
type Judged =
  | { readonly kind: 'judged'; readonly outcome: Outcome<AcceptedDetails> }
  | { readonly kind: 'unknown'; readonly offer: OfferedContext; readonly request: DetailsRequest }

/** Null unless the reservation is open. Without answers of the register when none have been asked for yet. */
async function judgeLocked(shop: Shop, sent: DetailsRequest, answers: RegisterAnswers | null): Promise<Judged | null> {
  const done = await onLockedOrder<Judged | null>(shop, sent.id, async (tx, { reservation, offer }) => {
    if (!has(reservation, 'isOpen')) return null
    const now = shop.clock.now()
    if (reservation.validity <= now) return judged(refused(problem('error.STEP_2_ORDER_HAS_EXPIRED')))
    const request = withoutHiddenFields(sent, offer.settings)
    if (!answers && areNumbersChecked(offer, request)) return { kind: 'unknown', offer, request }
    const order = await completeOrder(tx, offer, reservation)
    if (namesAnotherTicket(request, order)) return judged(refused(problem('error.generic')))
    const facts = { request, answers: answers ?? NO_NUMBERS, now, providers: shop.providers }
    const { problems, warnings } = await judgeAndStore(tx, order, facts)
    return judged(acceptedUnless(problems, { warnings }))
  })
  return done ?? null
}

const judged = (outcome: Outcome<AcceptedDetails>): Judged => ({ kind: 'judged', outcome })

const NO_NUMBERS: RegisterAnswers = new Map()

/** Whatever is sent: a field that is switched off is not asked, and so not answered. */
function withoutHiddenFields(sent: DetailsRequest, settings: Settings): DetailsRequest {
  return {
    ...sent,
    billing: billingOnTerms(sent.billing, invoiceTerms(settings)),
    customerReference: settings.flag('ENABLE_CUSTOMER_REFERENCE') ? sent.customerReference : null,
  }
}

/** What such an invoice says is noted when it changes (lifecycle K). */
function isInvoicedTheItalianWay({ offer, reservation }: Order): boolean {
  return invoiceTerms(offer.settings).isItalian && !isFree(reservation.price)
}

function namesAnotherTicket({ details }: DetailsRequest, { tickets }: Order): boolean {
  return [...details.attendees.keys(), ...details.namedLater].some(
    id => !tickets.some(({ publicId }) => publicId === id),
  )
}

type Facts = {
  readonly request: DetailsRequest
  readonly answers: RegisterAnswers
  readonly now: Instant
  readonly providers: Shop['providers']
}

async function judgeAndStore(tx: Tx, order: Order, facts: Facts): Promise<DetailsVerdict> {
  const { offer, tickets, reservation } = order
  const { request, now } = facts
  const { details, billing } = request
  const invoice = await settleBilling(tx, order, { ...facts, billing, contact: details.contact })
  const uninvited = await findUninvited(tx, offer.groupLinks, tickets.map(named(details)))
  const judged = judgeOrder(order, { ...facts, invoice, uninvited })
  const { verdict, stored, isPostponed, namedLater, questionnaires, items, placed, passes } = judged
  await storeDetails(tx, reservation.id, stored)
  await storeOwner(tx, order.passes, details.owner && storable(details.owner))
  const ofTickets = { ofTickets: answersTo([...questionnaires.values()]), ofItems: answersTo(items ?? []) }
  await storeAnswers(tx, { ...(!isPostponed && ofTickets), ofPasses: answersTo(passes) })
  await eraseTicketAnswers(tx, reservation.id, isPostponed ? 'all' : namedLater.map(({ id }) => id))
  if (details.items && placed) await moveItems(tx, request.id, placed)
  if (stored.isValidated) await noteAccepted(tx, order, verdict, now)
  return verdict
}

type JudgedFacts = Facts & {
  readonly invoice: SettledBilling
  /** The tickets whose holders are no members of the group they are for. */
  readonly uninvited: ReadonlySet<string>
}

/** Reads and stores nothing. */
function judgeOrder(order: Order, { request, answers, now, invoice, uninvited }: JudgedFacts) {
  const { offer, tickets } = order
  const { details } = request
  const isForced = offer.settings.flag('FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION') || isForGroup(offer, tickets)
  const isPostponed = details.isAssignmentPostponed && !isForced
  const namedLater = isForced ? [] : tickets.filter(({ publicId }) => details.namedLater.has(publicId))
  const namedNow = tickets.filter(ticket => !namedLater.includes(ticket))
  const questionnaires = attendeeQuestionnaires({ ...order, tickets: namedNow, fields: offer.fields }, details.answers)
  const placed = placeItems({ ...order, fields: offer.fields }, details.items)
  const items = placed?.filter(({ ticketId }) => !namedLater.some(({ id }) => id === ticketId))
  const passes = ownerQuestionnaires({ ...order, fields: offer.fields }, details.ownerAnswers)
  const verdict = judgeDetails(details, {
    tickets: questionnaires,
    uninvited,
    isPostponed,
    invoice: invoice.verdict,
    items,
    passes,
    answerFacts: { today: dayAt(now, offer.context.timeZone), vat: { ...vatTerms(offer.settings), answers } },
  })
  const stored: StoredDetails = {
    ...storableDetails(request),
    holders: isPostponed ? unnamed(tickets) : [...namedHolders(details, namedLater), ...unnamed(namedLater)],
    isInvoiceRequested: invoice.isInvoiceDue,
    isValidated: isAccepted(verdict, request),
  }
  return { verdict, stored, isPostponed, namedLater, questionnaires, items, placed, passes }
}

function isAccepted({ problems, warnings }: DetailsVerdict, { isInsisting }: DetailsRequest): boolean {
  return problems.length === 0 && (warnings.length === 0 || isInsisting)
}

async function noteAccepted(tx: Tx, order: Order, { warnings }: DetailsVerdict, at: Instant): Promise<void> {
  const { reservation } = order
  if (warnings.length > 0) await noteAudit(tx, { at, type: 'WARNING_IGNORED', reservation })
  if (isInvoicedTheItalianWay(order)) await noteAudit(tx, { at, type: 'BILLING_DATA_UPDATED', reservation })
}

function dayAt(now: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

function storableDetails({ details, billing, customerReference }: DetailsRequest) {
  return { contact: storable(details.contact), customerReference, billing }
}

type Holders = readonly (readonly [string, Attendee])[]

const namedHolders = ({ attendees }: BookingDetails, namedLater: readonly Ticket[]): Holders =>
  [...attendees]
    .filter(([ticket]) => !namedLater.some(({ publicId }) => publicId === ticket))
    .map(([ticket, holder]) => [ticket, { ...storable(holder), language: holder.language }] as const)

/** The buyer says later who is coming: a person named before is taken off the ticket, and gets neither ticket nor mail. */
const unnamed = (tickets: readonly Ticket[]): Holders =>
  tickets.map(({ publicId, language }) => [publicId, { firstName: '', lastName: '', email: '', language }] as const)

/** The ticket with the address it is for by these details. */
function named({ attendees }: BookingDetails) {
  return ({ publicId, categoryId }: Ticket) => ({ publicId, categoryId, email: attendees.get(publicId)?.email ?? null })
}

/** As much of it as there is room for: what is too long is reported to the buyer, who still has it on the screen. */
function storable({ firstName, lastName, email }: Contact): Contact {
  return {
    firstName: firstName.slice(0, NAME_MAX_LENGTH),
    lastName: lastName.slice(0, NAME_MAX_LENGTH),
    email: email.slice(0, EMAIL_MAX_LENGTH),
  }
}

/** Is there a VAT number in the details that the register may have to be asked about? */
function areNumbersChecked(offer: OfferedContext, { billing }: DetailsRequest): boolean {
  return numberOf(billing, offer) !== null || hasNumberField(offer)
}

const hasNumberField = ({ fields }: OfferedContext): boolean => fields.some(({ type }) => type === 'VAT_NUMBER')

/**
 * What the register says of the VAT numbers in the details: the buyer's, and those attendees gave. Asked before the
 * transaction, which waits only for PostgreSQL, and only for an order that is still to be filled in.
 */
async function lookUpNumbers(shop: Shop, offer: OfferedContext, request: DetailsRequest): Promise<RegisterAnswers> {
  const ofBuyer = numberOf(request.billing, offer)
  const hasAttendeeNumbers = hasNumberField(offer)
  const reservation = ofBuyer || hasAttendeeNumbers ? await findReservation(shop.db, request.id) : undefined
  if (!reservation || !isOpen(reservation, shop.clock.now())) return new Map()
  const ofAttendees = hasAttendeeNumbers ? await numbersOfAttendees(shop, { offer, reservation, request }) : []
  const isBuyerChecked = ofBuyer !== null && !isFree(reservation.price)
  return registerAnswersTo(shop, isBuyerChecked ? [ofBuyer, ...ofAttendees] : ofAttendees)
}

/** One after the other. Once the register doesn't answer, the request does not wait for it again. */
async function registerAnswersTo(shop: Shop, numbers: readonly VatNumber[]): Promise<RegisterAnswers> {
  const answers = new Map<string, RegisterAnswer>()
  for (const number of numbers) {
    if (answers.has(keyOf(number))) continue
    const answer = await lookUp(shop, number)
    answers.set(keyOf(number), answer)
    if (answer === 'unreachable') break
  }
  return answers
}

const isOpen = (reservation: Reservation, now: Instant): boolean =>
  has(reservation, 'isOpen') && reservation.validity > now

async function numbersOfAttendees(
  { db }: Shop,
  { offer, reservation, request }: { offer: OfferedContext; reservation: Reservation; request: DetailsRequest },
): Promise<VatNumber[]> {
  const order = { ...(await completeOrder(db, offer, reservation)), fields: offer.fields }
  const { details } = request
  const questionnaires = [
    ...attendeeQuestionnaires(order, details.answers).values(),
    ...(placeItems(order, details.items) ?? []),
    ...ownerQuestionnaires(order, details.ownerAnswers),
  ]
  return questionnaires.flatMap(({ fields, ...input }) => numbersToVerify(fields, input, vatTerms(offer.settings)))
}
