import { type Static, Type } from 'typebox'
import { statusesWith } from '#domain/order/reservation/states.ts'
import { call, content } from './call.ts'
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import { ConfirmedHolders, Denied } from './organiser.ts'
import {
  awaitedTransfersPath,
  confirmTransferPath,
  paymentReviewPath,
  paymentReviewsPath,
  reconciliationPath,
} from './paths.ts'
import { Maybe, Nullable, OneOf, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'
import { REVIEW_REASONS } from '#domain/payment/pay/review.ts'
import { PaymentProxy } from './payment.ts'

/** Bank transfers that orders wait for: calls of our own for organisers, by API key. */

export const AwaitedTransfer = Type.Object({
  reservationId: Type.String(),
  shortId: Type.String({ description: 'What the buyer was asked to write' }),
  event: Type.String({ description: 'Short name of the event, or the id of the pass' }),
  status: OneOf(statusesWith('canTransferArrive')),
  amount: Type.String({ description: 'Plain decimal' }),
  currency: Type.String(),
  deadline: Nullable(Type.Integer({ description: 'Epoch milliseconds; null: the buyer was given none' })),
  overdue: Type.Boolean(),
  contact: Type.Object({ firstName: Type.String(), lastName: Type.String(), email: Type.String() }),
})
export type AwaitedTransfer = Static<typeof AwaitedTransfer>

export const listAwaitedTransfers = call({
  operationId: 'listAwaitedTransfers',
  summary: 'Orders that wait for a bank transfer, those that are due first at the top',
  tag: 'organiser',
  method: 'GET',
  path: awaitedTransfersPath,
  query: Type.Object({ event: Type.Optional(ShortName) }),
  responses: { 200: Type.Array(AwaitedTransfer), 400: BadRequest, 403: Denied },
})

/** By the whole id there is `confirmReservation`; with a part of it the amount has to be right as well. */
export const confirmTransferByReference = call({
  operationId: 'confirmTransferByReference',
  summary: 'Confirm the transfer of the one order whose id begins like this and which comes to exactly this amount',
  tag: 'organiser',
  method: 'PUT',
  path: confirmTransferPath,
  body: Type.Object({
    reference: Text(MAX_NAME_LENGTH),
    amount: Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Plain decimal, such as 71.40' }),
    currency: Text(MAX_NAME_LENGTH),
  }),
  responses: {
    200: Type.Object({ reservationId: Type.String(), ...ConfirmedHolders.properties }),
    400: BadRequest,
    403: Denied,
  },
})

/** Payments that need a person: calls of our own for organisers, by API key. */

export const PaymentToReview = Type.Object({
  id: Type.String(),
  reason: OneOf(REVIEW_REASONS),
  text: Type.String({ description: 'What is so, in English' }),
  remedy: Type.String({ description: 'What to do, in English' }),
  detail: Nullable(Type.String({ description: 'What the provider has said' })),
  event: Type.String({ description: 'Short name of the event, or the id of the pass' }),
  reservationId: Type.String(),
  shortId: Type.String(),
  paymentId: Type.String(),
  provider: PaymentProxy,
  amount: Type.String({ description: 'Plain decimal: what it is about' }),
  currency: Type.String(),
  since: Type.Integer({ description: 'Epoch milliseconds' }),
  dueBy: Nullable(Type.Integer({ description: 'Epoch milliseconds: by when a dispute has to be answered' })),
})
export type PaymentToReview = Static<typeof PaymentToReview>

export const listPaymentReviews = call({
  operationId: 'listPaymentReviews',
  summary: 'Payments that need a person, with what to do, the longest waiting first',
  tag: 'organiser',
  method: 'GET',
  path: paymentReviewsPath,
  query: Type.Object({ event: Type.Optional(ShortName) }),
  responses: { 200: Type.Array(PaymentToReview), 400: BadRequest, 403: Denied },
})

/** Said twice, it is said once. */
export const endPaymentReview = call({
  operationId: 'endPaymentReview',
  summary: 'Say that a payment has been dealt with; the note goes into the trail of its order',
  tag: 'organiser',
  method: 'PUT',
  path: paymentReviewPath,
  params: Type.Object({ reviewId: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
  body: Type.Object({ note: Maybe(Type.String({ maxLength: MAX_TEXT_LENGTH })) }),
  responses: {
    200: Type.Object({ endedAt: Type.Integer({ description: 'Epoch milliseconds' }) }),
    400: BadRequest,
    403: Denied,
  },
})

/** The columns of a reconciliation. Amounts are plain decimals above nothing; `kind` says which way they went. */
export const RECONCILIATION_COLUMNS = [
  'time',
  'kind',
  'provider reference',
  'transaction',
  'order',
  'amount',
  'fee',
  'currency',
  'state',
] as const

export const reconcilePayments = call({
  operationId: 'reconcilePayments',
  summary: 'A day (UTC) of payments, refunds and disputes beside the books of their provider, as CSV',
  tag: 'organiser',
  method: 'GET',
  path: reconciliationPath,
  query: Type.Object({
    provider: PaymentProxy,
    day: Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'As 2027-01-15' }),
    event: Type.Optional(ShortName),
  }),
  responses: {
    200: content('text/csv', 'CSV', Type.String({ contentMediaType: 'text/csv' })),
    400: BadRequest,
    403: Denied,
    502: Type.String({ description: 'The provider did not tell its books; ask again later' }),
  },
})
