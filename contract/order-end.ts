import { Type, type Static } from 'typebox'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { Empty, call, content } from './call.ts'
import { orderDocumentPath, orderEndPath } from './paths.ts'
import { ReservationParams } from './booking.ts'
import { LangMap, Nullable, OneOf } from './schema.ts'
import { ReservationId } from './shared.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** An order that has ended; calls of this shop only, because the wire has no more to say of it than its status. */

/** CANCELLED: by the organiser. WITHDRAWN: its buyer withdrew from the contract. RELEASED: the holder of its last ticket. EXPIRED: its transfer did not arrive. */
export const ORDER_ENDS = ['CANCELLED', 'WITHDRAWN', 'RELEASED', 'EXPIRED'] as const

/** UNDER_WAY: the provider was asked, or will be. FAILED: the money stayed where it was. */
export const RETURN_STATES = ['UNDER_WAY', 'DONE', 'FAILED'] as const

const ReturnedMoney = Type.Object({
  amount: Type.String({ description: 'As in 20.00' }),
  state: OneOf(RETURN_STATES),
  method: Nullable(OneOf(PAYMENT_METHODS)),
  at: Type.Integer({ description: 'Epoch milliseconds: when it was done, else when it was decided' }),
})

export const OrderEnd = Type.Object({
  shortId: Type.String(),
  cause: OneOf(ORDER_ENDS),
  endedAt: Nullable(Type.Integer({ description: 'Epoch milliseconds; null where it is not kept' })),
  content: Type.Array(Type.Object({ name: LangMap, quantity: Type.Integer({ minimum: 1 }) }), {
    description: 'What it was for when it ended; none where it is not kept',
  }),
  currency: Nullable(Type.String({ description: 'Null where it cost nothing' })),
  total: Type.String({ description: 'What it cost when it ended, as in 20.00' }),
  paid: Type.String({ description: 'What had been paid for it' }),
  returned: Type.Array(ReturnedMoney, { description: 'What goes back by the provider that took it' }),
  byOrganizer: Nullable(
    Type.String({ description: 'What the organiser gives back by hand; null: nothing that is known' }),
  ),
  documents: Type.Array(
    Type.Object({
      id: Type.String(),
      type: OneOf(['INVOICE', 'RECEIPT', 'CREDIT_NOTE']),
      number: Nullable(Type.String()),
    }),
    { description: 'Those that can be downloaded, the oldest first' },
  ),
  organizationName: Type.String(),
  organizationEmail: Type.String(),
  timeZone: Type.String(),
})
export type OrderEnd = Static<typeof OrderEnd>

export const getOrderEnd = call({
  operationId: 'getOrderEnd',
  summary: 'What became of an order that has ended',
  tag: 'reservation',
  method: 'GET',
  path: orderEndPath,
  params: ReservationParams,
  responses: { 200: OrderEnd, 404: Empty, 500: Unexpected },
})

const pdf = Type.String({ contentMediaType: 'application/pdf' })

export const downloadOrderDocument = call({
  operationId: 'downloadOrderDocument',
  summary: 'A document of an order that has ended, as PDF',
  tag: 'documents',
  method: 'GET',
  path: orderDocumentPath,
  params: Type.Object({ reservationId: ReservationId, documentId: Type.String({ maxLength: 36 }) }),
  responses: { 200: content('application/pdf', 'PDF', pdf), 400: BadRequest, 404: Empty, 500: Unexpected },
})
