import { Type, type Static } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import { extendReservationPath } from './order-paths.ts'
import { eventChoicesPath, openReservationsPath } from './paths.ts'
import { Nullable, Text, OneOf } from './schema.ts'
import { BadRequest, ValidatedResponse, Forbidden, TooManyRequests } from './wrapper.ts'

/** Calls that exist in this shop only. */

/** What the list of events can be narrowed to. */
export const EventChoices = Type.Object({
  events: Type.Integer({ minimum: 0, description: 'How many there are without a selection' }),
  months: Type.Array(Type.String(), { description: 'In which events begin or are going on, as in 2027-05' }),
  tags: Type.Array(Type.String(), { description: 'The most used first' }),
  organizers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  organizerName: Nullable(
    Type.String({
      description: 'Whose they are where one organiser is asked for, who has an event or a pass on the list',
    }),
  ),
})
export type EventChoices = Static<typeof EventChoices>

export const getEventChoices = call({
  operationId: 'getEventChoices',
  summary: 'Months, tags and organisers of the listed events',
  tag: 'events',
  method: 'GET',
  path: eventChoicesPath,
  query: Type.Object({ organizerSlug: Type.Optional(Text()) }),
  responses: { 200: EventChoices, 400: BadRequest },
})

/** Until when the reservation is held now, and how often more time can still be asked for. */
export const ExtendedReservation = Type.Object({
  validity: Type.Integer({ description: 'Epoch milliseconds' }),
  extensionsLeft: Type.Integer({ minimum: 0 }),
})
export type ExtendedReservation = Static<typeof ExtendedReservation>

/** The value of a refusal: nothing was extended. */
export const ExtensionRefused = ValidatedResponse(Type.Null())
export type ExtensionRefused = Static<typeof ExtensionRefused>

/** The name under which refusals are global. */
export const EXTENSION_FORM = 'extension'

/** "I need more time" (design section 6); refused when the reservation isn't pending any more or the cap is reached. */
export const extendReservation = call({
  operationId: 'extendReservation',
  summary: 'Hold a pending reservation longer',
  tag: 'reservation',
  method: 'POST',
  path: extendReservationPath,
  params: ReservationParams,
  responses: { 200: ExtendedReservation, 403: Forbidden, 404: Empty, 422: ExtensionRefused, 429: TooManyRequests },
})

/** A reservation that the visitor has begun and neither finished nor cancelled, and that is still held. */
export const OpenReservation = Type.Object({
  id: Type.String(),
  of: Type.Object({
    type: OneOf(['event', 'subscription']),
    publicIdentifier: Type.String({ description: 'Short name of the event, or id of the pass' }),
    title: Type.Record(Type.String(), Type.String(), { description: 'By language' }),
    timeZone: Type.String(),
  }),
  tickets: Type.Array(
    Type.Object({ categoryId: Type.Integer(), name: Type.String(), quantity: Type.Integer({ minimum: 1 }) }),
  ),
  extras: Type.Array(
    Type.Object({
      serviceId: Type.Integer(),
      quantity: Type.Integer({ minimum: 1 }),
      amount: Type.Union([Type.String(), Type.Null()], { description: 'Where the visitor has named it' }),
    }),
  ),
  code: Type.Union([Type.String(), Type.Null()], { description: 'What was typed in' }),
  validity: Type.Integer({ description: 'Epoch milliseconds' }),
  page: Type.Union([Type.Literal('book'), Type.Literal('overview')], { description: 'Where it goes on' }),
})
export type OpenReservation = Static<typeof OpenReservation>

/** What the visit holds, the latest first. Of the session in the header, and of the one in the cookie. */
export const getOpenReservations = call({
  operationId: 'getOpenReservations',
  summary: 'What the visitor holds and has not paid for yet',
  tag: 'reservation',
  method: 'GET',
  path: openReservationsPath,
  responses: { 200: Type.Array(OpenReservation), 400: BadRequest },
})
