import {
  ATTENDEES_PER_PAGE,
  type AttendeePage,
  type EventForCheckIn,
  type ScannedExtra,
  type ScannedTicket,
  type ShownField,
  type TicketAndCheckInResult,
} from '#contract/check-in.ts'
import type { DeskTicket } from '#contract/door-device.ts'
import { secondOf } from '#server/foundation/base/time.ts'
import type { CheckInStatus } from '#domain/door/check-in/check-in-status.ts'
import { minus, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { TicketWithOrder } from './lists/list-store.ts'
import type { DoorTicket, TicketAnswer, TicketExtra } from './store.ts'
import type { ScanResult } from './scan/judge-ticket.ts'
import type { AttendeesFound } from './lists/lists.ts'
import type { StoredLead } from './sponsor/sponsor-store.ts'
import { eventPagePath, filePath, pathTo } from '#contract/paths.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { EventOfDoor } from './event-store.ts'

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
  const { ticket, result: full, ...rest } = presentScan(result)
  return { ticket, result: full.status === 'TICKET_NOT_FOUND' ? { ...full, message: '' } : full, ...rest }
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

/** An event with whole addresses: a scanning app knows nothing of the shop but where it asks. */
export function presentEvent({ config: { baseUrl } }: Pick<Shop, 'config'>, event: EventOfDoor): EventForCheckIn {
  const { shortName, title, languages, description, shortDescription, startsAt, endsAt, timeZone } = event
  return {
    name: inLanguage(title, languages[0]),
    key: shortName,
    location: event.location,
    timeZone,
    url: `${baseUrl}${pathTo(eventPagePath, { shortName })}`,
    begin: secondOf(startsAt),
    end: secondOf(endsAt),
    latitude: event.latitude,
    longitude: event.longitude,
    imageUrl: event.fileDigest === null ? null : `${baseUrl}${pathTo(filePath, { digest: event.fileDigest })}`,
    apiVersion: 205,
    descriptions: languages.map(locale => ({
      locale,
      description: description[locale] ?? '',
      shortDescription: shortDescription[locale] ?? '',
    })),
    oneDay: dayOf(startsAt, timeZone).equals(dayOf(endsAt, timeZone)),
  }
}

const dayOf = (moment: Instant, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()

/** What people have answered, in the words of the ticket's language. */

export const ofAttendee = (answers: readonly TicketAnswer[]): readonly TicketAnswer[] =>
  answers.filter(({ serviceId }) => serviceId === null)

const labelOf = ({ label, name }: TicketAnswer, language: string | null): string =>
  inLanguage(label, language ?? '') || name

/** Options by what they are called. */
export function readable({ values, options }: TicketAnswer, language: string | null): string {
  const called = values.map(value => {
    const option = options.find(one => one.value === value)
    return (option && inLanguage(option.labels, language ?? '')) || value
  })
  return called.join(', ')
}

function valuesByName(answers: readonly TicketAnswer[]): Record<string, string[]> {
  return Object.fromEntries(ofAttendee(answers).map(({ name, values }) => [name, [...values]]))
}

/** What the organiser wants to see at the door. The label is ours beside the members that scanning apps know. */
function presentShown(answers: readonly TicketAnswer[], language: string | null): ShownField[] {
  return ofAttendee(answers)
    .filter(({ isShown }) => isShown)
    .map(answer => ({
      ...presentAnswer(answer, language),
      description: null,
      context: 'ATTENDEE',
      fieldConfigurationId: answer.fieldId,
      ticketId: Number(answer.ticketId),
      subscriptionId: null,
      additionalServiceItemId: null,
    }))
}

export function presentExtras(
  { extras, answers }: { readonly extras: readonly TicketExtra[]; readonly answers: readonly TicketAnswer[] },
  language: string | null,
): ScannedExtra[] {
  return extras.map(({ ticketId, serviceId, title, count }) => ({
    name: inLanguage(title, language ?? ''),
    count,
    fields: answers
      .filter(answer => answer.ticketId === ticketId && answer.serviceId === serviceId)
      .map(answer => presentAnswer(answer, language)),
  }))
}

const presentAnswer = (answer: TicketAnswer, language: string | null) => ({
  name: answer.name,
  label: labelOf(answer, language),
  value: readable(answer, language),
})
