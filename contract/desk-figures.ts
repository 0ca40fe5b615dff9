import { Type, type Static } from 'typebox'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import { Empty } from './call.ts'
import * as paths from './paths.ts'
import { Nullable } from './schema.ts'

/** What was sold of an event, by day, category, code and way of payment, and who came in when. */

/** What one part of an event's tickets comes to. */
const sold = {
  tickets: Type.Integer({ description: 'Sold and not cancelled since' }),
  money: Nullable(Type.String({ description: 'Of these tickets, with VAT; null where money is not for the caller' })),
}

export const SoldDay = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD by the calendar of the event' }),
  ...sold,
})
export type SoldDay = Static<typeof SoldDay>

export const SoldCategory = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ...sold,
  held: Type.Integer({ description: 'In orders that are not confirmed yet, or held for later' }),
  checkedIn: Type.Integer(),
  capacity: Nullable(Type.Integer({ description: 'Own seats; null where it shares the rest of the event’s seats' })),
})
export type SoldCategory = Static<typeof SoldCategory>

export const SoldCode = Type.Object({
  code: Type.String(),
  orders: Type.Integer(),
  ...sold,
  discount: Nullable(Type.String()),
})
export type SoldCode = Static<typeof SoldCode>

export const SoldMethod = Type.Object({
  method: Nullable(
    Type.String({
      description:
        'The provider, OFFLINE, ON_SITE, ADMIN, or NONE of orders that cost nothing; null where none is recorded',
    }),
  ),
  orders: Type.Integer(),
  ...sold,
})
export type SoldMethod = Static<typeof SoldMethod>

export const Entry = Type.Object({
  at: Type.Integer({ description: 'The start of a quarter of an hour; milliseconds since 1970' }),
  people: Type.Integer(),
})

export const ChannelFigures = Type.Object({
  channel: Type.String({ description: 'The name of a link, `embed.` and the host of a page, or empty: any other way' }),
  views: Type.Integer({ description: 'How often the page of the event was seen by people' }),
  begun: Type.Integer({ description: 'Orders that were begun' }),
  orders: Type.Integer({ description: 'Completed orders since the first day that is counted' }),
  money: Nullable(Type.String()),
})
export type ChannelFigures = Static<typeof ChannelFigures>

/** The figures of one event. */
const figures = {
  eventId: Type.Integer(),
  title: Type.String({ description: 'In the language of the caller, where there is one' }),
  startsAt: Type.Integer({ description: 'Milliseconds since 1970' }),
  startDay: Type.String({ description: 'YYYY-MM-DD by the calendar of the event' }),
  timeZone: Type.String(),
  currency: Nullable(Type.String()),
  capacity: Type.Integer(),
  sold: Type.Integer(),
  held: Type.Integer({ description: 'In orders that are not confirmed yet, or held for later' }),
  checkedIn: Type.Integer(),
  waiting: Type.Integer({ description: 'Seats that the waiting list asks for' }),
  orders: Type.Integer(),
  money: Nullable(Type.String({ description: 'Of confirmed orders, with extras and VAT, before refunds' })),
  refunded: Nullable(
    Type.String({ description: 'What providers have accepted to pay back, as the money of days counts it' }),
  ),
  days: Type.Array(SoldDay, { description: 'Days on which something was sold, the first one first; at most 1,000' }),
}

export const PlainFigures = Type.Object(figures)
export type PlainFigures = Static<typeof PlainFigures>

export const EventFigures = Type.Object({
  ...figures,
  now: Type.Integer({ description: 'By the clock of the shop' }),
  categories: Type.Array(SoldCategory),
  codes: Type.Array(SoldCode, { description: 'The most used first; at most 100' }),
  methods: Type.Array(SoldMethod),
  channels: Type.Array(ChannelFigures, { description: 'The most orders first; at most 100' }),
  countedSince: Nullable(Type.String({ description: 'YYYY-MM-DD: the first day of which visits were counted' })),
  entries: Type.Array(Entry, {
    description: 'Quarters of an hour in which people came in; each ticket at its last entry',
  }),
  compared: Nullable(PlainFigures),
  comparable: Type.Array(Type.Object({ eventId: Type.Integer(), title: Type.String(), startsAt: Type.Integer() }), {
    description: 'Events of the same organisation that the caller may see, the latest first; at most 50',
  }),
})
export type EventFigures = Static<typeof EventFigures>

export const readEventFigures = deskCall({
  operationId: 'readEventFigures',
  method: 'GET',
  path: paths.deskEventFiguresPath,
  summary: 'Return what was sold of an event, and who came in',
  params: Type.Object({ eventId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  query: Type.Object({
    compareWith: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Another event of the organisation' }),
    ),
  }),
  responses: { 200: EventFigures, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
