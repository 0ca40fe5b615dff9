import { Type } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import { forceCheckPath } from './paths.ts'
import { Nullable } from './schema.ts'

/** Has the provider asked now what became of a payment. Not answered yet: the page that would ask takes 404 for "no news". */
export const forceCheck = call({
  operationId: 'forceCheckStatus',
  summary: 'Have the payment provider asked now',
  tag: 'reservation',
  method: 'GET',
  path: forceCheckPath,
  params: ReservationParams,
  responses: {
    200: Type.Object({ redirect: Type.Boolean(), redirectUrl: Nullable(Type.String()) }),
    404: Empty,
  },
})
