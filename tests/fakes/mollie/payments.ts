import { METHODS } from './methods.ts'
import { type FakeChargeback, type FakePayment, type World, book, newId, unprocessable } from './world.ts'

/** What becomes of payments. */

const MINUTE_MS = 60_000

type New = Omit<
  FakePayment,
  'id' | 'created' | 'expires' | 'method' | 'status' | 'ended' | 'failureReason' | 'isStarted'
>

export function createPayment(world: World, request: New): FakePayment {
  const [only, ...others] = request.methods
  const created = world.now()
  const lifetimes = request.methods.map(id => METHODS[id]?.minutes ?? 15)
  const payment: FakePayment = {
    ...request,
    id: newId('tr'),
    created,
    expires: created + Math.max(...lifetimes) * MINUTE_MS,
    method: others.length === 0 ? (only ?? null) : null,
    status: 'open',
    ended: null,
    failureReason: null,
    isStarted: false,
  }
  world.payments.set(payment.id, payment)
  return payment
}

/** Those whose time is over end by themselves. */
export function expireDue(world: World): void {
  for (const payment of world.payments.values()) {
    if (payment.status === 'open' && payment.expires <= world.now()) end(world, payment, 'expired')
  }
}

export function isOpen(world: World, payment: FakePayment): boolean {
  expireDue(world)
  return payment.status === 'open'
}

export function pay(world: World, payment: FakePayment, method: string | null = null): void {
  assertGoingOn(payment)
  payment.method = method ?? payment.method ?? payment.methods[0] ?? null
  end(world, payment, 'paid')
  book(world, 'charge', payment, payment.amount)
}

export function fail(world: World, payment: FakePayment, reason: string): void {
  assertGoingOn(payment)
  payment.failureReason = reason
  end(world, payment, 'failed')
}

/** Mollie sends no message: the shop has to ask. */
export function process(payment: FakePayment): void {
  if (payment.status !== 'open') throw new Error(`${payment.id} is ${payment.status}`)
  payment.isStarted = true
  payment.status = 'pending'
}

export function cancel(world: World, payment: FakePayment): void {
  assertGoingOn(payment)
  end(world, payment, 'canceled')
}

/** As the shop may. */
export function cancelForShop(world: World, payment: FakePayment): void {
  if (!isCancelable(payment)) throw unprocessable('The payment cannot be cancelled')
  end(world, payment, 'canceled')
}

export function isCancelable({ status, methods, isStarted }: FakePayment): boolean {
  return status === 'open' && !(isStarted && methods.some(id => METHODS[id]?.isBinding))
}

export function chargeBack(world: World, payment: FakePayment, state: 'open' | 'won' | 'lost'): void {
  if (payment.status !== 'paid') throw new Error(`${payment.id} is ${payment.status}`)
  const { id: paymentId, amount, currency } = payment
  let chargeback: FakeChargeback | undefined = [...world.chargebacks.values()].find(
    item => item.paymentId === paymentId,
  )
  if (!chargeback) {
    chargeback = { id: newId('chb'), paymentId, amount, currency, created: world.now(), reversed: null }
    world.chargebacks.set(chargeback.id, chargeback)
    book(world, 'dispute', payment, amount)
  }
  if (state === 'won' && chargeback.reversed === null) {
    chargeback.reversed = world.now()
    book(world, 'dispute', payment, -amount)
  }
  world.sendMessage(payment)
}

function end(world: World, payment: FakePayment, status: 'paid' | 'failed' | 'canceled' | 'expired'): void {
  payment.status = status
  payment.ended = world.now()
  world.sendMessage(payment)
}

/** An end is final: the next try is another payment. */
function assertGoingOn({ id, status }: FakePayment): void {
  if (status !== 'open' && status !== 'pending') throw new Error(`${id} is ${status}`)
}
