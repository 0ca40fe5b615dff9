import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import { MAX_ID_LENGTH } from './limits.ts'
import { checkInInfoPath, onlineCheckInPath } from './ticket-paths.ts'
import { LangMap, Text } from './schema.ts'
import { DatesWithTimeZoneOffset, ShortName } from './shared.ts'
import { BadRequest, TooManyRequests, Unexpected } from './wrapper.ts'

/** How those who take part online wait and come in. Whatever is not known is not found, malformed or not. */

/** When attendees can come in. Epoch milliseconds; `until` is outside. */
const Opening = Type.Object({ from: Type.Integer(), until: Type.Integer() })

/** What decides whether the room is open: a member of ours, so that a page can open its door by itself. */
const RoomTimes = Type.Object({
  openings: Type.Array(Opening),
  startsAt: Type.Integer(),
  endsAt: Type.Integer(),
})

/** Begin and end of the link that is open, with its real end; of the event while none is. */
export const OnlineCheckInInfo = Type.Object({
  formattedBeginDate: LangMap,
  formattedBeginTime: LangMap,
  formattedEndDate: LangMap,
  formattedEndTime: LangMap,
  timeZone: Type.String({ description: "The event's, whatever zone the texts are in" }),
  datesWithOffset: DatesWithTimeZoneOffset,
  sameDay: Type.Literal(true),
  room: RoomTimes,
})
export type OnlineCheckInInfo = Static<typeof OnlineCheckInInfo>

const Segment = Text(MAX_ID_LENGTH)

export const getCheckInInfo = call({
  operationId: 'getCheckInInfo',
  summary: 'The dates of the waiting room; only for a ticket that takes part online, by the hash of its code',
  tag: 'online-check-in',
  method: 'GET',
  path: checkInInfoPath,
  params: Type.Object({ eventName: ShortName, ticketIdentifier: Segment, checkInCode: Segment }),
  query: Type.Object({ tz: Type.Optional(Text(MAX_ID_LENGTH)) }),
  responses: { 200: OnlineCheckInInfo, 400: BadRequest, 404: Empty, 429: TooManyRequests, 500: Unexpected },
})

const Joining = Type.Object({ eventName: ShortName, ticketIdentifier: Segment, ticketCodeHash: Segment })

/** To the waiting room, to the ticket's page where it is refused, or home; a holder who is in to the link. Changes nothing. */
export const performOnlineCheckIn = call({
  operationId: 'performOnlineCheckIn',
  summary: 'Leads to the waiting room, and a holder who is checked in to the link that is open now',
  tag: 'online-check-in',
  method: 'GET',
  path: onlineCheckInPath,
  params: Joining,
  responses: { 302: Empty, 400: BadRequest, 429: TooManyRequests },
})

/** To the link, to the waiting room, to the ticket's page where it is refused, or home. */
export const joinOnline = call({
  operationId: 'joinOnline',
  summary: 'Checks the holder in and leads to the link that is open now',
  tag: 'online-check-in',
  method: 'POST',
  path: onlineCheckInPath,
  params: Joining,
  responses: { 303: Empty, 400: BadRequest, 429: TooManyRequests },
})
