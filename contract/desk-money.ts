import { Type, type Static } from 'typebox'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { REVIEW_REASONS, WAITING_REASONS } from '#domain/payment/pay/review.ts'
import { Empty } from './call.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { MAX_INTEGER, MAX_NOTE_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { Nullable, OneOf } from './schema.ts'

/** The organiser's API, version 1: the money of each day, as payments, refunds and disputes moved it. */

/** What moves money: `refund-returned` and `dispute-won` bring back what had gone. */
export const MOVEMENT_KINDS = ['payment', 'refund', 'refund-returned', 'dispute', 'dispute-won'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'As in 2027-01-15' })

const sums = {
  payments: Type.String({ description: 'What has come; a plain decimal, as all sums' }),
  paymentCount: Type.Integer(),
  refunds: Type.String({ description: 'What has gone back, less what returned of it' }),
  refundCount: Type.Integer(),
  disputes: Type.String({ description: 'What banks have taken back, less what was won' }),
  disputeCount: Type.Integer(),
  fees: Nullable(Type.String({ description: 'Null where no provider has said what it keeps' })),
  feeCount: Type.Integer({ description: 'Of how many payments the fee is known' }),
  net: Type.String({ description: 'Payments less refunds, disputes and the fees that are known' }),
}

const Way = OneOf(PAYMENT_PROXIES)

export const MoneyDay = Type.Object({ day: Type.String(), method: Way, currency: Type.String(), ...sums })
export type MoneyDay = Static<typeof MoneyDay>

export const MoneySum = Type.Object({
  method: Nullable(Way),
  currency: Type.String(),
  ...sums,
})
export type MoneySum = Static<typeof MoneySum>

const whose = {
  organizationId: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INTEGER })),
  eventId: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INTEGER, description: 'An event or a pass' })),
}

export const MoneyDays = Type.Object({
  days: Type.Array(MoneyDay, { description: 'The first day at the top; days without money are left out' }),
  sums: Type.Array(MoneySum, { description: 'Of all days: by way of payment and currency, and by currency alone' }),
})
export type MoneyDays = Static<typeof MoneyDays>

export const listMoneyDays = deskCall({
  operationId: 'listMoneyDays',
  summary: 'Payments, refunds, disputes and fees by day (by the calendar of the event), way of payment and currency',
  method: 'GET',
  path: paths.deskMoneyDaysPath,
  query: Type.Object({ from: Day, to: Day, ...whose }),
  responses: { 200: MoneyDays, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const MoneyOffer = Type.Object({
  id: Type.Integer(),
  title: Type.String({ description: 'In the language of the caller, where there is one' }),
  startsAt: Nullable(Type.Integer({ description: 'Null for a pass' })),
})
export type MoneyOffer = Static<typeof MoneyOffer>

export const listMoneyOffers = deskCall({
  operationId: 'listMoneyOffers',
  summary: 'Events and passes for which money has come, the latest first; at most 200',
  method: 'GET',
  path: paths.deskMoneyOffersPath,
  query: Type.Object({ organizationId: whose.organizationId }),
  responses: { 200: Type.Object({ offers: Type.Array(MoneyOffer) }), 401: NotSignedIn, 403: NotForRole },
})

export const Movement = Type.Object({
  id: Type.String({ description: 'Of the payment, refund or dispute; unique among those of its kind' }),
  kind: OneOf(MOVEMENT_KINDS),
  day: Type.String(),
  at: Type.Integer({ description: 'Milliseconds since 1970' }),
  method: Way,
  amount: Type.String({ description: 'Above nothing: the kind says which way it went' }),
  currency: Type.String(),
  fee: Nullable(Type.String()),
  providerReference: Nullable(Type.String()),
  orderId: Type.String(),
  orderReference: Type.String({ description: 'The short number of the order' }),
  person: Nullable(Type.String()),
  of: Type.Object({ id: Type.Integer(), title: Type.String() }),
})
export type Movement = Static<typeof Movement>

export const listMoneyMovements = deskCall({
  operationId: 'listMoneyMovements',
  summary: 'What the money of a day is made of: payments first, then refunds and disputes',
  method: 'GET',
  path: paths.deskMoneyMovementsPath,
  query: Type.Object({
    day: Day,
    method: Type.Optional(Way),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    ...whose,
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'nextCursor of the answer before' })),
  }),
  responses: {
    200: Type.Object({ movements: Type.Array(Movement), nextCursor: Nullable(Type.String()) }),
    401: NotSignedIn,
    403: NotForRole,
    422: Refusals,
  },
})

