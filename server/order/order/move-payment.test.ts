import { expect, test } from 'vitest'
import { PAYMENT_STATUSES, type PaymentStatus, canPaymentMove } from '#domain/payment/pay/payment-states.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { statement, transaction } from '#server/foundation/database/database.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { hold } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { detachPayments, insertedPayment, movePayment, movedPayments, voidPayment } from './move-payment.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const { db } = shop
const event = await (await anOrganiser(url, apiKey)).open(anEventFile(SOME_DAY, { seats: 50 }))
const at = SOME_DAY

const INSERT = statement<{ id: bigint; contextId: number }>(
  'test-insert-payment',
  `${insertedPayment('PENDING', {
    reservation_id: 'reservation.id',
    order_id: 'reservation.id',
    purchase_context_id: 'purchase_context_id',
    proxy: `'PAYPAL'`,
    amount: '1000',
    currency: `'CHF'`,
    description: `'test'`,
    created_at: 'now()',
  })} from reservation where id = $1 returning id, purchase_context_id as "contextId"`,
)

async function paymentThatIs(status: PaymentStatus) {
  const orderId = (await hold(aBuyer(url), event, { Conference: 1 })) as ReservationId
  const [row] = await db.query(INSERT, [orderId])
  if (!row) throw new Error('no payment')
  await db.kysely.updateTable('payment_transaction').set({ status }).where('id', '=', row.id).execute()
  return { ...row, orderId, status }
}

async function statusOf({ id }: { readonly id: bigint }) {
  const found = db.kysely.selectFrom('payment_transaction').select('status').where('id', '=', id)
  return (await found.executeTakeFirst())?.status
}

async function trailOf({ orderId }: { readonly orderId: string }) {
  const lines = db.kysely.selectFrom('audit').select(['type', 'modifications']).where('reservation_id', '=', orderId)
  return lines.where('type', '<>', 'RESERVATION_CREATE').orderBy('id').execute()
}

test('a move writes the status, what changes with it, and its line of the trail, in one statement', async () => {
  const payment = await paymentThatIs('PENDING')
  const notes = [{ type: 'PAYMENT_RETURNED', modifications: { amount: '1000' } }] as const
  const statements = await statementsOf(() =>
    transaction(db, tx => movePayment(tx, payment, 'RETURNED', { at, notes, set: { is_live: false } })),
  )
  expect(await statusOf(payment)).toBe('RETURNED')
  expect(await trailOf(payment)).toEqual([{ type: 'PAYMENT_RETURNED', modifications: { amount: '1000' } }])
  // begin, move, commit
  expect(statements).toHaveLength(3)
})

const PAIRS = PAYMENT_STATUSES.flatMap(from => PAYMENT_STATUSES.map(to => ({ from, to })))
const LEGAL = PAIRS.filter(({ from, to }) => canPaymentMove(from, to))

test('a payment moves along the table', async () => {
  for (const { from, to } of LEGAL) {
    const payment = await paymentThatIs(from)
    await transaction(db, tx => movePayment(tx, payment, to, { at, set: {} }))
    expect(await statusOf(payment)).toBe(to)
  }
  expect(LEGAL).toHaveLength(14)
})

test('a payment makes no move that the table lacks', async () => {
  for (const { from, to } of PAIRS.filter(pair => !LEGAL.includes(pair))) {
    const payment = await paymentThatIs(from)
    const move = transaction(db, tx => movePayment(tx, payment, to, { at, set: {} }))
    await expect(move).rejects.toThrow(`payment ${payment.id} can't move from ${from} to ${to}`)
    expect(await statusOf(payment)).toBe(from)
  }
})

test('a payment that was made void since it was read moves on from there, and one with money does not', async () => {
  const payment = await paymentThatIs('PENDING')
  const pay = () => transaction(db, tx => movePayment(tx, payment, 'COMPLETE', { at, set: {} }))
  await transaction(db, tx => voidPayment(tx, payment, at))
  await pay()
  expect(await statusOf(payment)).toBe('COMPLETE')
  await expect(pay()).rejects.toThrow(`payment ${payment.id} can't move to COMPLETE any more`)
})

test('only an open payment is made void', async () => {
  const paid = await paymentThatIs('COMPLETE')
  await transaction(db, tx => voidPayment(tx, paid, at))
  expect(await statusOf(paid)).toBe('COMPLETE')
})

test('a statement with a move that the table lacks is refused when it is written', () => {
  expect(() => movedPayments('PENDING', { from: 'hasMoney', where: 'id = $1' })).toThrow(
    `payments can't move from COMPLETE, RETURNED to PENDING`,
  )
})

test('payments that were never begun are deleted with their order', async () => {
  const payment = await paymentThatIs('PENDING')
  await transaction(db, tx => detachPayments(tx, [payment.orderId]))
  expect(await statusOf(payment)).toBeUndefined()
})
