import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { BasicEventInfo, EventListQuery } from './event.ts'
import { EVENTS_ON_A_PAGE, MAX_INTEGER } from './limits.ts'
import { listedEventsPath } from './paths.ts'
import { Nullable, OneOf } from './schema.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** What the pages of this shop list of events; a call of this shop only. */

/** What a visitor can do about the tickets of an event now: the best that any of its categories offers. */
export const EventSaleState = OneOf(['ON_SALE', 'NOT_STARTED', 'ALL_RESERVED', 'SOLD_OUT', 'ENDED'])
export type EventSaleState = Static<typeof EventSaleState>

export const EventSale = Type.Object({
  state: EventSaleState,
  price: Nullable(
    Type.String({
      description:
        'What the cheapest ticket that costs something costs with all that cannot be avoided, as in 17.00; 0 where all are free; null where none can be had, now or later',
    }),
  ),
  hasFree: Type.Boolean({ description: 'Some tickets are free beside those that are not' }),
  currency: Nullable(Type.String()),
  saleStart: Nullable(Type.Integer({ description: 'Epoch milliseconds; of a sale that has not begun' })),
  hasWaitingList: Type.Boolean({ description: 'People can put themselves on it now' }),
})
export type EventSale = Static<typeof EventSale>

/** One event of a list with its sale; null where only a code opens a category of it. */
export const ListedEvent = Type.Object({ ...BasicEventInfo.properties, sale: Nullable(EventSale) })
export type ListedEvent = Static<typeof ListedEvent>

/** A part of the list, and how many events the whole has. */
export const ListedEvents = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  events: Type.Array(ListedEvent),
})
export type ListedEvents = Static<typeof ListedEvents>

export const getListedEvents = call({
  operationId: 'getListedEvents',
  summary: 'A part of the list of events, each with the least price and the state of its sale',
  tag: 'events',
  method: 'GET',
  path: listedEventsPath,
  query: Type.Object({
    ...EventListQuery.properties,
    free: Type.Optional(OneOf(['true'])),
    online: Type.Optional(OneOf(['true'])),
    weekend: Type.Optional(OneOf(['true'])),
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: EVENTS_ON_A_PAGE })),
  }),
  responses: { 200: ListedEvents, 400: BadRequest, 500: Unexpected },
})
