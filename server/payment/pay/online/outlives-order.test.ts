import { beforeEach, expect, test } from 'vitest'
import { deleteEvent } from '#contract/organiser.ts'
import { cancelReservation } from '#contract/booking.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { PAY_BY, pay, readyToPay, statusOf } from '#tests/support/buyer/purchase.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const { shop, clock, organiser, buyer, service, orderReady, payOnline, paymentsOf, refundsOf, message, afterwards } =
  await onlineShop({ seats: 100 })

beforeEach(() => {
  clock.set(SOME_DAY)
  service.setState({ kind: 'cancelled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

test('a payment that was refused stays when its order expires, without its buyer', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: true })
  const id = await orderReady()
  await payOnline(id)
  clock.move(minutes(60))
  await expireReservations(shop)
  expect(await statusOf(buyer, id)).toBeUndefined()
  expect(await paymentsOf(id)).toMatchObject([
    { status: 'FAILED', reservation_id: null, is_live: false, buyer: null, metadata: {} },
  ])
})

test('money that its provider reports after the refusal and the expiry is refunded', async () => {
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: true })
  const id = await orderReady()
  await payOnline(id)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  expect(await statusOf(buyer, id)).toBeUndefined()
  service.setState({ kind: 'settled' })
  await message(id)
  await afterwards(minutes(1))
  expect(await paymentsOf(id)).toMatchObject([{ status: 'RETURNED' }])
  expect(await refundsOf(id)).toMatchObject([{ amount: 24_000n, origin: 'SHOP', status: 'DONE' }])
})

test('an event is not deleted as long as money of an order that is gone is known', async () => {
  const { tickets, ...file } = anEventFile(clock.now(), { slug: 'gone' })
  const slug = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL'] } })
  service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
  const id = await readyToPay(buyer, slug, { Conference: 1 })
  await pay(buyer, id, PAY_BY.PAYPAL)
  await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
  expect((await organiser.api.ask(deleteEvent, { params: { slug } })).status).not.toBe(200)
  service.setState({ kind: 'cancelled' })
  await afterwards(minutes(1))
  expect((await organiser.api.ask(deleteEvent, { params: { slug } })).status).toBe(200)
  expect(await paymentsOf(id)).toEqual([])
})