/**
 * What needs a person, beside reviews and what waits for a provider. TRANSFER_OVERDUE: a transfer has not come in time.
 * ARRIVED_FOR_ENDED: a bank statement shows money for an order that has ended. ARRIVED_TWICE: for one that is paid.
 */
export const ATTENTION_REASONS = [
  ...REVIEW_REASONS,
  ...WAITING_REASONS,
  'TRANSFER_OVERDUE',
  'ARRIVED_FOR_ENDED',
  'ARRIVED_TWICE',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/**
 * `open-order`: refund or cancel it at the order. `check`: ask the provider now. `by-hand`: the money is there, confirm the
 * order with a note. `confirm-transfer`. `open-transfers`: settle the entry of the statement. `done`: mark as dealt with.
 */
export const REMEDIES = ['open-order', 'check', 'by-hand', 'confirm-transfer', 'open-transfers', 'done'] as const
export type Remedy = (typeof REMEDIES)[number]

export const AttentionItem = Type.Object({
  id: Type.String({ description: 'Of the review, payment, refund, order or entry that it is about' }),
  reason: OneOf(ATTENTION_REASONS),
  why: Type.String({ description: 'In the language of the caller' }),
  remedy: Type.String({ description: 'What to do, in the language of the caller' }),
  remedies: Type.Array(OneOf(REMEDIES), { description: 'What the desk offers for it, the first one first' }),
  since: Type.Integer({ description: 'Milliseconds since 1970' }),
  dueBy: Nullable(Type.Integer({ description: 'By when a dispute has to be answered' })),
  detail: Nullable(Type.String({ description: 'What the provider or the statement says' })),
  amount: Type.String(),
  currency: Type.String(),
  method: Nullable(Way),
  paymentId: Nullable(Type.String()),
  providerReference: Nullable(Type.String()),
  orderId: Nullable(Type.String({ description: 'Null where several orders may be meant' })),
  orderReference: Nullable(Type.String()),
  person: Nullable(Type.String()),
  of: Nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
})
export type AttentionItem = Static<typeof AttentionItem>

export const listPaymentAttention = deskCall({
  operationId: 'listPaymentAttention',
  summary: 'Payments, refunds and transfers that need a person, with why and what to do, the longest waiting first',
  method: 'GET',
  path: paths.deskAttentionPath,
  query: Type.Object(whose),
  responses: {
    200: Type.Object({
      items: Type.Array(AttentionItem, { description: 'At most 200 of each reason' }),
      count: Type.Integer({ description: 'Of all there are' }),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

const OfPayment = Type.Object({ paymentId: Type.String({ pattern: '^\\d{1,18}$' }) })

export const CHECKED_STATES = ['paid', 'ended', 'open', 'unknown'] as const

export const checkDeskPayment = deskCall({
  operationId: 'checkDeskPayment',
  summary: 'Ask the provider now what has become of a payment and its refunds, and record it',
  method: 'POST',
  path: paths.deskPaymentCheckPath,
  params: OfPayment,
  responses: {
    200: Type.Object({
      state: OneOf(CHECKED_STATES),
    }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const confirmPaymentByHand = deskCall({
  operationId: 'confirmPaymentByHand',
  summary: 'The money of a payment that needs a person is there: its order is confirmed, with a note; done once',
  method: 'POST',
  path: paths.deskPaymentByHandPath,
  params: OfPayment,
  body: Type.Object({
    note: Type.String({ minLength: 1, maxLength: MAX_NOTE_LENGTH, description: 'How it is known' }),
  }),
  responses: { 204: Empty, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})
