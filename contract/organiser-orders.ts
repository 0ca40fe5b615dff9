import { Type, type Static } from 'typebox'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { SENT_TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { CheckInStatus } from './check-in.ts'
import { Denied, Slug, organiserCall } from './organiser.ts'
import { checkInLogPath, deleteTicketPath, downloadAttendeesPath, reservationDetailPath } from './paths.ts'
import { MapOf, Nullable, OneOf, OpenObject } from './schema.ts'
import { ReservationId, ShortName } from './shared.ts'

/** The organiser's calls about orders and attendees: by API key, as those about events. */

const AdditionalValues = Nullable(
  MapOf(Type.Array(Type.String()), { description: 'Name of the question to what was answered' }),
)
const Metadata = MapOf(Type.String())
const Name = Nullable(Type.String())

const Person = { firstName: Name, lastName: Name, email: Name }

const Attendee = {
  ...Person,
  userLanguage: Nullable(Type.String()),
  externalReference: Nullable(Type.String()),
  additional: AdditionalValues,
}

export const DownloadedAttendee = Type.Partial(
  Type.Object({
    ...Attendee,
    metadata: OpenObject({}),
    status: OneOf(SENT_TICKET_STATUSES),
    confirmationTimestamp: Nullable(Type.String({ format: 'date-time', description: 'UTC' })),
  }),
)
export type DownloadedAttendee = Static<typeof DownloadedAttendee>

const AttendeesOfCategory = Type.Object({
  ticketCategoryId: Type.Integer(),
  attendees: Type.Array(DownloadedAttendee),
})
export type AttendeesOfCategory = Static<typeof AttendeesOfCategory>

export const downloadAttendees = organiserCall({
  operationId: 'downloadAttendees',
  summary: 'Whoever holds a good ticket of the event, by category; categories without anybody are left out',
  method: 'GET',
  path: downloadAttendeesPath,
  params: Slug,
  responses: { 200: Type.Array(AttendeesOfCategory), 403: Denied },
})

const Link = (description: string) => Type.String({ format: 'uri', description })

/** Of a ticket that is pending there is none. Links that would lead nowhere are left out. */
const Resources = Type.Partial(
  Type.Object({
    ticketPdf: Link('The ticket as PDF'),
    ticketQrCode: Link('Its code as a picture'),
    googleWallet: Link('Adds it to Google Wallet'),
    applePass: Link('The ticket for Apple Wallet'),
    ready: Type.Boolean({ description: 'Somebody holds it' }),
  }),
)
export type Resources = Static<typeof Resources>

export const AttendeeData = Type.Partial(
  Type.Object({ ...Attendee, metadata: Nullable(Metadata), resources: Resources }),
)
export type AttendeeData = Static<typeof AttendeeData>

export const TicketScans = Type.Partial(
  Type.Object({
    ticketId: Type.String({ description: 'Private id' }),
    attendeeData: AttendeeData,
    audit: Type.Array(
      Type.Partial(
        Type.Object({
          ticketUuid: Type.String({ description: 'Private id' }),
          scanTimestamp: Type.String({ description: 'Local date-time in the zone of the event' }),
          username: Type.String({ description: 'Description of the key, or whom the device names' }),
          checkInStatus: CheckInStatus,
          operation: OneOf(['SCAN', 'REVERT']),
        }),
      ),
    ),
  }),
)
export type TicketScans = Static<typeof TicketScans>

export const getCheckInLog = organiserCall({
  operationId: 'checkInLog',
  summary: 'Every scan of every ticket of the event, those that were refused included',
  method: 'GET',
  path: checkInLogPath,
  params: Slug,
  responses: { 200: Type.Array(TicketScans), 403: Denied },
})

export const deleteTicket = organiserCall({
  operationId: 'deleteTicket',
  summary: 'Take a ticket out of its order, without money back and without a mail; whether that was possible',
  method: 'DELETE',
  path: deleteTicketPath,
  params: Type.Object({ slug: ShortName, ticketUUID: ReservationId }),
  responses: { 200: Type.Boolean(), 403: Denied },
})

export const DetailedAttendee = Type.Object({
  fullName: Type.String({ description: 'Empty while nobody is named; so is the e-mail' }),
  ...AttendeeData.properties,
})
export type DetailedAttendee = Static<typeof DetailedAttendee>

const AttendeesByCategory = Type.Object({
  ticketCategoryId: Type.Integer(),
  quantity: Type.Integer(),
  attendees: Type.Optional(Nullable(Type.Array(DetailedAttendee))),
  metadata: Type.Optional(Nullable(Type.Array(Metadata))),
})

const OwnerOfSubscription = Type.Partial(
  Type.Object({
    ...Person,
    subscriptionId: Nullable(Type.String({ format: 'uuid', description: 'The public id of the bought pass' })),
    additional: AdditionalValues,
    metadata: Metadata,
  }),
)

export const ReservationDetail = Type.Object({
  id: Type.String(),
  status: OneOf(RESERVATION_STATUSES),
  user: Type.Partial(Type.Object({ username: Name, ...Person, id: Name })),
  tickets: Type.Array(AttendeesByCategory),
  subscriptionOwners: Type.Array(OwnerOfSubscription),
})
export type ReservationDetail = Static<typeof ReservationDetail>

export const getReservationDetail = organiserCall({
  operationId: 'getReservationDetail',
  summary: 'An order of an event or a pass, with its attendees or its owner',
  method: 'GET',
  path: reservationDetailPath,
  params: Type.Object({
    purchaseContextType: OneOf(['event', 'subscription']),
    publicIdentifier: ShortName,
    id: ReservationId,
  }),
  responses: { 200: ReservationDetail, 403: Denied },
})
