import {
  type FakePayment,
  type FakeRefund,
  Refusal,
  type World,
  book,
  newId,
  paymentOf,
  unprocessable,
} from './world.ts'

type RefundBody = { readonly amount: bigint; readonly description: string; readonly metadata: unknown }

/** What is refunded, or is about to be. */
export const refundedOf = (world: World, { id }: FakePayment): bigint =>
  [...world.refunds.values()]
    .filter(({ paymentId, status }) => paymentId === id && status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0n)

const TWICE_MS = 60_000

/** As the shop asks for it: the same sum again within a minute is taken for a mistake. */
export function refundForShop(world: World, payment: FakePayment, request: RefundBody): FakeRefund {
  const isTwice = [...world.refunds.values()].some(
    ({ paymentId, amount, created }) =>
      paymentId === payment.id && amount === request.amount && world.now() - created < TWICE_MS,
  )
  if (isTwice) throw new Refusal(409, 'A similar refund was made a moment ago')
  return refund(world, payment, request)
}

/**
 * Gives money of a payment back, by how refunds go just now. The real ones begin two hours later, at the soonest; usual
 * ones are done at once here.
 */
export function refund(world: World, payment: FakePayment, { amount, description, metadata }: RefundBody): FakeRefund {
  if (payment.status !== 'paid') throw unprocessable('Only a payment that was paid can be refunded')
  if (amount > payment.amount - refundedOf(world, payment))
    throw unprocessable('The amount is higher than what is left', 'amount')
  const { refundsGo: how } = world
  if (how === 'refused') throw unprocessable('The balance is too low', 'amount')
  const item: FakeRefund = {
    id: newId('re'),
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    created: world.now(),
    description,
    metadata,
    status: how === 'usual' ? 'refunded' : 'pending',
    ends: how === 'usual' ? null : how === 'pending' ? 'refunded' : 'failed',
  }
  world.refunds.set(item.id, item)
  if (how === 'usual') book(world, 'refund', payment, amount)
  world.sendMessage(payment)
  return item
}

/** Those that were accepted come to their end. */
export function endRefunds(world: World): void {
  for (const item of world.refunds.values()) {
    if (item.ends === null) continue
    const payment = paymentOf(world, item.paymentId)
    item.status = item.ends
    item.ends = null
    if (item.status === 'refunded') book(world, 'refund', payment, item.amount)
    world.sendMessage(payment)
  }
}
