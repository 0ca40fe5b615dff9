import { type Static, Type } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import {
  discardPaymentPath,
  forceCheckByEventPath,
  forceCheckPath,
  initPaymentByOldNamePath,
  initPaymentPath,
  paymentStatusByOldNamePath,
  paymentStatusPath,
  removePaymentTokenPath,
} from './order-paths.ts'
import { PaymentProxy, ReservationPaymentResult, StaticPaymentMethod } from './payment.ts'
import { Maybe, Nullable, Text } from './schema.ts'
import { BadRequest, Forbidden, TooManyRequests, Unexpected, ValidatedResponse } from './wrapper.ts'

/** What the browser asks about a payment that is under way (booking contract 7). */

/** The name of a method; an unknown one is answered 400, so that it is no part of the schema. */
const MethodParams = Type.Object({ ...ReservationParams.properties, method: Text() })

/** `reservationStatusChanged`: the page has nothing to do any more and reads the order again. */
export const InitializedPayment = Type.Object({
  token: Nullable(Type.String()),
  paymentMethod: StaticPaymentMethod,
  paymentProvider: PaymentProxy,
  clientSecret: Nullable(Type.String()),
  errorMessage: Nullable(Type.String()),
  reservationStatusChanged: Type.Boolean(),
})
export type InitializedPayment = Static<typeof InitializedPayment>

/** The provider was out of reach: nothing was begun, and the order is open for every way to pay. */
export const ValidatedInitializedPayment = ValidatedResponse(InitializedPayment)

/**
 * What the buyer has agreed to, for payments whose page leads away: Pay may never be sent for them. It may be missing, and is
 * asked for by Pay then.
 */
export const Agreement = Type.Object({
  termAndConditionsAccepted: Maybe(Type.Boolean()),
  privacyPolicyAccepted: Maybe(Type.Boolean()),
})

export const initPayment = call({
  operationId: 'initPayment',
  summary: 'Begin a payment that the page itself carries on, such as a card with strong authentication',
  tag: 'payment',
  method: 'POST',
  path: initPaymentPath,
  params: MethodParams,
  body: Nullable(Agreement),
  responses: {
    200: InitializedPayment,
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    422: ValidatedInitializedPayment,
    429: TooManyRequests,
    500: Unexpected,
  },
})

export const getPaymentStatus = call({
  operationId: 'getPaymentStatus',
  summary: 'How the payment stands, as far as the shop knows; the provider is not asked',
  tag: 'payment',
  method: 'GET',
  path: paymentStatusPath,
  params: MethodParams,
  responses: { 200: ReservationPaymentResult, 400: BadRequest, 404: Empty },
})

/** Both spellings, of which clients of this wire read either (booking contract 7). */
export const ForcedCheck = Type.Object({
  successful: Type.Boolean(),
  success: Type.Boolean(),
  failed: Type.Boolean(),
  failure: Type.Boolean(),
  redirect: Type.Boolean(),
  initialized: Type.Boolean(),
  gatewayIdOrNull: Nullable(Type.String()),
  redirectUrl: Nullable(Type.String()),
})
export type ForcedCheck = Static<typeof ForcedCheck>

export const forceCheck = call({
  operationId: 'forcePaymentStatusCheck',
  summary: 'Have the payment provider asked now',
  tag: 'payment',
  method: 'GET',
  path: forceCheckPath,
  params: ReservationParams,
  responses: { 200: ForcedCheck, 404: Empty, 429: TooManyRequests },
})

export const removePaymentToken = call({
  operationId: 'removePaymentToken',
  summary: 'Forget that the buyer has agreed to a payment elsewhere; false when nobody has',
  tag: 'payment',
  method: 'DELETE',
  path: removePaymentTokenPath,
  params: ReservationParams,
  responses: { 200: Type.Boolean(), 403: Forbidden },
})

export const discardPayment = call({
  operationId: 'cancelPendingPayment',
  summary: 'Give a payment up that is under way; false when there is none, or the provider may still take the money',
  tag: 'payment',
  method: 'DELETE',
  path: discardPaymentPath,
  params: ReservationParams,
  responses: { 200: Type.Boolean(), 403: Forbidden },
})

/** Older addresses of the calls about a payment, which clients of this wire still use (booking contract 7). */

export const initPaymentByOldName = call({
  operationId: 'initPaymentLegacy',
  summary: 'Begin a payment that the page itself carries on; use initPayment',
  tag: 'payment',
  method: 'POST',
  path: initPaymentByOldNamePath,
  params: MethodParams,
  responses: {
    200: InitializedPayment,
    400: BadRequest,
    403: Forbidden,
    404: Empty,
    422: ValidatedInitializedPayment,
    429: TooManyRequests,
  },
})

export const getPaymentStatusByOldName = call({
  operationId: 'getPaymentStatusLegacy',
  summary: 'How the payment stands, in the shape of a check; use getPaymentStatus',
  tag: 'payment',
  method: 'GET',
  path: paymentStatusByOldNamePath,
  params: MethodParams,
  responses: { 200: ForcedCheck, 400: BadRequest, 404: Empty },
})

export const forceCheckByEvent = call({
  operationId: 'forcePaymentStatusCheckDeprecated',
  summary: 'Have the payment provider asked now; the name of the event is not looked at',
  tag: 'payment',
  method: 'GET',
  path: forceCheckByEventPath,
  params: Type.Object({ ...ReservationParams.properties, eventName: Text() }),
  responses: { 200: ForcedCheck, 404: Empty, 429: TooManyRequests },
})
