import { Type, type Static } from 'typebox'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { Empty, call, content } from './call.ts'
import { orderChangesPath, orderDocumentPath, orderEndPath } from './order-paths.ts'
import { ReservationParams } from './booking.ts'
import { LangMap, Nullable, OneOf } from './schema.ts'
import { ReservationId } from './shared.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** An order that has ended; calls of this shop only, because the wire has no more to say of it than its status. */

/**
 * CANCELLED: by the organiser. WITHDRAWN: its buyer withdrew from the contract. RELEASED: the holder of its last ticket.
 * EXPIRED: its transfer did not arrive. LAPSED: its time was over before it was paid. DISCARDED: its buyer released it
 * before it was paid.
 */
export const ORDER_ENDS = ['CANCELLED', 'WITHDRAWN', 'RELEASED', 'EXPIRED', 'LAPSED', 'DISCARDED'] as const

export const ORDER_ENDERS = ['BUYER', 'ORGANISER', 'SHOP'] as const

/** UNDER_WAY: the provider was asked, or will be. FAILED: the money stayed where it was. */
export const RETURN_STATES = ['UNDER_WAY', 'DONE', 'FAILED'] as const

const ReturnedMoney = Type.Object({
  amount: Type.String({ description: 'As in 20.00' }),
  state: OneOf(RETURN_STATES),
  method: Nullable(OneOf(PAYMENT_METHODS)),
  /** Who has it sent back. */
  origin: OneOf(['ORGANISER', 'SHOP', 'PROVIDER']),
  at: Type.Integer({ description: 'Epoch milliseconds: when it was done, else when it was decided' }),
  expectedBy: Type.Integer({ description: 'Epoch milliseconds: by when it has usually arrived' }),
})

const Document = Type.Object({
  id: Type.String(),
  type: OneOf(['INVOICE', 'RECEIPT', 'CREDIT_NOTE']),
  number: Nullable(Type.String()),
})

export const OrderEnd = Type.Object({
  shortId: Type.String(),
  cause: OneOf(ORDER_ENDS),
  endedBy: OneOf(ORDER_ENDERS),
  endedAt: Nullable(Type.Integer({ description: 'Epoch milliseconds; null where it is not kept' })),
  content: Type.Array(Type.Object({ name: LangMap, quantity: Type.Integer({ minimum: 1 }) }), {
    description: 'What it was for when it ended; none where it is not kept',
  }),
  currency: Nullable(Type.String({ description: 'Null where it cost nothing' })),
  total: Type.String({ description: 'What it cost when it ended, as in 20.00' }),
  paid: Type.String({ description: 'What had been paid for it' }),
  isPaymentOpen: Type.Boolean({ description: 'A provider may still take money; it would go back' }),
  returned: Type.Array(ReturnedMoney, { description: 'What goes back by the provider that took it' }),
  byOrganizer: Nullable(
    Type.String({ description: 'What the organiser gives back by hand; null: nothing that is known' }),
  ),
  byOrganizerUntil: Nullable(Type.Integer({ description: 'Epoch milliseconds: by when' })),
  documents: Type.Array(Document, { description: 'Those that can be downloaded, the oldest first' }),
  organizationName: Type.String(),
  organizationEmail: Type.String(),
  timeZone: Type.String(),
})
export type OrderEnd = Static<typeof OrderEnd>

/** What was taken from an order that goes on. */
export const OrderChanges = Type.Object({
  cancelledTickets: Type.Integer({ minimum: 0, description: 'By the organiser' }),
  currency: Nullable(Type.String({ description: 'Null where nothing was paid through a provider' })),
  returned: Type.Array(ReturnedMoney),
  creditNotes: Type.Array(Document, { description: 'Those that can be downloaded, the oldest first' }),
  organizationName: Type.String(),
  timeZone: Type.String(),
})
export type OrderChanges = Static<typeof OrderChanges>

export const getOrderChanges = call({
  operationId: 'getOrderChanges',
  summary: 'What was cancelled, refunded and credited of an order that goes on',
  tag: 'reservation',
  method: 'GET',
  path: orderChangesPath,
  params: ReservationParams,
  responses: { 200: OrderChanges, 404: Empty, 500: Unexpected },
})

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
  summary: 'A document of an order that has ended or been changed, as PDF',
  tag: 'documents',
  method: 'GET',
  path: orderDocumentPath,
  params: Type.Object({ reservationId: ReservationId, documentId: Type.String({ maxLength: 36 }) }),
  responses: { 200: content('application/pdf', 'PDF', pdf), 400: BadRequest, 404: Empty, 500: Unexpected },
})
