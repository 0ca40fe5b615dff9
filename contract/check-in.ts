import { Type, type Static } from 'typebox'
import { CHECK_IN_STATUSES } from '#domain/door/check-in/check-in-status.ts'
import { SENT_TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { Empty, call } from './call.ts'
import { MAX_NAME_LENGTH, MAX_SEARCH_LENGTH } from './limits.ts'
import { Denied } from './organiser.ts'
import {
  attendeeSearchPath,
  bulkCheckInPath,
  checkInByIdPath,
  checkInPath,
  checkInStatisticsPath,
  checkInStatusPath,
  checkInUserDetailsPath,
  checkInUserTypePath,
  confirmOnSitePaymentPath,
  eventsForCheckInPath,
  manualCheckInByIdPath,
  manualCheckInPath,
  revertCheckInByIdPath,
  revertCheckInPath,
} from './paths.ts'
import { ListOf, MapOf, Maybe, Nullable, OneOf, OpenObject, Text, Whole } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/**
 * The calls of scanning apps: by API key, without session and anti-forgery token. `ticketIdentifier` is the PRIVATE id of
 * a ticket here, the first part of its code.
 */

export const ATTENDEES_PER_PAGE = 20

/** What scanning apps call the role of their key. */
export const USER_TYPES = ['SPONSOR', 'SUPERVISOR', 'OPERATOR'] as const

export const CheckInStatus = OneOf(CHECK_IN_STATUSES)

/** A ticket as it was when it was scanned, for a scanner that has shown its code or its badge. */
export const ScannedTicket = Type.Object({
  id: Type.Integer(),
  uuid: Type.String({ description: 'Private id' }),
  eventId: Type.Integer(),
  ticketsReservationId: Type.String(),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  fullName: Nullable(Type.String()),
  email: Nullable(Type.String()),
  userLanguage: Nullable(Type.String()),
  categoryId: Nullable(Type.Integer()),
  categoryName: Nullable(Type.String()),
  assigned: Type.Boolean(),
  checkedIn: Type.Boolean(),
  formattedFinalPrice: Type.String(),
  formattedNetPrice: Type.String(),
})
export type ScannedTicket = Static<typeof ScannedTicket>

/** An extra that goes with the ticket, to be handed out. */
export const ScannedExtra = Type.Object({
  name: Type.String(),
  count: Type.Integer(),
  fields: Type.Array(OpenObject({})),
})
export type ScannedExtra = Static<typeof ScannedExtra>

/** An answer of the attendee that the organiser wants to see at the door. */
export const ShownField = Type.Object({
  name: Type.String(),
  label: Type.String({ description: "In the ticket's language" }),
  value: Type.String({ description: 'What was chosen by what it is called' }),
  description: Type.Null(),
  context: Type.Literal('ATTENDEE'),
  fieldConfigurationId: Type.Integer(),
  ticketId: Type.Integer(),
  subscriptionId: Type.Null(),
  additionalServiceItemId: Type.Null(),
})
export type ShownField = Static<typeof ShownField>

/** The last three members only after a check-in that went well. */
export const TicketAndCheckInResult = Type.Object({
  ticket: Type.Unsafe<Partial<ScannedTicket> | null>({ ...Type.Partial(ScannedTicket), type: ['object', 'null'] }),
  result: Type.Object({
    status: CheckInStatus,
    message: Type.String(),
    dueAmount: Type.Optional(Type.Number({ description: 'Only MUST_PAY: the ticket and what goes with it' })),
    currency: Type.Optional(Type.String({ description: 'Only MUST_PAY' })),
  }),
  additionalServices: Type.Optional(Type.Array(Type.Partial(ScannedExtra))),
  boxColor: Type.Optional(Nullable(Type.String())),
  fieldsToDisplay: Type.Optional(Type.Array(ShownField)),
})
export type TicketAndCheckInResult = Static<typeof TicketAndCheckInResult>

const TicketIdentifier = Text(MAX_NAME_LENGTH)
export const OfEvent = Type.Object({ eventName: ShortName })
const OfTicket = Type.Object({ eventName: ShortName, ticketIdentifier: TicketIdentifier })
const OfTicketById = Type.Object({ eventId: Whole, ticketIdentifier: TicketIdentifier })
const CodeQuery = Type.Object({ qrCode: Text(MAX_NAME_LENGTH) })
/** Whom the log names instead of the key. */
const OfflineUser = { offlineUser: Type.Optional(Text(MAX_NAME_LENGTH)) }
const TicketCode = Type.Object({ code: Maybe(Text(MAX_NAME_LENGTH)) })

export const getUserType = call({
  operationId: 'userType',
  summary: 'The role of the key, by which a scanning app chooses its mode',
  tag: 'check-in',
  method: 'GET',
  path: checkInUserTypePath,
  responses: { 200: OneOf(USER_TYPES), 403: Denied },
})

export const getUserDetails = call({
  operationId: 'userDetails',
  summary: 'The key itself',
  tag: 'check-in',
  method: 'GET',
  path: checkInUserDetailsPath,
  responses: {
    200: Type.Object({
      apiKey: Type.Optional(Type.String()),
      description: Nullable(Type.String()),
      userType: OneOf(USER_TYPES),
    }),
    403: Denied,
  },
})

/** Of the API that the list belongs to; scanning apps compare it. */
const API_VERSION = 205

export const EventForCheckIn = Type.Object({
  name: Type.String(),
  key: Type.String({ description: 'Short name, as the other calls take it' }),
  location: Nullable(Type.String()),
  timeZone: Type.String(),
  url: Type.String({ description: 'Page of the event' }),
  begin: Type.String({ description: 'UTC, yyyy-MM-ddTHH:mm:ssZ' }),
  end: Type.String({ description: 'UTC, yyyy-MM-ddTHH:mm:ssZ' }),
  latitude: Nullable(Type.String()),
  longitude: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  apiVersion: Type.Literal(API_VERSION),
  descriptions: Type.Array(
    Type.Object({
      locale: Type.String(),
      description: Type.String({ description: 'Markdown' }),
      shortDescription: Type.String(),
    }),
  ),
  oneDay: Type.Boolean({ description: 'Begins and ends on the same day of its zone' }),
})
export type EventForCheckIn = Static<typeof EventForCheckIn>

export const listEventsForCheckIn = call({
  operationId: 'listEventsForCheckIn',
  summary:
    'Events at whose door the key may be used, by their begin: until a day after their end, for sponsors ten days',
  tag: 'check-in',
  method: 'GET',
  path: eventsForCheckInPath,
  query: Type.Object({
    includeOnline: Type.Optional(Type.Boolean({ default: false, description: 'Also events that are only online' })),
  }),
  responses: { 200: Type.Array(EventForCheckIn), 400: BadRequest, 403: Denied },
})

const scanResponses = { 200: TicketAndCheckInResult, 400: BadRequest, 403: Denied } as const

export const evaluateTicket = call({
  operationId: 'evaluateTicket',
  summary: 'What a check-in would answer; nothing is changed',
  tag: 'check-in',
  method: 'GET',
  path: checkInPath,
  params: OfTicket,
  query: CodeQuery,
  responses: scanResponses,
})

export const evaluateTicketById = call({
  operationId: 'evaluateTicketById',
  summary: 'The same by the number of the event',
  tag: 'check-in',
  method: 'GET',
  path: checkInByIdPath,
  params: OfTicketById,
  query: CodeQuery,
  responses: scanResponses,
})

export const checkIn = call({
  operationId: 'checkIn',
  summary: 'Check in; what is out of reach of the key is not found',
  tag: 'check-in',
  method: 'POST',
  path: checkInPath,
  params: OfTicket,
  query: Type.Object(OfflineUser),
  body: TicketCode,
  responses: { 200: TicketAndCheckInResult, 400: BadRequest, 403: Denied },
})

export const checkInById = call({
  operationId: 'checkInById',
  summary: 'The same by the number of the event',
  tag: 'check-in',
  method: 'POST',
  path: checkInByIdPath,
  params: OfTicketById,
  query: Type.Object(OfflineUser),
  body: TicketCode,
  responses: scanResponses,
})

export const getCheckInStatus = call({
  operationId: 'ticketCheckInStatus',
  summary: 'Is the holder inside?',
  tag: 'check-in',
  method: 'GET',
  path: checkInStatusPath,
  params: OfTicket,
  responses: {
    200: Type.Object({
      ticketUuid: Type.String(),
      firstName: Nullable(Type.String()),
      lastName: Nullable(Type.String()),
      checkInStatus: OneOf(['ALREADY_CHECK_IN', 'OK_READY_TO_BE_CHECKED_IN']),
      tags: Type.Array(Type.String()),
    }),
    400: BadRequest,
    403: Denied,
  },
})

export const bulkCheckIn = call({
  operationId: 'bulkCheckIn',
  summary: 'Upload the scans of a device that was offline',
  tag: 'check-in',
  method: 'POST',
  path: bulkCheckInPath,
  params: OfEvent,
  query: Type.Object({ ...OfflineUser, forceCheckInPaymentOnSite: Type.Optional(Type.Boolean({ default: false })) }),
  body: ListOf(Type.Object({ identifier: TicketIdentifier, code: Maybe(Text(MAX_NAME_LENGTH)) })),
  responses: { 200: MapOf(TicketAndCheckInResult), 400: BadRequest, 403: Denied },
})

const byHandResponses = { 200: Type.Boolean(), 400: BadRequest, 403: Denied } as const

export const manualCheckIn = call({
  operationId: 'manualCheckIn',
  summary:
    'Check in without a code; a payment that is due at the desk counts as made. False when the ticket is not good',
  tag: 'check-in',
  method: 'POST',
  path: manualCheckInPath,
  params: OfTicket,
  responses: byHandResponses,
})

export const manualCheckInById = call({
  operationId: 'manualCheckInById',
  summary: 'The same by the number of the event',
  tag: 'check-in',
  method: 'POST',
  path: manualCheckInByIdPath,
  params: OfTicketById,
  responses: byHandResponses,
})

export const revertCheckIn = call({
  operationId: 'revertCheckIn',
  summary: 'Undo a check-in; false when there is none',
  tag: 'check-in',
  method: 'POST',
  path: revertCheckInPath,
  params: OfTicket,
  responses: byHandResponses,
})

export const revertCheckInById = call({
  operationId: 'revertCheckInById',
  summary: 'The same by the number of the event',
  tag: 'check-in',
  method: 'POST',
  path: revertCheckInByIdPath,
  params: OfTicketById,
  responses: byHandResponses,
})

export const confirmOnSitePayment = call({
  operationId: 'confirmOnSitePayment',
  summary: 'The holder has paid at the desk and comes in; both happen or neither does',
  tag: 'check-in',
  method: 'POST',
  path: confirmOnSitePaymentPath,
  params: OfTicket,
  query: Type.Object(OfflineUser),
  body: TicketCode,
  responses: scanResponses,
})

export const getCheckInStatistics = call({
  operationId: 'checkInStatistics',
  summary: 'How many are expected, and how many have come',
  tag: 'check-in',
  method: 'GET',
  path: checkInStatisticsPath,
  params: OfEvent,
  query: Type.Object({ categoryId: Type.Optional(ListOf(Whole)) }),
  responses: {
    200: Type.Object({
      totalAttendees: Type.Integer(),
      checkedIn: Type.Integer(),
      lastUpdate: Type.Integer({ description: 'Epoch milliseconds' }),
    }),
    400: BadRequest,
    403: Denied,
  },
})

const Attendee = Type.Partial(
  Type.Object({
    uuid: Type.String({ description: 'Private id' }),
    publicUUID: Type.String(),
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    categoryName: Type.String(),
    additionalInfo: MapOf(Type.Array(Type.String())),
    ticketStatus: OneOf(SENT_TICKET_STATUSES),
    amountToPay: Nullable(Type.String({ description: 'What is due at the desk, as in CHF 20.00' })),
  }),
)

export const AttendeePage = Type.Partial(
  Type.Object({
    totalResults: Type.Integer(),
    checkedIn: Type.Integer({ description: 'Of the results' }),
    totalPages: Type.Integer(),
    numPage: Type.Integer({ description: 'From 0' }),
    attendees: Type.Array(Attendee),
  }),
)
export type AttendeePage = Static<typeof AttendeePage>

export const searchAttendees = call({
  operationId: 'searchAttendees',
  summary: 'Attendees in whose ticket every word is found',
  tag: 'check-in',
  method: 'GET',
  path: attendeeSearchPath,
  params: Type.Object({ publicIdentifier: ShortName }),
  query: Type.Object({
    query: Type.Optional(Text(MAX_SEARCH_LENGTH)),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
  }),
  responses: { 200: AttendeePage, 204: Empty, 400: BadRequest, 403: Denied, 404: Empty },
})
