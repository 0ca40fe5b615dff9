import { findUninvited } from '#server/attendee-group/find-uninvited.ts'
import { isForGroup } from '#server/attendee-group/group-links.ts'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import { noteAudit } from '#server/audit/audit.ts'
import { type Outcome, acceptedUnless, refused } from '#domain/outcome.ts'
import { problem } from '#domain/problem.ts'
import { type BookingDetails, type DetailsVerdict, judgeDetails } from '#domain/reservation/judge-details.ts'
import { type Contact, EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '#domain/reservation/contact.ts'
import type { Tx } from '#server/database/database.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import { saleOf } from './sale-of.ts'
import { lockReservation, ticketsOf } from './reservations.ts'
import { storeAttendee, storeContact, storeValidated } from './store.ts'

export type DetailsRequest = {
  readonly id: ReservationId
  readonly details: BookingDetails
  readonly customerReference: string | null
  /** The buyer has seen the warnings and insists. */
  readonly isInsisting: boolean
}

export type AcceptedDetails = { readonly warnings: DetailsVerdict['warnings'] }

/**
 * Stores what the buyer has typed, whatever is wrong with it, and then judges it (lifecycle A.3.2). Without problems, and
 * without warnings or when the buyer insists, the overview is open. Null unless the reservation is PENDING. Refused with
 * the problems of booking contract section 6, or when the time is over.
 */
export async function acceptDetails(shop: Shop, request: DetailsRequest): Promise<Outcome<AcceptedDetails> | null> {
  const { id, details } = request
  const sale = await saleOf(shop, id)
  if (!sale) return null
  return transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (reservation?.status !== 'PENDING') return null
    if (reservation.validity <= shop.clock.now()) return refused(problem('error.STEP_2_ORDER_HAS_EXPIRED'))

    const tickets = await ticketsOf(tx, id)
    const ticketIds = tickets.map(({ publicId }) => publicId)
    if ([...details.attendees.keys()].some(ticket => !ticketIds.includes(ticket)))
      return refused(problem('error.generic'))

    const isAssignmentForced =
      sale.settings.flag('FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION') || isForGroup(sale, tickets)
    await storeDetails(tx, request, details.isAssignmentPostponed && !isAssignmentForced)
    const uninvited = await findUninvited(tx, sale.groupLinks, tickets.map(named(details)))
    const { problems, warnings } = judgeDetails(details, { ticketIds, isAssignmentForced, uninvited })
    if (problems.length === 0 && (warnings.length === 0 || request.isInsisting)) {
      await storeValidated(tx, id, true)
      if (warnings.length > 0) await noteAudit(tx, { at: shop.clock.now(), type: 'WARNING_IGNORED', reservation })
    }
    return acceptedUnless(problems, { warnings })
  })
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
