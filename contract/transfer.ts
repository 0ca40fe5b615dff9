import { Type, type Static } from 'typebox'
import { statusesWith } from '#domain/order/reservation/states.ts'
import { call } from './call.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { ConfirmedHolders, Denied } from './organiser.ts'
import { awaitedTransfersPath, confirmTransferPath } from './paths.ts'
import { Nullable, OneOf, Text } from './schema.ts'
import { ShortName } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/** Bank transfers that orders wait for: calls of our own for organisers, by API key. */

export const AwaitedTransfer = Type.Object({
  reservationId: Type.String(),
  shortId: Type.String({ description: 'What the buyer was asked to write' }),
  event: Type.String({ description: 'Short name of the event, or the id of the pass' }),
  status: OneOf(statusesWith('canTransferArrive')),
  amount: Type.String({ description: 'Plain decimal' }),
  currency: Type.String(),
  deadline: Nullable(Type.Integer({ description: 'Epoch milliseconds; null: the buyer was told none' })),
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
