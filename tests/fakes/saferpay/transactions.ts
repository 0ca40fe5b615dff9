import type { Static } from 'typebox'
import { DECLINED } from './cards.ts'
import { captured } from './payments.ts'
import type { REQUESTS } from './rules.ts'
import { type FakeTransaction, Refusal, type World, newId, refused } from './world.ts'

const TWINT_WAITS_MS = 2 * 3_600_000

const NOT_FOUND = () => refused(404, 'TRANSACTION_NOT_FOUND', 'Transaction not found')
const WRONG_STATE = () => refused(402, 'TRANSACTION_IN_WRONG_STATE', 'The transaction is in the wrong state')

type Captured = { readonly transaction: FakeTransaction; readonly status: 'CAPTURED' | 'PENDING' }

type CaptureRequest = Static<(typeof REQUESTS)['Transaction/Capture']>

export function capture(
  world: World,
  { TransactionReference: { TransactionId: id }, Amount: part }: CaptureRequest,
): Captured {
  const transaction = world.transactions.get(id)
  if (!transaction) throw NOT_FOUND()
  const { status, type, order } = transaction
  if (status === 'CAPTURED') throw refused(402, 'TRANSACTION_ALREADY_CAPTURED', 'Transaction already captured')
  if (status !== 'AUTHORIZED') throw WRONG_STATE()
  if (part && BigInt(part.Value) > order.amount) throw refused(402, 'AMOUNT_INVALID', 'Amount too high')
  if (part) throw new Error('the stand-in captures all or nothing')
  if (type === 'REFUND' && (world.refundsGo === 'pending' || world.refundsGo === 'fail-later')) {
    transaction.status = 'PENDING'
    transaction.captureId = `${transaction.id}_c`
    transaction.ends = world.refundsGo === 'pending' ? 'captured' : 'failed'
    return { transaction, status: 'PENDING' }
  }
  captured(world, transaction)
  return { transaction, status: 'CAPTURED' }
}

export function cancel(world: World, id: string): FakeTransaction {
  const transaction = world.transactions.get(id)
  if (!transaction) throw NOT_FOUND()
  if (transaction.status === 'CAPTURED') {
    throw refused(402, 'TRANSACTION_ALREADY_CAPTURED', 'Transaction already captured')
  }
  if (transaction.status !== 'AUTHORIZED') throw WRONG_STATE()
  dropped(transaction)
  return transaction
}

/** The amount of a dropped refund can be refunded by another one. */
function dropped(transaction: FakeTransaction): void {
  transaction.status = 'CANCELED'
  if (transaction.paid) transaction.paid.refunded -= transaction.order.amount
}

type RefundRequest = Static<(typeof REQUESTS)['Transaction/Refund']>

/** It is reserved at first, and moves no money before it is captured. */
export function refund(
  world: World,
  { Refund: ofRefund, CaptureReference: { CaptureId: id } }: RefundRequest,
): FakeTransaction {
  const paid = [...world.transactions.values()].find(({ captureId }) => captureId === id)
  if (!paid || paid.type !== 'PAYMENT') throw NOT_FOUND()
  if (paid.status !== 'CAPTURED') throw WRONG_STATE()
  const amount = BigInt(ofRefund.Amount.Value)
  if (ofRefund.Amount.CurrencyCode !== paid.order.currency) throw refused(402, 'CURRENCY_INVALID', 'Another currency')
  if (ofRefund.RestrictRefundAmountToCapturedAmount !== true) {
    world.violations.push('a refund without a limit is larger than what was paid')
  } else if (paid.refunded + amount > paid.order.amount) {
    throw refused(402, 'AMOUNT_INVALID', 'The refund is larger than what was captured')
  }
  if (paid.method === 'TWINT' && world.now() - (paid.capturedAt ?? 0) < TWINT_WAITS_MS) {
    throw refused(402, 'ACTION_NOT_SUPPORTED', 'TWINT can be refunded after two hours')
  }
  if (world.refundsGo === 'refused') throw new Refusal(DECLINED)
  paid.refunded += amount
  const transaction: FakeTransaction = {
    id: newId(),
    type: 'REFUND',
    order: { ...paid.order, amount, orderId: ofRefund.OrderId ?? '' },
    method: paid.method,
    status: 'AUTHORIZED',
    captureId: null,
    capturedAt: null,
    paid,
    refunded: 0n,
    ends: null,
  }
  world.transactions.set(transaction.id, transaction)
  return transaction
}

/** Refunds that are pending come to their end. */
export function endRefunds(world: World): void {
  for (const transaction of world.transactions.values()) {
    if (transaction.type !== 'REFUND' || transaction.status !== 'PENDING') continue
    if (transaction.ends === 'failed') dropped(transaction)
    else captured(world, transaction)
    transaction.ends = null
  }
}

type InquireRequest = Static<(typeof REQUESTS)['Transaction/Inquire']>

export function inquire(world: World, { TransactionReference: reference }: InquireRequest): FakeTransaction {
  const found =
    'TransactionId' in reference
      ? world.transactions.get(reference.TransactionId)
      : [...world.transactions.values()].findLast(({ order }) => order.orderId === reference.OrderId)
  if (!found) throw NOT_FOUND()
  return found
}
