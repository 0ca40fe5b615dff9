import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { PAYMENT_STATUSES } from '#domain/payment/pay/payment-states.ts'
import { REVIEW_REASONS } from '#domain/payment/pay/review.ts'
import { TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { Type, type Static } from 'typebox'
import { Empty, content } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { ListedDeskOrder } from './desk-order.ts'
import { MAX_ID_LENGTH, MAX_LIST_LENGTH, MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { PaymentProxy } from './payment.ts'
import { OrderRefund } from './refund.ts'
import { Nullable, OneOf } from './schema.ts'
import { ReservationId } from './shared.ts'

/** The organiser's API, version 1: one order with all that belongs to it. Moments are milliseconds since 1970. */

export const OrderParams = Type.Object({ orderId: ReservationId })

const Answer = Type.Object({ question: Type.String(), answer: Type.String() })

export const DeskTicket = Type.Object({
  id: Type.String({ description: 'Public' }),
  category: Type.String(),
  categoryId: Type.Integer(),
  status: OneOf(TICKET_STATUSES),
  isCheckedIn: Type.Boolean(),
  firstName: Type.String({ description: 'Empty: no holder is named yet' }),
  lastName: Type.String(),
  email: Type.String(),
  answers: Type.Array(Answer),
  price: Nullable(Type.String({ description: 'Null: not for this role' })),
  hasFile: Type.Boolean({ description: 'It is good, and can be printed' }),
})
export type DeskTicket = Static<typeof DeskTicket>

const DeskPayment = Type.Object({
  id: Type.String(),
  provider: PaymentProxy,
  method: Nullable(OneOf(PAYMENT_METHODS)),
  status: OneOf(PAYMENT_STATUSES),
  amount: Type.String(),
  currency: Type.String(),
  received: Nullable(Type.String({ description: 'What has come by the word of the provider, with its currency' })),
  reference: Nullable(Type.String()),
  startedAt: Type.Integer(),
  left: Type.String({ description: 'What can still be refunded' }),
  refunds: Type.Array(OrderRefund),
  reviews: Type.Array(Type.Object({ id: Type.String(), reason: OneOf(REVIEW_REASONS), since: Type.Integer() })),
})

export const DOCUMENT_TYPES = ['INVOICE', 'RECEIPT', 'CREDIT_NOTE'] as const

const DeskDocument = Type.Object({
  id: Type.String(),
  type: OneOf(DOCUMENT_TYPES),
  number: Nullable(Type.String()),
  at: Type.Integer(),
  total: Type.String(),
  currency: Type.String(),
  isReplaced: Type.Boolean({ description: 'A newer one has taken its place' }),
})

const DeskMail = Type.Object({
  id: Type.String(),
  subject: Type.String(),
  recipient: Type.String(),
  status: OneOf(['WAITING', 'IN_PROCESS', 'SENT', 'RETRY', 'ERROR']),
  at: Type.Integer({ description: 'When it was last requested' }),
  sentAt: Nullable(Type.Integer()),
  error: Nullable(Type.String({ description: 'What the mail server has said last' })),
})

const OrderNote = Type.Object({
  id: Type.String(),
  at: Type.Integer(),
  by: Type.String(),
  text: Type.String(),
  isOwn: Type.Boolean({ description: 'The caller has written it, and may remove it' }),
})

const Happening = Type.Object({
  at: Type.Integer(),
  code: Type.String({ description: 'A text key' }),
  message: Type.String({ description: 'In the language of the caller' }),
  by: Nullable(Type.String({ description: 'The member, key or device; null: the buyer, or the shop by itself' })),
  detail: Nullable(
    Type.String({ description: 'A sum, what was changed, or the address of the terms that the buyer agreed to' }),
  ),
})

const LinkedOrder = Type.Object({
  id: ReservationId,
  shortId: Type.String(),
  isPaying: Type.Boolean({
    description: 'It pays for a change of this order; false: this order pays for a change of it',
  }),
  status: OneOf(RESERVATION_STATUSES),
  until: Nullable(Type.Integer({ description: 'Until when it can be paid, where it still can' })),
  href: Type.String({ description: 'The page where its buyer pays' }),
})

export const DeskOrder = Type.Object({
  ...ListedDeskOrder.properties,
  language: Type.String(),
  channel: Nullable(Type.String({ description: 'By which the buyer came, as in readEventFigures' })),
  confirmedAt: Nullable(Type.Integer()),
  buyer: Type.Object({
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    address: Type.Array(Type.String(), { description: 'Where the invoice goes, by lines' }),
    vatNumber: Nullable(Type.String()),
    reference: Nullable(Type.String({ description: 'What the buyer wants to find on the invoice' })),
  }),
  seats: Type.Array(DeskTicket),
  passes: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), email: Type.String(), isAcquired: Type.Boolean() }),
  ),
  extras: Type.Array(Type.Object({ title: Type.String(), count: Type.Integer(), price: Nullable(Type.String()) })),
  sums: Type.Unsafe<OrderSums | null>({
    type: ['object', 'null'],
    description: 'Null: not for this role',
    required: ['discount', 'vat', 'received', 'left'],
    properties: {
      discount: { type: 'string' },
      vat: { type: 'string' },
      received: { type: 'string' },
      left: { type: 'string', description: 'What can still be refunded' },
    },
  }),
  payments: Type.Array(DeskPayment, { description: 'None where the role may not see money' }),
  documents: Type.Array(DeskDocument, { description: 'The same' }),
  mails: Type.Array(DeskMail),
  notes: Type.Array(OrderNote),
  categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), price: Type.String() }), {
    description: 'To which its tickets can move: those of the event, hidden ones too',
  }),
  linked: Type.Array(LinkedOrder, {
    description: 'Orders that pay for a change of this one, and the one that this one changes',
  }),
  history: Type.Array(Happening, { description: 'The latest first' }),
})
type OrderSums = {
  readonly discount: string
  readonly vat: string
  readonly received: string
  readonly left: string
}
export type DeskOrder = Static<typeof DeskOrder>

