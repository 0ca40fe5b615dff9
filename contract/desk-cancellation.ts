import { Type, type Static } from 'typebox'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Nullable, OneOf, Whole } from './schema.ts'

/** The organiser's API, version 1: an event is cancelled. Amounts are decimal texts. */

const EventId = Type.Object({ eventId: Whole })

/** BY_PROVIDER: goes back through the provider. BY_HAND: the organiser pays it back. NONE: nothing was paid. */
export const RETURN_WAYS = ['BY_PROVIDER', 'BY_HAND', 'NONE'] as const

export const CancellationPlan = Type.Object({
  cancelledAt: Nullable(Type.Integer({ description: 'Null: the event takes place' })),
  text: Type.String({ description: 'What buyers read; empty before' }),
  jobId: Nullable(Type.Integer({ description: 'Of the job that cancels its orders, the latest' })),
  isAllowed: Type.Boolean(),
  refusals: Refusals.properties.errors,
  people: Type.Integer({ description: 'Different addresses of buyers, holders and people who wait' }),
  orders: Type.Integer({ description: 'Orders that will be cancelled, with those that wait for a transfer' }),
  tickets: Type.Integer({ description: 'Tickets that will be no longer valid' }),
  payments: Type.Array(
    Type.Object({
      provider: OneOf(PAYMENT_PROXIES),
      way: OneOf(RETURN_WAYS),
      orders: Type.Integer(),
      amount: Type.String({ description: 'What the buyers get back; of NONE what they no longer owe' }),
      currency: Nullable(Type.String()),
    }),
  ),
  creditNotes: Type.Integer({ description: 'Invoices that are credited' }),
  mails: Type.Integer(),
  waiting: Type.Integer({ description: 'People on the waiting list, which ends' }),
  carts: Type.Integer({ description: 'Orders that are not confirmed, and lapse' }),
  underWay: Type.Integer({ description: 'Payments under way; money that still comes goes back by itself' }),
  letIn: Type.Integer({ description: 'Orders that stay, because a holder has been let in' }),
})
export type CancellationPlan = Static<typeof CancellationPlan>

export const planCancellation = deskCall({
  operationId: 'planCancellation',
  summary: 'What will happen when an event is cancelled, before it is; afterwards what is left to do',
  method: 'GET',
  path: paths.deskEventCancelPlanPath,
  params: EventId,
  responses: { 200: CancellationPlan, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const cancelDeskEvent = deskCall({
  operationId: 'cancelDeskEvent',
  summary:
    'Cancel an event: nothing of it is sold from now on, and a job cancels its orders. Called again, it goes on with what is left',
  method: 'POST',
  path: paths.deskEventCancelPath,
  params: EventId,
  body: Type.Object({
    text: Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'To buyers, in mails and on the page; may be empty' }),
  }),
  responses: {
    200: Type.Object({ jobId: Type.Integer(), version: Type.Integer() }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})
