import { Type, type Static } from 'typebox'
import { ReservationParams } from './booking.ts'
import { call } from './call.ts'
import { applyCodePath, removeCodePath } from './order-paths.ts'
import { Maybe, OneOf, Text } from './schema.ts'
import { BadRequest, Forbidden, TooManyRequests, Unexpected, ValidatedBoolean } from './wrapper.ts'

const CodeType = OneOf(['SUBSCRIPTION'])

/** `email` decides between passes of one PIN; `amount` is of other clients of the wire, and not read. */
export const ReservationCodeForm = Type.Object({
  code: Text(),
  email: Maybe(Text()),
  amount: Maybe(Type.Number()),
  type: CodeType,
})
export type ReservationCodeForm = Static<typeof ReservationCodeForm>

/** The name under which refusals of the form are global. */
export const RESERVATION_CODE_FORM = 'reservationCodeForm'

export const applyCode = call({
  operationId: 'applyCode',
  summary: 'Have a bought pass pay for tickets of the order; read success and value',
  tag: 'reservation',
  method: 'POST',
  path: applyCodePath,
  params: ReservationParams,
  body: ReservationCodeForm,
  responses: {
    200: ValidatedBoolean,
    400: BadRequest,
    403: Forbidden,
    429: TooManyRequests,
    500: Unexpected,
  },
})

export const removeCode = call({
  operationId: 'removeCode',
  summary: 'Take the bought pass off the order; true when there was one',
  tag: 'reservation',
  method: 'DELETE',
  path: removeCodePath,
  params: ReservationParams,
  query: Type.Object({ type: CodeType }),
  responses: { 200: Type.Boolean(), 400: BadRequest, 403: Forbidden, 500: Unexpected },
})
