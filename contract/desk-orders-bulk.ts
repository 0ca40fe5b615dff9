import { BULK_ACTIONS } from '#domain/organiser/order-desk/bulk-action.ts'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { Type, type Static } from 'typebox'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { listDeskOrders } from './desk-order.ts'
import { MAX_BULK_ORDERS, MAX_ID_LENGTH, MAX_LIST_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Maybe, Nullable, OneOf } from './schema.ts'
import { ReservationId } from './shared.ts'

/** The organiser's API, version 1: what is done with chosen orders, or all that a filter finds, by a job in the background. */

const { cursor: _cursor, ...filter } = listDeskOrders.query.properties

const members = {
  action: OneOf(BULK_ACTIONS),
  orderIds: Maybe(
    Type.Array(ReservationId, {
      maxItems: MAX_LIST_LENGTH,
      description: 'The orders; or a filter of the list of orders',
    }),
  ),
  filter: Maybe(Type.Object(filter)),
  tag: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'With tag' })),
  notifyHolders: Maybe(Type.Boolean({ description: 'With cancel and refund: the holders get a mail, too' })),
}

export const BulkForm = Type.Object(members)
export type BulkForm = Static<typeof BulkForm>

export const BulkPlan = Type.Object({
  seen: Type.String({ description: 'Sent with the start, which happens only for these orders' }),
  orders: Type.Integer({ description: `Chosen; at most ${MAX_BULK_ORDERS}` }),
  able: Type.Integer({ description: 'With which it can be done now' }),
  leftOut: Type.Array(
    Type.Object({
      code: Type.String({ description: 'A text key' }),
      message: Type.String({ description: 'Why, in the language of the caller' }),
      orders: Type.Integer(),
    }),
  ),
  sums: Type.Array(
    Type.Object({
      provider: Nullable(OneOf(PAYMENT_PROXIES)),
      currency: Nullable(Type.String()),
      orders: Type.Integer(),
      amount: Type.String({ description: 'What is confirmed, is no longer due or goes back, a plain decimal' }),
    }),
    { description: 'Of those with which it can be done, by way of payment' },
  ),
})
export type BulkPlan = Static<typeof BulkPlan>

export const planOrdersBulk = deskCall({
  operationId: 'planOrdersBulk',
  summary: 'What an action with many orders will do; nothing is stored',
  method: 'POST',
  path: paths.deskOrdersBulkPlanPath,
  body: BulkForm,
  responses: { 200: BulkPlan, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const startOrdersBulk = deskCall({
  operationId: 'startOrdersBulk',
  summary: 'Start the job that does it, once however often it is sent',
  method: 'POST',
  path: paths.deskOrdersBulkPath,
  body: Type.Object({
    ...members,
    seen: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Of the plan' }),
    requestId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description: 'Of the caller' }),
  }),
  responses: {
    200: Type.Object({ jobId: Type.Integer({ description: 'Its progress: GET /bulk-jobs/:jobId' }) }),
    401: NotSignedIn,
    403: NotForRole,
    409: BulkPlan,
    422: Refusals,
  },
})
