import type { AttendeePage, ScannedTicket, TicketAndCheckInResult } from '#contract/check-in.ts'
import { ATTENDEES_PER_PAGE } from '#contract/check-in.ts'
import type { DeskTicket } from '#contract/door-device.ts'
import { secondOf } from '#server/foundation/base/time.ts'
import type { CheckInStatus } from '#domain/door/check-in/check-in-status.ts'
import { minus, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { TicketWithOrder } from './lists/list-store.ts'
import type { TicketAnswer } from './answer-store.ts'
import { labelOf, ofAttendee, presentExtras, presentShown, readable, valuesByName } from './present-answers.ts'
import type { ScanResult } from './scan/scan-result.ts'
import type { AttendeesFound } from './lists/search-attendees.ts'
import type { StoredLead } from './sponsor/sponsor-store.ts'
import type { DoorTicket } from './store.ts'

/** For the person at the screen of a scanner. Scanners themselves read the status. */
const MESSAGES = {
  EVENT_NOT_FOUND: 'Event not found',
  TICKET_NOT_FOUND: 'Ticket not found',
  EMPTY_TICKET_CODE: 'The code is empty',
  INVALID_TICKET_CODE: 'The code is not that of the ticket',
  INVALID_TICKET_STATE: 'The ticket is not valid',
  ALREADY_CHECK_IN: 'Already checked in',
  MUST_PAY: 'Must pay for ticket',
  OK_READY_TO_BE_CHECKED_IN: 'Ready to be checked in',
  SUCCESS: 'success',
  INVALID_TICKET_CATEGORY_CHECK_IN_DATE: 'Check-in is not open for this category now',
  BADGE_SCAN_ALREADY_DONE: 'The badge has been scanned today',
  OK_READY_FOR_BADGE_SCAN: 'Ready for the badge to be scanned',
  BADGE_SCAN_SUCCESS: 'success',
  ERROR: 'Something went wrong',
} as const satisfies Record<CheckInStatus, string>

export function presentScan(result: ScanResult): TicketAndCheckInResult {
  const { status } = result
  if (result.ticket === undefined) return { ticket: null, result: { status, message: MESSAGES[status] } }
  const { ticket, due, welcome } = result
  return {
    ticket: presentTicket(ticket),
    result: {
      status,
      message: MESSAGES[status],
      ...(due !== undefined && { dueAmount: Number(printed(due, ticket.currency)), currency: ticket.currency }),
    },
    ...(welcome && {
      additionalServices: presentExtras(welcome, ticket.language),
      boxColor: welcome.colour,
      fieldsToDisplay: presentShown(welcome.answers, ticket.language),
    }),
  }
}

/** The same at the desk, where a ticket on which nothing is due is not found and not talked about (organiser contract). */
export function presentDeskScan(result: ScanResult): TicketAndCheckInResult {
  const { ticket, result: told, ...rest } = presentScan(result)
  return { ticket, result: told.status === 'TICKET_NOT_FOUND' ? { ...told, message: '' } : told, ...rest }
}

/**
 * For a sponsor: neither what the holder has paid for, nor the id of the reservation, by which the whole order can be
 * opened. That field is there and blank.
 */
export function presentSponsorScan(result: ScanResult): TicketAndCheckInResult {
  const { ticket, ...rest } = presentScan(result)
  return { ticket: ticket && { ...ticket, ticketsReservationId: '', categoryName: null }, ...rest }
}

function presentTicket(ticket: DoorTicket): ScannedTicket {
  const { id, uuid, eventId, reservationId, firstName, lastName, email } = ticket
  return {
    id: Number(id),
    uuid,
    eventId,
    ticketsReservationId: reservationId,
    firstName,
    lastName,
    fullName: nameOf(ticket),
    email,
    userLanguage: ticket.language,
    categoryId: ticket.categoryId,
    categoryName: ticket.categoryName,
    assigned: Boolean(firstName && lastName && email),
    checkedIn: ticketHas(ticket, 'isCheckedIn'),
    formattedFinalPrice: printedTotal(ticket.finalPrice, ticket.currency),
    formattedNetPrice: printedTotal(minus(ticket.finalPrice, ticket.vat), ticket.currency),
  }
}

function nameOf({ firstName, lastName }: Pick<DoorTicket, 'firstName' | 'lastName'>): string | null {
  return firstName === null && lastName === null
    ? null
    : fullName({ firstName: firstName ?? '', lastName: lastName ?? '' })
}

export function presentDeskTicket({ ticket, order, billing }: TicketWithOrder): DeskTicket {
  return {
    ...presentTicket(ticket),
    publicUuid: ticket.publicId,
    status: ticket.status,
    reservation: order,
    billingDetails: billing,
  }
}

export function presentAttendees({ results, checkedIn, page, attendees }: AttendeesFound): AttendeePage {
  return {
    totalResults: results,
    checkedIn,
    totalPages: Math.ceil(results / ATTENDEES_PER_PAGE),
    numPage: page,
    attendees: attendees.map(
      ({ uuid, publicId, firstName, lastName, categoryName, status, currency, due, answers }) => ({
        uuid,
        publicUUID: publicId,
        firstName,
        lastName,
        categoryName,
        additionalInfo: valuesByName(answers),
        ticketStatus: status,
        amountToPay: due === null ? null : `${currency} ${printed(due, currency)}`,
      }),
    ),
  }
}

export function presentLead({ ticketUuid, at, email, ...name }: StoredLead) {
  return { ticketId: ticketUuid, timestamp: secondOf(at), fullName: fullName(name), email }
}

export function presentCheckInStatus({ uuid, firstName, lastName, status }: DoorTicket) {
  const isIn = ticketHas({ status }, 'isCheckedIn')
  return {
    ticketUuid: uuid,
    firstName,
    lastName,
    checkInStatus: isIn ? ('ALREADY_CHECK_IN' as const) : ('OK_READY_TO_BE_CHECKED_IN' as const),
    tags: [],
  }
}

export function presentAttendee(ticket: DoorTicket, answers: readonly TicketAnswer[]) {
  const { uuid, firstName, lastName, email, language } = ticket
  return {
    uuid,
    fullName: nameOf(ticket),
    firstName,
    lastName,
    email,
    userLanguage: language,
    additionalFields: Object.fromEntries(
      ofAttendee(answers).map(answer => [labelOf(answer, language), readable(answer, language)]),
    ),
  }
}
