import { Type, type Static } from 'typebox'
import { ReservationParams } from './booking.ts'
import { Empty, call } from './call.ts'
import { extendReservationPath } from './paths.ts'
import { ValidatedResponse, Forbidden, TooManyRequests } from './wrapper.ts'

/** Calls that exist in this shop only. */

/** Until when the reservation is held now, and how often more time can still be asked for. */
export const ExtendedReservation = Type.Object({
  validity: Type.Integer({ description: 'Epoch milliseconds' }),
  extensionsLeft: Type.Integer({ minimum: 0 }),
})
export type ExtendedReservation = Static<typeof ExtendedReservation>

/** The value of a refusal: nothing was extended. */
export const ExtensionRefused = ValidatedResponse(Type.Null())
export type ExtensionRefused = Static<typeof ExtensionRefused>

/** The name under which refusals are global. */
export const EXTENSION_FORM = 'extension'

/** "I need more time" (design section 6); refused when the reservation isn't pending any more or the cap is reached. */
export const extendReservation = call({
  operationId: 'extendReservation',
  summary: 'Hold a pending reservation longer',
  tag: 'reservation',
  method: 'POST',
  path: extendReservationPath,
  params: ReservationParams,
  answers: { 200: ExtendedReservation, 403: Forbidden, 404: Empty, 422: ExtensionRefused, 429: TooManyRequests },
})
