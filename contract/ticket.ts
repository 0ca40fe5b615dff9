import { Type, type Static } from 'typebox'
import { UpdateTicketOwnerForm } from './booking-form.ts'
import { Empty, call, content } from './call.ts'
import { WalletConfiguration } from './configuration.ts'
import { TicketAccessType } from './event.ts'
import {
  downloadTicketPath,
  endedTicketPath,
  fullTicketPath,
  passedOnTicketPath,
  sendTicketPath,
  ticketCodePagePath,
  ticketCodePath,
  ticketPath,
} from './ticket-paths.ts'
import { LangMap, MapOf, Nullable, OneOf } from './schema.ts'
import { DatesWithTimeZoneOffset, ShortName, TicketIdentifier } from './shared.ts'
import { BadRequest, Forbidden, TooManyRequests, True, Unexpected, ValidatedBoolean } from './wrapper.ts'

export const FieldDescription = Type.Object({
  label: Type.String(),
  placeholder: Nullable(Type.String()),
  restrictedValuesDescription: MapOf(Type.String()),
})
export type FieldDescription = Static<typeof FieldDescription>

export const FIELD_TYPES = [
  'input:text',
  'input:tel',
  'vat:eu',
  'input:dateOfBirth',
  'textarea',
  'country',
  'select',
  'checkbox',
  'radio',
] as const

/** A question of the organiser to each attendee. */
export const AdditionalField = Type.Object({
  name: Type.String(),
  value: Nullable(Type.String()),
  type: OneOf(FIELD_TYPES),
  required: Type.Boolean(),
  editable: Type.Boolean(),
  minLength: Nullable(Type.Integer()),
  maxLength: Nullable(Type.Integer()),
  restrictedValues: Type.Array(Type.String()),
  fields: Type.Array(Type.Object({ fieldIndex: Type.Integer({ minimum: 0 }), fieldValue: Nullable(Type.String()) })),
  beforeStandardFields: Type.Boolean(),
  description: MapOf(FieldDescription),
})
export type AdditionalField = Static<typeof AdditionalField>

/** One booked extra and the ticket it belongs to. */
export const AdditionalServiceWithData = Type.Object({
  title: LangMap,
  itemId: Type.Integer(),
  serviceId: Type.Integer(),
  ticketUUID: Nullable(Type.String()),
  ticketFieldConfiguration: Type.Array(AdditionalField),
  type: OneOf(['DONATION', 'SUPPLEMENT']),
})
export type AdditionalServiceWithData = Static<typeof AdditionalServiceWithData>

