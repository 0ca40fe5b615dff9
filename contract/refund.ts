import { PAYMENT_STATUSES } from '#domain/payment/pay/payment-states.ts'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { DISPUTE_STATUSES, REFUND_REFUSALS } from '#domain/payment/refund/refund.ts'
import { REFUND_STATUSES } from '#domain/payment/refund/refund-states.ts'
import { REVIEW_REASONS } from '#domain/payment/pay/review.ts'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import { Denied } from './organiser.ts'
import { refundReservationPath, reservationPaymentsPath } from './paths.ts'
import { PaymentProxy } from './payment.ts'
import { ListOf, Maybe, Nullable, OneOf } from './schema.ts'
import { ReservationId } from './shared.ts'
import { BadRequest } from './wrapper.ts'

/** What organisers do with money that was paid online: calls of our own, by API key. */

/** ORDER ends the order; TICKETS takes some out of it; AMOUNT leaves it as it is; NOT_TAKEN is money that no order could take. */
export const REFUNDED_THINGS = ['ORDER', 'TICKETS', 'AMOUNT', 'NOT_TAKEN'] as const

const Amount = (description: string) => Type.String({ description: `Plain decimal: ${description}` })
const Moment = (description: string) => Type.Integer({ description: `Epoch milliseconds: ${description}` })

export const RefundForm = Type.Object({
  what: OneOf(REFUNDED_THINGS),
  tickets: Maybe(ListOf(Type.String({ maxLength: MAX_ID_LENGTH, description: 'Public or private id; with TICKETS' }))),
  amount: Maybe(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Plain decimal, such as 12.50; with AMOUNT' })),
  currency: Maybe(Type.String({ maxLength: MAX_NAME_LENGTH, description: 'With AMOUNT; refused when it is another' })),
  money: Maybe(
    Type.Boolean({ description: 'False: only the order is changed, and its money given back elsewhere or not at all' }),
  ),
  notifyHolders: Maybe(
    Type.Boolean({ description: 'Write to the holders of the tickets, too; the buyer is always told' }),
  ),
  requestId: Maybe(
    Type.String({
      minLength: 1,
      maxLength: MAX_ID_LENGTH,
      description:
        'Yours, for this wish: sent again, it is answered as before and nothing is done twice. Needed with AMOUNT, because the ' +
        'same amount again may be another wish',
    }),
  ),
})
export type RefundForm = Static<typeof RefundForm>

export const OrderRefund = Type.Object({
  id: Type.String(),
  amount: Amount('what goes back'),
  status: OneOf(REFUND_STATUSES),
  origin: OneOf(['ORGANISER', 'SHOP', 'PROVIDER']),
  reference: Nullable(Type.String({ description: 'By what the provider calls it' })),
  failure: Nullable(Type.String({ description: 'Why it failed, and what to do' })),
  wantedAt: Moment('when it was asked for'),
  endedAt: Nullable(Type.Integer({ description: 'Epoch milliseconds' })),
})

export const RefundedOrder = Type.Object({
  reservationId: Type.String(),
  shortId: Type.String(),
  status: Nullable(OneOf(RESERVATION_STATUSES)),
  amount: Amount('what goes back because of this wish'),
  currency: Nullable(Type.String()),
  left: Amount('what can still be given back'),
  refunds: Type.Array(OrderRefund, {
    description: 'Those of this wish. The provider is asked at once; a refund may fail later',
  }),
  tickets: Type.Integer({ minimum: 0, description: 'How many were given back' }),
  creditNoteNumber: Nullable(Type.String()),
  repeated: Type.Boolean({ description: 'The wish was known: nothing was done again' }),
})
export type RefundedOrder = Static<typeof RefundedOrder>

export const RefundRefused = Type.Object({
  code: OneOf([...REFUND_REFUSALS, 'no-request-id', 'other-request']),
  message: Type.String({ description: 'What is in the way, and what to do' }),
  left: Nullable(Amount('what can still be given back; null: nothing was paid online')),
})
export type RefundRefused = Static<typeof RefundRefused>

const OrderParams = Type.Object({ reservationId: ReservationId })

export const refundReservation = call({
  operationId: 'refundReservation',
  summary:
    'Give an order back, or some of its tickets, or an amount; with its money, through the provider it was paid with',
  tag: 'organiser',
  method: 'POST',
  path: refundReservationPath,
  params: OrderParams,
  body: RefundForm,
  responses: { 200: RefundedOrder, 400: BadRequest, 403: Denied, 422: RefundRefused },
})

export const OrderPayments = Type.Object({
  reservationId: Type.String(),
  shortId: Type.String(),
  event: Type.String({ description: 'Short name of the event, or the id of the pass' }),
  status: Nullable(OneOf(RESERVATION_STATUSES)),
  total: Nullable(Amount('what the order comes to now; null: it is gone')),
  currency: Nullable(Type.String()),
  refunded: Amount('what has gone back, or is on its way'),
  left: Amount('what can still be given back of the payment that has paid the order'),
  tickets: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Public' }),
      category: Type.String(),
      status: OneOf(TICKET_STATUSES),
      price: Amount('what it costs'),
    }),
  ),
  payments: Type.Array(
    Type.Object({
      id: Type.String(),
      provider: PaymentProxy,
      method: Nullable(OneOf(PAYMENT_METHODS)),
      status: OneOf(PAYMENT_STATUSES),
      amount: Amount('what was asked for'),
      currency: Type.String(),
      received: Nullable(Type.String({ description: 'What has come by the word of the provider, with its currency' })),
      fee: Nullable(Amount('what the provider keeps')),
      reference: Nullable(Type.String()),
      gatewayTransactionId: Nullable(Type.String()),
      begunAt: Moment('when it was begun'),
      left: Amount('what can still be given back'),
      refunds: Type.Array(OrderRefund),
      disputes: Type.Array(
        Type.Object({
          reference: Type.String(),
          amount: Amount('what is disputed'),
          status: OneOf(DISPUTE_STATUSES),
          dueBy: Nullable(Type.Integer({ description: 'Epoch milliseconds' })),
          openedAt: Moment('when the shop heard of it'),
        }),
      ),
      reviews: Type.Array(
        Type.Object({ id: Type.String(), reason: OneOf(REVIEW_REASONS), since: Moment('when it came up') }),
      ),
    }),
  ),
})
export type OrderPayments = Static<typeof OrderPayments>

export const getReservationPayments = call({
  operationId: 'getReservationPayments',
  summary: 'What was paid, given back and disputed of an order, gone or not',
  tag: 'organiser',
  method: 'GET',
  path: reservationPaymentsPath,
  params: OrderParams,
  responses: { 200: OrderPayments, 400: BadRequest, 403: Denied },
})
