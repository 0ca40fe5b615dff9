import { Type, type Static } from 'typebox'
import { AdditionalFieldValues } from './booking-form.ts'
import { MAX_ID_LENGTH, MAX_IMPORTED_ORDERS, MAX_NAME_LENGTH } from './limits.ts'
import { Denied, Slug, organiserCall } from './organiser.ts'
import { CreationResponse, ErrorCode, ReservationConfiguration, ReservationUser } from './organiser-subscription.ts'
import { bulkStatusPath, importReservationsPath, reserveTicketsForPath } from './paths.ts'
import { AdditionalServiceSelection } from './reserve.ts'
import { BoundedMapOf, ListOf, Maybe, Nullable, Text, Whole } from './schema.ts'
import { Lang } from './shared.ts'
import { BadRequest, EmptyOrBadRequest, TooManyRequests } from './wrapper.ts'

/** Orders of tickets that organisers begin for a buyer, and those that they import: by API key. */

const Metadata = BoundedMapOf(Text())

export const AttendeeData = Type.Object({
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  email: Maybe(Text()),
  userLanguage: Maybe(Text()),
  externalReference: Maybe(Text(MAX_NAME_LENGTH)),
  metadata: Maybe(Metadata),
  additional: Maybe(AdditionalFieldValues),
})
export type AttendeeData = Static<typeof AttendeeData>

/** Attendees may be fewer than tickets: the others have no name yet. Where they are more, the rest is dropped. */
export const AttendeesByCategory = Type.Object({
  ticketCategoryId: Whole,
  /** None where it is left out. */
  quantity: Maybe(Whole),
  attendees: Maybe(ListOf(AttendeeData)),
  metadata: Maybe(ListOf(Metadata)),
})
export type AttendeesByCategory = Static<typeof AttendeesByCategory>

/** Tickets for a buyer, who pays for them on the pages of the order. */
export const TicketReservationCreationRequest = Type.Object({
  tickets: ListOf(AttendeesByCategory),
  additionalServices: Maybe(ListOf(AdditionalServiceSelection)),
  configuration: Maybe(ReservationConfiguration),
  user: Maybe(ReservationUser),
  promoCode: Maybe(Text()),
  language: Maybe(Text()),
  subscriptionId: Maybe(Text()),
  externalReference: Maybe(Text(MAX_NAME_LENGTH)),
})
export type TicketReservationCreationRequest = Static<typeof TicketReservationCreationRequest>

export const createTicketsReservation = organiserCall({
  operationId: 'createTicketsReservation',
  summary: 'Reserve tickets for somebody, and get the link to send them to',
  method: 'POST',
  path: reserveTicketsForPath,
  params: Slug,
  body: TicketReservationCreationRequest,
  responses: {
    200: CreationResponse,
    400: Type.Union([CreationResponse, BadRequest]),
    403: Denied,
    429: TooManyRequests,
  },
})

export const ImportAnswer = Type.Object({
  batchId: Nullable(Type.String({ format: 'uuid' })),
  errors: Nullable(Type.Array(ErrorCode)),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export const importReservations = organiserCall({
  operationId: 'importReservations',
  summary: 'Have many orders made and confirmed, which were paid elsewhere; nobody is written to',
  method: 'POST',
  path: importReservationsPath,
  params: Slug,
  query: Type.Object({ language: Lang }),
  body: Type.Array(TicketReservationCreationRequest, { maxItems: MAX_IMPORTED_ORDERS }),
  responses: { 200: ImportAnswer, 400: Type.Union([ImportAnswer, BadRequest]), 403: Denied },
})

export const BulkStatus = Type.Object({
  requestId: Type.String({ format: 'uuid' }),
  userId: Type.Integer({ description: 'Id of the API key; 0 once it is gone' }),
  eventId: Type.Integer(),
  countSuccess: Type.Integer({ minimum: 0 }),
  countPending: Type.Integer({ minimum: 0 }),
  countError: Type.Integer({ minimum: 0 }),
})
export type BulkStatus = Static<typeof BulkStatus>

export const bulkStatus = organiserCall({
  operationId: 'bulkStatus',
  summary: 'How far a list of orders has been made',
  method: 'GET',
  path: bulkStatusPath,
  params: Type.Object({
    ...Slug.properties,
    requestId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }),
  }),
  responses: { 200: BulkStatus, 400: EmptyOrBadRequest, 403: Denied },
})
