import { Type } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import { forceCheckByEventPath, initPaymentByOldNamePath, paymentStatusByOldNamePath } from './payment-paths.ts'
import { ForcedCheck, InitializedPayment, ValidatedInitializedPayment } from './payment-calls.ts'
import { Text } from './schema.ts'
import { BadRequest, Forbidden, TooManyRequests } from './wrapper.ts'

/** Older addresses of the calls about a payment, which clients of this wire still use (booking contract 7). */

const MethodParams = Type.Object({ ...ReservationParams.properties, method: Text() })

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
