import { Type, type Static } from 'typebox'
import { TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { Empty, call } from './call.ts'
import { OfEvent, ScannedTicket } from './check-in.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { Denied } from './organiser.ts'
import {
  labelLayoutPath,
  offlineCheckInPath,
  offlineIdentifiersPath,
  ticketIdentifiersPath,
  ticketsForCheckInPath,
} from './paths.ts'
import { ListOf, MapOf, Nullable, OneOf, OpenObject, Text, Whole } from './schema.ts'
import { BadRequest } from './wrapper.ts'

/** What devices at the door keep: tickets for when they have no connection, and how to print a badge. By API key. */

export const MAX_OFFLINE_TICKETS = 200

const OfEventId = Type.Object({ eventId: Whole })
const ChangedSince = Type.Object({
  changedSince: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Alfio-TIME of an earlier answer' }),
  ),
})
const TicketIds = Type.Array(Whole, { minItems: 1, maxItems: MAX_OFFLINE_TICKETS })

/** How the labels of badges are laid out; as the organiser has written it down. */
export const LabelLayout = Type.Partial(
  Type.Object({
    qrCode: Type.Partial(
      Type.Object({ additionalInfo: Nullable(Type.Array(Type.String())), infoSeparator: Nullable(Type.String()) }),
    ),
    content: Type.Partial(
      Type.Object({
        firstRow: Nullable(Type.String()),
        secondRow: Nullable(Type.String()),
        thirdRow: Type.Array(Type.String()),
        additionalRows: Type.Array(Type.String()),
        checkbox: Nullable(Type.Boolean()),
      }),
    ),
    general: Type.Partial(Type.Object({ printPartialID: Type.Boolean() })),
    mediaName: Nullable(Type.String()),
  }),
)
export type LabelLayout = Static<typeof LabelLayout>

export const getLabelLayout = call({
  operationId: 'labelLayout',
  summary: 'The label layout of badges; 412 while devices may not work offline at the event',
  tag: 'check-in',
  method: 'GET',
  path: labelLayoutPath,
  params: OfEvent,
  responses: { 200: LabelLayout, 204: Empty, 400: BadRequest, 403: Denied, 412: Empty },
})

/** Names the moment from which the next question goes on. */
export const TIME_HEADER = 'Alfio-TIME'

const TicketNumbers = Type.Array(Type.Integer())

export const getOfflineIdentifiers = call({
  operationId: 'offlineIdentifiers',
  summary: 'Numbers of the tickets a device has to fetch; none while devices may not work offline',
  tag: 'check-in',
  method: 'GET',
  path: offlineIdentifiersPath,
  params: OfEvent,
  query: ChangedSince,
  responses: { 200: TicketNumbers, 400: BadRequest, 403: Denied },
})

/**
 * Keys are the hexadecimal SHA-256 of a code's signature. Values are `base64url(iv)|base64url(ciphertext)`, AES-256-CBC;
 * the key of the cipher comes by PBKDF2-HMAC-SHA1 from the whole code as password and as salt, 1000 rounds.
 */
export const getOfflineTickets = call({
  operationId: 'offlineEncryptedInfo',
  summary: 'Tickets for a device that works offline: each can be read by whoever has scanned its code',
  tag: 'check-in',
  method: 'POST',
  path: offlineCheckInPath,
  params: OfEvent,
  query: Type.Object({ additionalField: Type.Optional(ListOf(Text(MAX_NAME_LENGTH))) }),
  body: TicketIds,
  responses: { 200: MapOf(Type.String()), 400: BadRequest, 403: Denied },
})

export const getTicketIdentifiers = call({
  operationId: 'ticketIdentifiers',
  summary: 'Numbers of the tickets that somebody holds',
  tag: 'check-in',
  method: 'GET',
  path: ticketIdentifiersPath,
  params: OfEventId,
  query: ChangedSince,
  responses: { 200: TicketNumbers, 400: BadRequest, 403: Denied },
})

export const DeskTicket = OpenObject({
  ...ScannedTicket.properties,
  publicUuid: Type.String(),
  status: OneOf(TICKET_STATUSES),
  reservation: Type.Object({
    id: Type.String(),
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    email: Nullable(Type.String()),
    paymentMethod: Nullable(Type.String()),
    customerReference: Nullable(Type.String()),
  }),
  billingDetails: OpenObject({}),
})
export type DeskTicket = Static<typeof DeskTicket>

export const getTicketsForCheckIn = call({
  operationId: 'ticketsForAdminCheckIn',
  summary: 'Tickets with order, billing details and category',
  tag: 'check-in',
  method: 'POST',
  path: ticketsForCheckInPath,
  params: OfEventId,
  body: TicketIds,
  responses: { 200: Type.Array(DeskTicket), 400: BadRequest, 403: Denied },
})
