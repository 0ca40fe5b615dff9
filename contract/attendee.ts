import { Type, type Static } from 'typebox'
import { TicketAndCheckInResult } from './check-in.ts'
import { Empty, call } from './call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { Denied } from './organiser.ts'
import { attendeePath, mySponsorScansPath, sponsorScanBulkPath, sponsorScanPath } from './paths.ts'
import { ListOf, MapOf, Maybe, Nullable, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/** The calls of lead scanners: sponsors who scan the badges of people at an event. By API key. */

export const BAD_INPUT = 'bad input parameters'
const BadInput = Type.Literal(BAD_INPUT)

/** One without an event finds none. An unknown lead status counts as WARM; a scan without a moment is of now. The last moment is that of year 9999. */
export const SponsorScanForm = Type.Object({
  eventName: Maybe(Text(MAX_NAME_LENGTH)),
  ticketIdentifier: Maybe(Text(MAX_NAME_LENGTH)),
  notes: Maybe(Text()),
  leadStatus: Maybe(Text(MAX_NAME_LENGTH)),
  timestamp: Maybe(Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 })),
})
export type SponsorScanForm = Static<typeof SponsorScanForm>

const Operator = Type.Object({
  'Alfio-Operator': Type.Optional(
    Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Who scans, where several do' }),
  ),
})

export const sponsorScan = call({
  operationId: 'sponsorScan',
  summary: 'Remember a badge; scanning it again changes notes and lead status',
  tag: 'attendee',
  method: 'POST',
  path: sponsorScanPath,
  headers: Operator,
  body: SponsorScanForm,
  responses: { 200: TicketAndCheckInResult, 400: BadInput, 403: Denied },
})

export const sponsorScanMany = call({
  operationId: 'sponsorScanBulk',
  summary: 'The same for a list; answers stand in the order of the scans',
  tag: 'attendee',
  method: 'POST',
  path: sponsorScanBulkPath,
  headers: Operator,
  body: ListOf(SponsorScanForm),
  responses: { 200: Type.Array(TicketAndCheckInResult), 400: BadInput, 403: Denied },
})

export const listMySponsorScans = call({
  operationId: 'myScans',
  summary: 'Badges that this key has scanned; none for a key that is of no sponsor',
  tag: 'attendee',
  method: 'GET',
  path: mySponsorScansPath,
  params: Type.Object({ eventKey: ShortName }),
  query: Type.Object({ from: Type.Optional(Text(MAX_NAME_LENGTH)) }),
  responses: {
    200: Type.Array(
      Type.Partial(
        Type.Object({
          ticketId: Type.String({ description: 'Private id' }),
          timestamp: Type.String({ description: 'UTC, yyyy-MM-ddTHH:mm:ssZ' }),
          fullName: Type.String(),
          email: Type.String(),
        }),
      ),
    ),
    400: BadRequest,
    403: Denied,
    404: Empty,
  },
})

export const getAttendee = call({
  operationId: 'attendeeTicket',
  summary: 'The attendee behind the private id of a ticket',
  tag: 'attendee',
  method: 'GET',
  path: attendeePath,
  params: Type.Object({ eventKey: ShortName, UUID: Text(MAX_NAME_LENGTH) }),
  responses: {
    200: Type.Object({
      uuid: Type.String({ description: 'Private id' }),
      fullName: Nullable(Type.String()),
      firstName: Nullable(Type.String()),
      lastName: Nullable(Type.String()),
      email: Nullable(Type.String()),
      userLanguage: Nullable(Type.String()),
      additionalFields: MapOf(Type.String(), { description: 'Label of the field to what was answered' }),
    }),
    400: BadRequest,
    403: Denied,
  },
})
