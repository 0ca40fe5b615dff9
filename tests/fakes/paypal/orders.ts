import type { Static } from 'typebox'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { renderCapture, renderDispute, renderOrder, renderRefund } from './render.ts'
import type { CREATE, REFUND } from './rules.ts'
import {
  type FakeOrder,
  type FakeRefund,
  type Source,
  type World,
  book,
  capturedOrder,
  currentOrder,
  newId,
  orderOf,
  refused,
  sumIn,
} from './world.ts'

export function create(
  world: World,
  { purchase_units: units, payment_source: source }: Static<typeof CREATE>,
): FakeOrder {
  const [unit] = units
  if (!unit) throw refused(400, 'MISSING_REQUIRED_PARAMETER')
  const { experience_context: experience } = source.paypal
  const order: FakeOrder = {
    id: newId(),
    status: 'PAYER_ACTION_REQUIRED',
    ...sumIn(unit.amount),
    transactionId: unit.custom_id,
    description: unit.description ?? '',
    returnUrl: experience.return_url,
    cancelUrl: experience.cancel_url,
    startedAt: world.now(),
    source: 'good',
    isLeftByCancel: false,
    capture: null,
    refunds: [],
  }
  world.orders.set(order.id, order)
  return order
}

/** The buyer agrees, with a source of money; one who was asked to choose another one agrees again. */
export function approve(world: World, order: FakeOrder, source: Source): void {
  if (!currentOrder(world, order.id) || order.capture) throw new Error(`${order.id} can't be agreed to any more`)
  order.status = 'APPROVED'
  order.source = source
  order.isLeftByCancel = false
  world.sendMessage('CHECKOUT.ORDER.APPROVED', renderOrder(world, order, ''))
}

/** The money moves, or not. An order stays agreed to when its source is refused. */
export function capture(world: World, id: string): FakeOrder {
  const order = currentOrder(world, id)
  if (!order) throw refused(404, 'INVALID_RESOURCE_ID')
  if (order.capture) throw refused(422, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw refused(422, 'ORDER_NOT_APPROVED')
  const { source } = order
  if (typeof source === 'object') throw refused(422, source.issue)
  order.status = 'COMPLETED'
  order.capture = { id: newId(), status: 'PENDING' }
  if (source === 'good') settle(world, order)
  else if (source === 'denied') deny(world, order)
  else world.sendMessage('PAYMENT.CAPTURE.PENDING', renderCapture(world, order))
  return order
}

export function settle(world: World, order: FakeOrder): void {
  if (order.capture?.status !== 'PENDING') throw new Error(`the provider does not work on ${order.id}`)
  order.capture.status = 'COMPLETED'
  book(world, 'charge', order, order.amount)
  world.sendMessage('PAYMENT.CAPTURE.COMPLETED', renderCapture(world, order))
}

export function deny(world: World, order: FakeOrder): void {
  if (order.capture?.status !== 'PENDING') throw new Error(`the provider does not work on ${order.id}`)
  order.capture.status = 'DECLINED'
  world.sendMessage('PAYMENT.CAPTURE.DENIED', renderCapture(world, order))
}

const LATEST_REFUND_MS = 180 * 24 * 3_600_000

export function refund(
  world: World,
  captureId: string,
  { amount: requested, custom_id: customId }: Static<typeof REFUND>,
): FakeRefund {
  const order = capturedOrder(world, captureId)
  if (order.capture.status !== 'COMPLETED') throw refused(422, 'PENDING_CAPTURE')
  if (world.now() - order.startedAt > LATEST_REFUND_MS) throw refused(422, 'REFUND_TIME_LIMIT_EXCEEDED')
  const left = leftOf(order)
  if (left === 0n) throw refused(422, 'CAPTURE_FULLY_REFUNDED')
  const sum = requested ? sumIn(requested) : { amount: left, currency: order.currency }
  if (sum.currency !== order.currency) throw refused(422, 'REFUND_CURRENCY_MISMATCH')
  if (sum.amount > left) throw refused(422, 'REFUND_AMOUNT_EXCEEDED')
  if (world.refundsGo === 'refused') throw refused(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS')
  return storeRefund(world, order, sum.amount, customId ?? null)
}

const leftOf = ({ amount, refunds }: FakeOrder): Minor =>
  minor(refunds.reduce((left, one) => (one.status === 'FAILED' ? left : left - one.amount), amount as bigint))

function storeRefund(world: World, order: FakeOrder, amount: Minor, customId: string | null): FakeRefund {
  const isPending = world.refundsGo === 'pending' || world.refundsGo === 'fail-later'
  const made: FakeRefund = {
    id: newId(),
    amount,
    customId,
    status: 'PENDING',
    ends: world.refundsGo === 'fail-later' ? 'FAILED' : 'COMPLETED',
  }
  order.refunds.push(made)
  if (!isPending) ended(world, order, made)
  return made
}

function ended(world: World, order: FakeOrder, made: FakeRefund): void {
  if (made.ends === null) return
  made.status = made.ends
  made.ends = null
  if (made.status !== 'COMPLETED') return
  book(world, 'refund', order, made.amount)
  world.sendMessage('PAYMENT.CAPTURE.REFUNDED', renderRefund(order, made))
}

/** Refunds that are pending come to their end. */
export function endRefunds(world: World): void {
  for (const order of world.orders.values()) for (const made of order.refunds) ended(world, order, made)
}

/** In the account, without the shop. */
export function refundByHand(world: World, reference: string, amount?: bigint): void {
  const order = orderOf(world, reference)
  if (order.capture?.status !== 'COMPLETED') throw new Error(`${reference} was not paid`)
  const left = leftOf(order)
  if (left === 0n || (amount ?? left) > left) throw new Error(`${reference} has ${left} left to refund`)
  storeRefund(world, order, minor(amount ?? left), null)
}

export function dispute(world: World, reference: string, state: 'open' | 'won' | 'lost'): void {
  const order = orderOf(world, reference)
  if (order.capture?.status !== 'COMPLETED') throw new Error(`${reference} was not paid`)
  const existing = [...world.disputes.values()].find(one => one.order === order)
  if (existing && existing.state !== 'open') throw new Error(`${reference} was ${existing.state} at the bank`)
  const now = existing ?? { id: `PP-D-${newId(5)}`, order, state }
  now.state = state
  world.disputes.set(now.id, now)
  if (state === 'lost') book(world, 'dispute', order, order.amount)
  const type = existing ? (state === 'open' ? 'UPDATED' : 'RESOLVED') : 'CREATED'
  world.sendMessage(`CUSTOMER.DISPUTE.${type}`, renderDispute(world, now))
}
