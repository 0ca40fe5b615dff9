import { minor } from '#domain/foundation/money/money.ts'
import { type Currency } from '#domain/foundation/money/currency.ts'
import { type FakeDispute, type FakeOrder, type FakeRefund, type Json, type World, renderAmount } from './world.ts'

/** The objects in answers of the stand-in, with more fields than the shop reads. */

const API = 'https://api.sandbox.paypal.com/v2'

const link = (rel: string, href: string, method = 'GET') => ({ rel, href, method })

export function renderOrder(world: World, order: FakeOrder, site: string): Json {
  const { id, status, amount, currency, description, refunds } = order
  const isToPay = status === 'PAYER_ACTION_REQUIRED'
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: { paypal: isToPay ? {} : { email_address: 'buyer@example.org', account_id: 'QYR5Z8XDVJNXQ' } },
    purchase_units: [
      {
        reference_id: 'default',
        amount: renderAmount(amount, currency),
        custom_id: transactionOf(world, order),
        description,
        ...(order.capture && {
          payments: {
            captures: [renderCapture(world, order)],
            ...(refunds.length > 0 && { refunds: refunds.map(one => renderRefund(order, one)) }),
          },
        }),
      },
    ],
    ...(!isToPay && { payer: { payer_id: 'QYR5Z8XDVJNXQ', email_address: 'buyer@example.org' } }),
    create_time: new Date(order.startedAt).toISOString(),
    links: renderLinks(order, site),
  }
}

export function renderLinks({ id, status }: FakeOrder, site: string): readonly Json[] {
  return [
    link('self', `${API}/checkout/orders/${id}`),
    ...(status === 'COMPLETED' ? [] : [link('payer-action', `${site}/checkoutnow?token=${id}`)]),
    ...(status === 'APPROVED' ? [link('capture', `${API}/checkout/orders/${id}/capture`, 'POST')] : []),
  ]
}

/** The modes have addresses of their own, and replies say nothing of them: what comes is another payment's. */
const transactionOf = ({ falsified }: World, { id, transactionId }: FakeOrder): string =>
  falsified.get(id)?.has('mode') ? '987654321' : transactionId

export function renderCapture(world: World, order: FakeOrder): Json {
  const { id, capture, refunds } = order
  const wrong = world.falsified.get(id)
  const currency = wrong?.has('currency') ? ((order.currency === 'EUR' ? 'USD' : 'EUR') as Currency) : order.currency
  const amount = wrong?.has('amount') ? minor(order.amount - 100n) : order.amount
  const fee = minor(100n)
  const isDone = capture?.status === 'COMPLETED'
  const returned = refunds.reduce((sum, one) => (one.status === 'COMPLETED' ? sum + one.amount : sum), 0n)
  const refunded = returned >= order.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return {
    id: capture?.id,
    status: isDone && returned > 0n ? refunded : capture?.status,
    ...(capture?.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: renderAmount(amount, currency),
    final_capture: true,
    custom_id: transactionOf(world, order),
    ...(isDone && {
      seller_receivable_breakdown: {
        gross_amount: renderAmount(amount, currency),
        paypal_fee: renderAmount(fee, currency),
        net_amount: renderAmount(minor(amount - fee), currency),
      },
    }),
    supplementary_data: { related_ids: { order_id: id } },
    ...times(order),
    links: [link('up', `${API}/checkout/orders/${id}`)],
  }
}

const times = ({ startedAt }: FakeOrder) => {
  const time = new Date(startedAt).toISOString()
  return { create_time: time, update_time: time }
}

/** PayPal keeps its fee on a refund, so that the net amount is the gross amount. */
export function renderRefund(order: FakeOrder, { id, amount, status, customId }: FakeRefund): Json {
  const { currency, capture, refunds } = order
  const total = refunds.reduce((sum, one) => sum + one.amount, 0n)
  return {
    id,
    status,
    ...(customId !== null && { custom_id: customId }),
    ...(status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    amount: renderAmount(amount, currency),
    ...times(order),
    seller_payable_breakdown: {
      gross_amount: renderAmount(amount, currency),
      paypal_fee: renderAmount(minor(0n), currency),
      net_amount: renderAmount(amount, currency),
      total_refunded_amount: renderAmount(minor(total), currency),
    },
    links: [link('self', `${API}/payments/refunds/${id}`), link('up', `${API}/payments/captures/${capture?.id ?? ''}`)],
  }
}

const OUTCOMES = { open: null, won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const

export function renderDispute({ now }: World, { id, order, state }: FakeDispute): Json {
  const code = OUTCOMES[state]
  return {
    dispute_id: id,
    create_time: new Date(order.startedAt).toISOString(),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: state === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
    dispute_amount: renderAmount(order.amount, order.currency),
    disputed_transactions: [{ seller_transaction_id: order.capture?.id, custom: order.transactionId }],
    ...(code === null
      ? { seller_response_due_date: new Date(now() + 10 * 24 * 3_600_000).toISOString() }
      : { dispute_outcome: { outcome_code: code } }),
  }
}
