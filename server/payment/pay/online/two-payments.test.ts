import { beforeEach, expect, test } from 'vitest'
import { after, minutes } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'
import { findPayment } from './payments.ts'
import { checkPayment } from './check-payment.ts'
import { statusOf } from '#tests/support/buyer/purchase.ts'

const { shop, clock, buyer, service, orderReady, payOnline, paymentsOf, afterwards } = await onlineShop({ seats: 100 })

beforeEach(() => {
  clock.set(SOME_DAY)
})

/** The first payment was refused and is still open at its provider; the second one is under way. */
async function twoPayments(): Promise<{ readonly id: string; readonly first: bigint }> {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await orderReady()
  await payOnline(id)
  const until = after(SOME_DAY, minutes(20))
  const there = { reference: `pay_${id}`, url: 'https://pay.example', data: {} }
  service.next({ kind: 'redirect', until, meanwhile: 'elsewhere', ...there })
  await payOnline(id)
  const [first] = await paymentsOf(id)
  return { id, first: first?.id ?? 0n }
}

test('another sum that comes by a payment whose place another one has taken goes to a person, and leaves the order to the other one', async () => {
  const { id, first } = await twoPayments()
  expect(await paymentsOf(id)).toMatchObject([{ status: 'INVALID' }, { status: 'PENDING' }])
  service.setState({ kind: 'settled', amount: '1' })
  const payment = await findPayment(shop.db, first)
  if (!payment) throw new Error('no payment')
  await checkPayment(shop, payment, 'message')
  expect(await paymentsOf(id)).toMatchObject([
    { status: 'RETURNED', review: 'OTHER_SUM' },
    { status: 'PENDING', review: null },
  ])
  expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  service.setState({ kind: 'settled' })
  await afterwards(minutes(3))
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})