export const readDeskOrder = deskCall({
  operationId: 'readDeskOrder',
  summary: 'An order with its people, money, documents, mails, notes and history',
  method: 'GET',
  path: paths.deskOrderPath,
  params: OrderParams,
  responses: { 200: DeskOrder, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const writeOrderNote = deskCall({
  operationId: 'writeOrderNote',
  summary: 'Write a note about an order, which members alone read; it is erased with its people',
  method: 'POST',
  path: paths.deskOrderNotesPath,
  params: OrderParams,
  body: Type.Object({ text: Type.String({ maxLength: MAX_TEXT_LENGTH, description: `At most ${MAX_NOTE_LENGTH}` }) }),
  responses: { 201: OrderNote, 401: NotSignedIn, 403: NotForRole, 404: Empty, 422: Refusals },
})

export const removeOrderNote = deskCall({
  operationId: 'removeOrderNote',
  summary: 'Remove a note of your own',
  method: 'DELETE',
  path: paths.deskOrderNotePath,
  params: Type.Object({ orderId: ReservationId, noteId: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const putOrderTags = deskCall({
  operationId: 'putOrderTags',
  summary: 'The words that an order is found by: all of them',
  method: 'PUT',
  path: paths.deskOrderTagsPath,
  params: OrderParams,
  body: Type.Object({
    tags: Type.Array(Type.String({ maxLength: MAX_TEXT_LENGTH, description: `At most ${MAX_TAG_LENGTH}` }), {
      maxItems: MAX_LIST_LENGTH,
    }),
  }),
  responses: {
    200: Type.Object({ tags: Type.Array(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
    422: Refusals,
  },
})

const Pdf = content('application/pdf', 'PDF', Type.Unsafe<unknown>({ type: 'string', format: 'binary' }))

export const downloadOrderDocument = deskCall({
  operationId: 'downloadOrderDocument',
  summary: 'A document of an order as PDF',
  method: 'GET',
  path: paths.deskOrderDocumentPath,
  params: Type.Object({ orderId: ReservationId, documentId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }) }),
  responses: { 200: Pdf, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})

export const downloadOrderTicket = deskCall({
  operationId: 'downloadOrderTicket',
  summary: 'A ticket of an order as PDF, as its holder has it',
  method: 'GET',
  path: paths.deskOrderTicketPath,
  params: Type.Object({ orderId: ReservationId, ticketId: Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }) }),
  responses: { 200: Pdf, 401: NotSignedIn, 403: NotForRole, 404: Empty },
})
