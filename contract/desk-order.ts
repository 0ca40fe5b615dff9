import { OTHER_WAYS } from '#domain/catalog/channel/channel.ts'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { ORDER_GROUPS } from '#domain/organiser/order-desk/order-group.ts'
import { Type, type Static } from 'typebox'
import { NotForRole, NotSignedIn, deskCall } from './desk-call.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_SEARCH_LENGTH, MAX_TAG_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Nullable, OneOf, Whole } from './schema.ts'

/** The organiser's API, version 1: orders. Moments are milliseconds since 1970, amounts decimal texts. */

/** What an order is for. */
export const OrderContext = Type.Object({
  id: Type.Integer(),
  kind: OneOf(['EVENT', 'PASS']),
  slug: Type.String({ description: 'Short name of an event, public id of a pass' }),
  title: Type.String({ description: 'In the language of the caller, where there is one' }),
  timezone: Type.String(),
  organizationId: Type.Integer(),
})

/** Why an order needs a person. */
export const ORDER_NEEDS = ['PAYMENT_UNKNOWN', 'TRANSFER_LATE', 'PAYMENT_REVIEW'] as const

export const ListedDeskOrder = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  status: OneOf(RESERVATION_STATUSES),
  group: OneOf(ORDER_GROUPS),
  createdAt: Type.Integer(),
  name: Type.String({ description: 'Of the buyer; empty while it is not filled in, or erased' }),
  email: Type.String(),
  company: Nullable(Type.String()),
  isErased: Type.Boolean({ description: 'Its people have been erased' }),
  of: OrderContext,
  tickets: Type.Integer({ description: 'Those that belong to it now' }),
  tags: Type.Array(Type.String()),
  dueAt: Nullable(Type.Integer({ description: 'When its transfer is due' })),
  needs: Type.Array(OneOf(ORDER_NEEDS)),
  money: Type.Unsafe<OrderMoney | null>({
    type: ['object', 'null'],
    description: 'Null: not for this role',
    required: ['total', 'currency', 'refunded', 'isRefundOpen', 'method'],
    properties: {
      total: { type: 'string' },
      currency: { type: ['string', 'null'] },
      refunded: { type: 'string', description: 'What has gone back, or is on its way' },
      isRefundOpen: { type: 'boolean', description: 'A refund has not arrived yet, or has failed' },
      method: { type: ['string', 'null'], enum: [...PAYMENT_PROXIES, null] },
    },
  }),
})
type OrderMoney = {
  readonly total: string
  readonly currency: string | null
  readonly refunded: string
  readonly isRefundOpen: boolean
  readonly method: (typeof PAYMENT_PROXIES)[number] | null
}
export type ListedDeskOrder = Static<typeof ListedDeskOrder>

/** NEEDS: those that need a person; REFUND: a refund of theirs has not arrived yet, or has failed. */
export const ORDER_FILTERS = ['NEEDS', 'AWAITED', 'COMPLETE', 'OPEN', 'ENDED', 'REFUND'] as const
export type OrderFilterName = (typeof ORDER_FILTERS)[number]

export const listDeskOrders = deskCall({
  operationId: 'listDeskOrders',
  summary: 'The orders that the caller may see, the latest first; 100 at a time',
  method: 'GET',
  path: paths.deskOrdersPath,
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: MAX_SEARCH_LENGTH,
        description: 'Name, address, company, short id, code of a ticket, invoice number or amount',
      }),
    ),
    contextId: Type.Optional(Whole),
    show: Type.Optional(OneOf(ORDER_FILTERS)),
    method: Type.Optional(OneOf(PAYMENT_PROXIES)),
    tag: Type.Optional(Type.String({ maxLength: MAX_TAG_LENGTH })),
    channel: Type.Optional(
      Type.String({
        maxLength: MAX_NAME_LENGTH,
        description: `By which the buyers came, as in readEventFigures; ${OTHER_WAYS}: by none of the links and embedding pages`,
      }),
    ),
    since: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799_000 })),
    until: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799_000 })),
    cursor: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH, description: 'nextCursor of the answer before' })),
  }),
  responses: {
    200: Type.Object({
      orders: Type.Array(ListedDeskOrder),
      nextCursor: Nullable(Type.String({ description: 'Null at the end of the list' })),
      counts: Type.Unsafe<Record<'ALL' | OrderFilterName, number> | null>({
        type: ['object', 'null'],
        description:
          'With the first page: how many orders each value of `show` has, all else alike; null where a search finds more than 5,000',
        required: ['ALL', ...ORDER_FILTERS],
        properties: Object.fromEntries(['ALL', ...ORDER_FILTERS].map(name => [name, { type: 'integer' }])),
      }),
      contexts: Type.Array(OrderContext, {
        description: 'With the first page: the events and passes whose orders the caller may see, the latest first',
      }),
      channels: Type.Array(Type.String(), {
        description: 'With the first page of the orders of one event: channels by which its buyers came, 200 at most',
      }),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})