export const Ticket = Type.Object({
  uuid: Type.String({ description: 'The public id, never the one inside the QR code' }),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  email: Nullable(Type.String()),
  fullName: Nullable(Type.String()),
  userLanguage: Nullable(Type.String()),
  assigned: Type.Boolean(),
  locked: Type.Boolean(),
  acquired: Type.Boolean(),
  cancellationEnabled: Type.Boolean(),
  sendMailEnabled: Type.Boolean(),
  downloadEnabled: Type.Boolean(),
  passedOn: Type.Boolean({
    description:
      'Foyer: it went to another address and is its new holder’s alone; the name is theirs, and the uuid the one it had, which opens nothing',
  }),
  walletConfiguration: WalletConfiguration,
  ticketFieldConfigurationBeforeStandard: Type.Array(AdditionalField),
  ticketFieldConfigurationAfterStandard: Type.Array(AdditionalField),
  formattedOnlineCheckInDate: LangMap,
  onlineCheckInAt: Type.Optional(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' })),
  onlineEventStarted: Type.Boolean(),
})
export type Ticket = Static<typeof Ticket>

export const TicketsByCategory = Type.Object({
  name: Type.String(),
  ticketAccessType: TicketAccessType,
  tickets: Type.Array(Ticket),
})
export type TicketsByCategory = Static<typeof TicketsByCategory>

const TicketCodeHash = Nullable(
  Type.String({ description: 'Opens the waiting room; null unless somebody holds the ticket and takes part online' }),
)

/** One ticket, and where its holder waits for an online event. */
export const FullTicket = Type.Object({ ...TicketsByCategory.properties, ticketCodeHash: TicketCodeHash })
export type FullTicket = Static<typeof FullTicket>

/** What the ticket page shows. The dates are the event's. */
export const TicketInfo = Type.Object({
  fullName: Type.String(),
  email: Type.String(),
  uuid: Type.String(),
  ticketCategoryName: Type.String(),
  reservationFullName: Type.String(),
  reservationId: Type.String({ description: 'The short id, for display' }),
  deskPaymentRequired: Type.Boolean(),
  walletConfiguration: WalletConfiguration,
  timeZone: Type.String(),
  datesWithOffset: DatesWithTimeZoneOffset,
  sameDay: Type.Boolean(),
  formattedBeginDate: LangMap,
  formattedBeginTime: LangMap,
  formattedEndDate: LangMap,
  formattedEndTime: LangMap,
  additionalServiceWithData: Type.Array(AdditionalServiceWithData),
  ticketCodeHash: TicketCodeHash,
  pollPin: Nullable(
    Type.String({ description: 'To vote with; null unless the ticket is checked in and a poll of the event is open' }),
  ),
})
export type TicketInfo = Static<typeof TicketInfo>

/** Not allowed, or, as a text, what could not be read. */
const RefusedOrBad = Type.Unsafe<false | string>({
  type: ['boolean', 'string'],
  description: 'false: this ticket stays; "bad request" and a colon: what could not be read',
})

const TicketParams = Type.Object({ eventName: ShortName, ticketIdentifier: TicketIdentifier })

export const getTicket = call({
  operationId: 'getTicketInfo',
  summary: 'The ticket page; only for an assigned ticket of a complete reservation',
  tag: 'ticket',
  method: 'GET',
  path: ticketPath,
  params: TicketParams,
  responses: { 200: TicketInfo, 400: BadRequest, 404: Empty },
})

export const getFullTicket = call({
  operationId: 'getTicketFull',
  summary: "One ticket as the order has it; of a complete order, somebody's or nobody's yet",
  tag: 'ticket',
  method: 'GET',
  path: fullTicketPath,
  params: TicketParams,
  responses: { 200: FullTicket, 400: BadRequest, 404: Empty },
})

/** Refusals carry no prefix: a field is named as in the form, and one of the whole form not at all. */
export const updateTicket = call({
  operationId: 'updateTicket',
  summary: 'Say who holds the ticket, or pass it on, which gives it a new id',
  tag: 'ticket',
  method: 'PUT',
  path: ticketPath,
  params: TicketParams,
  body: UpdateTicketOwnerForm,
  responses: {
    200: ValidatedBoolean,
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    422: ValidatedBoolean,
    429: TooManyRequests,
    500: Unexpected,
  },
})

/** 400 with `false`: this ticket can't be released. One that was released before is answered as the first time. */
export const releaseTicket = call({
  operationId: 'releaseTicket',
  summary: 'Give a free ticket back',
  tag: 'ticket',
  method: 'DELETE',
  path: ticketPath,
  params: TicketParams,
  responses: { 200: True, 400: RefusedOrBad, 403: Forbidden, 404: Empty },
})

/** Reports no more than that: neither to whom, nor the new id. A name that was corrected is another id, too. */
export const wasTicketPassedOn = call({
  operationId: 'wasTicketPassedOn',
  summary: 'Did the ticket that had this id go to somebody else, who has it by another id',
  tag: 'ticket',
  method: 'GET',
  path: passedOnTicketPath,
  params: TicketParams,
  responses: { 200: True, 400: BadRequest, 404: Empty },
})

/** Reports no more than that: neither whose it was, nor why. */
export const hasTicketEnded = call({
  operationId: 'hasTicketEnded',
  summary: 'Was the ticket that had this id cancelled, or released by its holder',
  tag: 'ticket',
  method: 'GET',
  path: endedTicketPath,
  params: TicketParams,
  responses: { 200: True, 400: BadRequest, 404: Empty },
})

export const sendTicketByEmail = call({
  operationId: 'sendTicketByEmail',
  summary: 'Mail the ticket to its holder; refused once the event is over',
  tag: 'ticket',
  method: 'POST',
  path: sendTicketPath,
  params: TicketParams,
  responses: { 200: True, 400: BadRequest, 403: Forbidden, 404: Empty, 422: ValidatedBoolean, 429: TooManyRequests },
})

const pdf = Type.String({ contentMediaType: 'application/pdf' })
const png = Type.String({ contentMediaType: 'image/png' })

export const downloadTicket = call({
  operationId: 'downloadTicket',
  summary: 'The ticket as PDF; only for an assigned ticket of a complete reservation',
  tag: 'ticket',
  method: 'GET',
  path: downloadTicketPath,
  params: TicketParams,
  responses: { 200: content('application/pdf', 'The ticket', pdf), 400: BadRequest, 403: Empty },
})

export const getTicketCode = call({
  operationId: 'ticketQrCode',
  summary: 'The QR code that opens the door',
  tag: 'ticket',
  method: 'GET',
  path: ticketCodePath,
  params: TicketParams,
  responses: { 200: content('image/png', 'The QR code', png), 400: BadRequest, 403: Empty },
})

/** The same picture at the address that mails carry. */
export const getTicketCodeForMail = call({
  ...getTicketCode,
  operationId: 'ticketQrCodeForMail',
  path: ticketCodePagePath,
})
