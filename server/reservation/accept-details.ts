import { mergedAnswers } from '#domain/fields/answers.ts'
import type { Instant } from '#domain/instant.ts'
import { type Outcome, acceptedUnless, refused } from '#domain/outcome.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import { problem } from '#domain/problem.ts'
import { billingAskedFor } from '#domain/reservation/billing.ts'
import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/reservation/contact.ts'
import type { DetailsVerdict } from '#domain/reservation/details-verdict.ts'
import { type BookingDetails, judgeDetails } from '#domain/reservation/judge-details.ts'
import { type AskedOf, askedOfAttendees, placeItems } from '#domain/reservation/questionnaire.ts'
import type { RegisterAnswers } from '#domain/tax-id/register-answer.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import { findUninvited } from '#server/attendee-group/find-uninvited.ts'
import { isForGroup } from '#server/attendee-group/group-links.ts'
import { noteAudit } from '#server/audit/audit.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { storeAnswers } from '#server/fields/answers.ts'
import { invoiceTerms, vatTerms } from '#server/setting/invoice-terms.ts'
import type { Settings } from '#server/setting/settings.ts'
import type { DetailsRequest } from './details-request.ts'
import { lookUpNumbers } from './look-up-numbers.ts'
import { type Order, completeOrder } from './read-order.ts'
import { lockReservation } from './reservations.ts'
import { saleOf } from './sale-of.ts'
import { settleBilling } from './settle-billing.ts'
import { moveItems, storeAttendee, storeContact, storeValidated } from './store.ts'

export type AcceptedDetails = { readonly warnings: DetailsVerdict['warnings'] }

/**
 * Stores what the buyer has typed, whatever is wrong with it, and then judges it (lifecycle A.3.2). Without problems, and
 * without warnings or when the buyer insists, the overview is open. Null unless the reservation is PENDING. Refused with
 * the problems of booking contract section 6, or when the time is over.
 */
export async function acceptDetails(shop: Shop, sent: DetailsRequest): Promise<Outcome<AcceptedDetails> | null> {
  const { id } = sent
  const sale = await saleOf(shop, id)
  if (!sale) return null
  const request = askedFor(sent, sale.settings)
  const answers = await lookUpNumbers(shop, sale, request)
  return transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (reservation?.status !== 'PENDING') return null
    const now = shop.clock.now()
    if (reservation.validity <= now) return refused(problem('error.STEP_2_ORDER_HAS_EXPIRED'))
    const order = await completeOrder(tx, sale, reservation)
    if (namesAnotherTicket(request, order)) return refused(problem('error.generic'))

    const { problems, warnings } = await storeAndJudge(tx, order, { request, answers, now })
    if (problems.length === 0 && (warnings.length === 0 || request.isInsisting)) {
      await storeValidated(tx, id, true)
      if (warnings.length > 0) await noteAudit(tx, { at: now, type: 'WARNING_IGNORED', reservation })
      if (isInvoicedTheItalianWay(order)) await noteAudit(tx, { at: now, type: 'BILLING_DATA_UPDATED', reservation })
    }
    return acceptedUnless(problems, { warnings })
  })
}

/** Whatever is sent: a field that is switched off is not asked, and so not answered. */
function askedFor(sent: DetailsRequest, settings: Settings): DetailsRequest {
  return {
    ...sent,
    billing: billingAskedFor(sent.billing, invoiceTerms(settings)),
    customerReference: settings.flag('ENABLE_CUSTOMER_REFERENCE') ? sent.customerReference : null,
  }
}

/** What such an invoice says is noted when it changes (lifecycle K). */
function isInvoicedTheItalianWay({ sale, reservation }: Order): boolean {
  return invoiceTerms(sale.settings).isItalian && !isFree(reservation.price)
}

function namesAnotherTicket({ details }: DetailsRequest, { tickets }: Order): boolean {
  return [...details.attendees.keys()].some(id => !tickets.some(({ publicId }) => publicId === id))
}

type Facts = { readonly request: DetailsRequest; readonly answers: RegisterAnswers; readonly now: Instant }

async function storeAndJudge(tx: Tx, order: Order, { request, answers, now }: Facts): Promise<DetailsVerdict> {
  const { sale, tickets } = order
  const { details, billing } = request
  const isForced = sale.settings.flag('FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION') || isForGroup(sale, tickets)
  const isPostponed = details.isAssignmentPostponed && !isForced
  const asked = askedOfAttendees({ ...order, fields: sale.fields }, details.answers)
  const items = placeItems({ ...order, fields: sale.fields }, details.items)

  await storeDetails(tx, request, isPostponed)
  if (!isPostponed)
    await storeAnswers(tx, { ofTickets: answersTo([...asked.values()]), ofItems: answersTo(items ?? []) })
  if (details.items && items) await moveItems(tx, request.id, items)
  const invoice = await settleBilling(tx, order, { billing, contact: details.contact, answers, now })
  return judgeDetails(details, {
    tickets: asked,
    uninvited: await findUninvited(tx, sale.groupLinks, tickets.map(named(details))),
    isPostponed,
    invoice,
    items,
    answerFacts: { today: dayAt(now, sale.event.timeZone), vat: { ...vatTerms(sale.settings), answers } },
  })
}

const answersTo = (asked: readonly AskedOf[]) =>
  new Map(asked.map(({ id, fields, sent, stored }) => [id, mergedAnswers(fields, sent, stored)]))

function dayAt(now: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

async function storeDetails(tx: Tx, { id, details, customerReference }: DetailsRequest, isPostponed: boolean) {
  await storeContact(tx, id, { contact: storable(details.contact), customerReference })
  if (isPostponed) return
  for (const [ticket, holder] of details.attendees) {
    await storeAttendee(tx, id, ticket, { ...storable(holder), language: holder.language })
  }
}

/** The ticket with the address it is for by these details. */
function named({ attendees }: BookingDetails) {
  return ({ publicId, categoryId }: Ticket) => ({ publicId, categoryId, email: attendees.get(publicId)?.email ?? null })
}

/** As much of it as there is room for: what is too long is told to the buyer, who still has it on the screen. */
function storable({ firstName, lastName, email }: Contact): Contact {
  return {
    firstName: firstName.slice(0, NAME_MAX_LENGTH),
    lastName: lastName.slice(0, NAME_MAX_LENGTH),
    email: email.slice(0, EMAIL_MAX_LENGTH),
  }
}
