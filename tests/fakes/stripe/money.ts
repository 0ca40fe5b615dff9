import { book, bookLine } from './books.ts'
import { cardOf } from './cards.ts'
import { openDispute } from './disputes.ts'
import { type FakeCharge, type World, newId, seconds } from './world.ts'

/** The fee is sent a minute after the money, as by Stripe's asynchronous capture. */
const FEE_AFTER_MS = 60_000

type Payment = Pick<FakeCharge, 'amount' | 'currency' | 'metadata' | 'account' | 'applicationFee' | 'intentId'> & {
  readonly method: string
  readonly number: string | null
}

/** Money comes in. */
export function receive(world: World, payment: Payment): FakeCharge {
  const card = payment.number === null ? {} : cardOf(payment.number)
  const id = newId('ch')
  const line = bookLine(world, {
    type: payment.method === 'card' ? 'charge' : 'payment',
    amount: payment.amount,
    source: { ...payment, id },
    fee: Math.round(payment.amount * 0.029) + 30,
  })
  const charge: FakeCharge = {
    ...payment,
    object: 'charge',
    id,
    created: seconds(world),
    status: 'succeeded',
    refunded: 0,
    isDisputed: false,
    feeAt: world.now() + FEE_AFTER_MS,
    isFeePublished: false,
    lineId: line,
  }
  world.charges.set(id, charge)
  book(world, 'charge', charge, charge.amount)
  world.sendMessage('charge.succeeded', charge)
  if (card.isDisputed) openDispute(world, charge)
  return charge
}

/** Sends the fees that have become known. */
export function publishFees(world: World): void {
  for (const charge of world.charges.values()) {
    if (charge.isFeePublished || charge.feeAt > world.now()) continue
    charge.isFeePublished = true
    world.sendMessage('charge.updated', charge)
  }
}
