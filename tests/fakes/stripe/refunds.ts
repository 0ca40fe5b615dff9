import { cardOf } from './cards.ts'
import { book, bookLine } from './books.ts'
import { type FakeCharge, type FakeRefund, type World, invalid, newId, seconds } from './world.ts'

type RefundBody = {
  readonly amount: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly returnsFee: boolean
}

/** Gives money of a charge back, by how refunds go just now and what the card says. */
export function refund(
  world: World,
  charge: FakeCharge,
  { amount: requested, metadata, returnsFee }: RefundBody,
): FakeRefund {
  const amount = refundable(charge, requested)
  if (returnsFee && charge.applicationFee === 0)
    throw invalid('There is no application fee', { param: 'refund_application_fee' })
  const how = world.refundsGo === 'usual' ? (cardOf(charge.number ?? '').refund ?? 'usual') : world.refundsGo
  if (how === 'refused') throw invalid('This charge cannot be refunded')
  const { currency, account, id: chargeId, intentId } = charge
  const item: FakeRefund = {
    object: 'refund',
    id: newId('re'),
    amount,
    currency,
    metadata,
    account,
    chargeId,
    intentId,
    created: seconds(world),
    status: how === 'pending' ? 'pending' : 'succeeded',
    failureReason: null,
    ends: how === 'usual' ? null : how === 'pending' ? 'succeeded' : 'failed',
  }
  world.refunds.set(item.id, item)
  charge.refunded += amount
  if (item.status === 'succeeded') pay(world, item)
  world.sendMessage('refund.created', item)
  world.sendMessage('charge.refunded', charge)
  return item
}

/** Refunds that were waiting, or fail later, come to their end. */
export function endRefunds(world: World): void {
  for (const item of world.refunds.values()) {
    if (item.ends === null) continue
    if (item.ends === 'succeeded') {
      item.status = 'succeeded'
      pay(world, item)
    } else fail(world, item)
    item.ends = null
    world.sendMessage(item.status === 'failed' ? 'refund.failed' : 'refund.updated', item)
  }
}

function fail(world: World, item: FakeRefund): void {
  item.status = 'failed'
  item.failureReason = 'expired_or_canceled_card'
  const charge = world.charges.get(item.chargeId)
  if (charge) charge.refunded -= item.amount
  bookLine(world, { type: 'refund_failure', amount: item.amount, fee: 0, source: item })
  book(world, 'refund', booked(world, item), -item.amount)
}

function pay(world: World, item: FakeRefund): void {
  bookLine(world, { type: 'refund', amount: -item.amount, fee: 0, source: item })
  book(world, 'refund', booked(world, item), item.amount)
}

/** Those made in the back office know no transaction: their charge does. */
const booked = (world: World, item: FakeRefund) => world.charges.get(item.chargeId) ?? item

function refundable({ id, amount, refunded, isDisputed }: FakeCharge, requested: number | null): number {
  const left = amount - refunded
  if (isDisputed) throw invalid(`Charge ${id} has been charged back`, { code: 'charge_disputed' })
  if (left === 0) throw invalid(`Charge ${id} has already been refunded`, { code: 'charge_already_refunded' })
  if (requested !== null && requested > left) throw invalid(`Refund amount is above what is left`, { param: 'amount' })
  return requested ?? left
}
