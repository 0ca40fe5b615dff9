import { beforeEach, expect, test } from 'vitest'
import { reconcilePayments } from '#contract/organiser-payments.ts'
import { refundReservation } from '#contract/refund.ts'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Booking } from '#server/providers/port/online.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

// The clock is at 2027-01-15T08:00:00Z.
const world = await onlineShop()
const { url, apiKey, service, organiser, buyer, shop, clock, event, orderReady, payOnline, paymentsOf } = world
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const start = clock.now()
const DAY = '2027-01-15'

beforeEach(() => {
  clock.set(start)
  service.next({ kind: 'settled' })
  service.books([])
})

async function paidOrder() {
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  const [payment] = await paymentsOf(id)
  return { id, short: id.slice(0, 8).toUpperCase(), transaction: String(payment?.id), charge: payment?.gateway ?? '' }
}

const booking = (changes: Partial<Booking>): Booking => ({
  kind: 'charge',
  at: start,
  reference: 'ch_unknown',
  transactionId: null,
  amount: minor(24_000n),
  currency: 'CHF',
  fee: null,
  ...changes,
})

async function reconciled(
  query: { day?: string; provider?: 'PAYPAL' | 'OFFLINE'; event?: string } = {},
  who = organiser,
) {
  const dayQuery = { day: DAY, provider: 'PAYPAL' as const, ...query }
  const value = String(await who.api.expect(reconcilePayments, 200, { query: dayQuery }))
  return value.split('\r\n').slice(1, -1)
}

test('a day is held against the books, line by line', async () => {
  const [one, two] = [await paidOrder(), await paidOrder()]
  service.answers({ refund: { kind: 'refunded', reference: '=re(1)' } })
  const params = { reservationId: one.id }
  await organiser.api.expect(refundReservation, 200, {
    params,
    body: { what: 'AMOUNT', amount: '10', requestId: '10 back' },
  })
  await sendRefunds(shop)
  service.books([
    booking({ reference: one.charge, fee: minor(735n) }),
    booking({
      reference: 'other-name',
      transactionId: two.transaction,
      amount: minor(23_000n),
      at: after(start, 1000),
    }),
    booking({ kind: 'refund', reference: '=re(1)', amount: minor(1000n), at: after(start, 2000) }),
    booking({ kind: 'refund', reference: '=re(1)', amount: minor(-1000n), at: after(start, 3000) }),
    booking({ reference: 'ch_elsewhere', currency: 'JPY', amount: minor(500n), at: after(start, 4000) }),
  ])
  expect(await reconciled()).toEqual([
    `2027-01-15T08:00:00Z,charge,${one.charge},${one.transaction},${one.short},240.00,7.35,CHF,matched`,
    `2027-01-15T08:00:01Z,charge,other-name,${two.transaction},${two.short},230.00,,CHF,amount-differs`,
    `2027-01-15T08:00:02Z,refund,'=re(1),${one.transaction},${one.short},10.00,,CHF,matched`,
    `2027-01-15T08:00:03Z,refund reversed,'=re(1),${one.transaction},${one.short},10.00,,CHF,matched`,
    '2027-01-15T08:00:04Z,charge,ch_elsewhere,,,500,,JPY,only-there',
  ])
  expect(await reconciled({ event })).toHaveLength(4)
  expect(await reconciled({ day: '2027-01-14' })).toHaveLength(5)
})

test('what the provider does not know of is listed', async () => {
  const { charge, transaction, short } = await paidOrder()
  expect(await reconciled()).toContain(
    `2027-01-15T08:00:00Z,charge,${charge},${transaction},${short},240.00,,CHF,only-here`,
  )
})

test('what was booked over midnight is searched for on the other day', async () => {
  clock.set(instant(Date.UTC(2027, 0, 20, 23, 59)))
  const { charge } = await paidOrder()
  const at = after(clock.now(), minutes(2))
  service.books([booking({ reference: charge, at })])
  const days: number[] = []
  service.bookedBy(from => void days.push(from))
  expect((await reconciled({ day: '2027-01-20' })).filter(line => line.includes('only-here'))).toEqual([])
  expect(days).toHaveLength(1)
  service.books([])
  expect((await reconciled({ day: '2027-01-20' })).filter(line => line.includes('only-here'))).toHaveLength(1)
  expect(days.slice(1)).toEqual([Date.UTC(2027, 0, 20), Date.UTC(2027, 0, 21)])
})

test('a provider without books reports nothing: the list has the own side only', async () => {
  const awaited = await organiser.open(anEventFile(clock.now(), { slug: 'transfers' }))
  const id = await buy(buyer, awaited, { Conference: 1 }, { by: 'OFFLINE' })
  await organiser.confirm(id)
  expect(await reconciled({ provider: 'OFFLINE' })).toEqual([])
})

test('who shares an account sees only their own', async () => {
  const { tickets, ...file } = anEventFile(clock.now(), { slug: 'of-others' })
  const theirs = await stranger.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL'] } })
  const own = await paidOrder()
  const other = await buy(buyer, theirs, { Conference: 1 }, { by: 'PAYPAL' })
  const [payment] = await paymentsOf(other)
  service.books([
    booking({ reference: own.charge }),
    booking({ reference: payment?.gateway ?? '', amount: minor(12_000n) }),
    booking({ reference: 'ch_nobody' }),
  ])
  expect(await reconciled({}, stranger)).toEqual([
    `2027-01-15T08:00:00Z,charge,${payment?.gateway},${payment?.id},${other.slice(0, 8).toUpperCase()},120.00,,CHF,matched`,
  ])
  const lines = await reconciled()
  expect(lines.some(line => line.includes(own.charge))).toBe(true)
  expect(lines.some(line => line.includes('ch_nobody') || line.includes(String(payment?.gateway)))).toBe(false)
  const query = { day: DAY, provider: 'PAYPAL' as const, event }
  expect((await stranger.api.ask(reconcilePayments, { query })).status).toBe(403)
})

test.each(['2027-02-30', '2027-1-5', 'today'])('%s is no day', async day => {
  expect((await organiser.api.ask(reconcilePayments, { query: { day, provider: 'PAYPAL' } })).status).toBe(400)
})

test('a provider that does not answer yields an error, not half a list', async () => {
  await paidOrder()
  service.books('down')
  const query = { day: DAY, provider: 'PAYPAL' as const }
  expect((await organiser.api.ask(reconcilePayments, { query })).status).toBe(502)
})
