import { REVIEW_REASONS } from '#domain/payment/pay/review.ts'
import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { MAX_TEXT_LENGTH } from './limits.ts'
import { Denied } from './organiser.ts'
import { paymentReviewPath, paymentReviewsPath } from './paths.ts'
import { PaymentProxy } from './payment.ts'
import { Maybe, Nullable, OneOf } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'

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
