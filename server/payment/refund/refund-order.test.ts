import { beforeEach, describe, expect, test } from 'vitest'
import { type RefundForm, getReservationPayments, refundReservation } from '#contract/refund.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { PAY_BY, buy, infoOf, pay, readyToPay, statusOf, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { countAudit, expectConsistentData, stockCountsOf } from '#tests/support/database/consistency.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { checkIn } from '#tests/support/organiser/polls.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const world = await onlineShop({ seats: 200 })
const { url, apiKey, service, organiser, buyer, shop, clock, event, orderReady, payOnline, paymentsOf, refundsOf } =
  world
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const start = clock.now()

beforeEach(() => {
  clock.set(start)
  service.next({ kind: 'settled' })
  service.setState({ kind: 'settled' })
  service.reports({ fee: null, refunds: [], disputes: [] })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

/** Two tickets for CHF 120.00 each, paid online. */
async function paidOrder(): Promise<string> {
  const id = await orderReady()
  expect((await payOnline(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  return id
}

const refund = (id: string, body: RefundForm, who = organiser) =>
  who.api.ask(refundReservation, { params: { reservationId: id }, body })
const refunded = (id: string, body: RefundForm) =>
  organiser.api.expect(refundReservation, 200, { params: { reservationId: id }, body })
const refusedFor = async (id: string, body: RefundForm) =>
  (await organiser.api.expect(refundReservation, 422, { params: { reservationId: id }, body })).code
const read = (id: string) => organiser.api.expect(getReservationPayments, 200, { params: { reservationId: id } })
const firstTicket = async (id: string) => ticketsOf(await infoOf(buyer, id))[0]?.uuid ?? ''
const ended = async (id: string) =>
  (await shop.db.kysely.selectFrom('reservation').select('status').where('id', '=', id).executeTakeFirst())?.status

describe('a whole order', () => {
  test('is cancelled, and its money goes back through its provider, once', async () => {
    const before = await stockCountsOf(shop.db, event)
    const id = await paidOrder()
    const answer = await refunded(id, { what: 'ORDER' })
    expect(answer).toMatchObject({
      status: 'CANCELLED',
      amount: '240.00',
      currency: 'CHF',
      left: '0.00',
      tickets: 2,
      creditNoteNumber: null,
      repeated: false,
      refunds: [{ amount: '240.00', status: 'WANTED', origin: 'ORGANISER' }],
    })
    await sendRefunds(shop)
    expect(await refundsOf(id)).toMatchObject([{ amount: 24_000n, origin: 'ORGANISER', status: 'DONE', sends: 1 }])
    expect(await ended(id)).toBe('CANCELLED')
    expect((await stockCountsOf(shop.db, event)).sold).toBe(before.sold)
    expect(await read(id)).toMatchObject({ refunded: '240.00', left: '0.00', tickets: [] })
    expect(await countAudit(shop.db, id, 'REFUND_REQUESTED')).toBe(1)
    expect(await countAudit(shop.db, id, 'CANCEL_RESERVATION')).toBe(1)
    expect(await countAudit(shop.db, id, 'REFUND')).toBe(1)
    expect(await refusedFor(id, { what: 'ORDER' })).toBe('nothing-left')
    expect(await refusedFor(id, { what: 'ORDER', money: false })).toBe('has-ended')
  })

  test('is not while an attendee is inside', async () => {
    const id = await paidOrder()
    await checkIn(shop.db, id)
    expect(await refusedFor(id, { what: 'ORDER' })).toBe('checked-in')
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await refunded(id, { what: 'AMOUNT', amount: '10', requestId: '10 back' })).toMatchObject({
      amount: '10.00',
    })
  })

  test('ends without its money when it was paid elsewhere', async () => {
    const elsewhere = await organiser.open(anEventFile(clock.now(), { slug: 'elsewhere' }))
    const awaited = await buy(buyer, elsewhere, { Conference: 1 }, { by: 'OFFLINE' })
    expect(await refusedFor(awaited, { what: 'ORDER' })).toBe('not-confirmed')
    await organiser.confirm(awaited)
    for (const id of [awaited, await buy(buyer, elsewhere, { Conference: 1 })]) {
      expect(await refusedFor(id, { what: 'ORDER' })).toBe('nothing-paid-online')
      expect(await refunded(id, { what: 'ORDER', money: false })).toMatchObject({ status: 'CANCELLED', amount: '0.00' })
    }
    await expectConsistentData(shop.db, elsewhere, { sold: 0, held: 0 })
  })

  test('of which an amount has gone back is given the rest', async () => {
    const id = await paidOrder()
    await refunded(id, { what: 'AMOUNT', amount: '100.00', requestId: '100.00 back' })
    expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ amount: '140.00', left: '0.00' })
  })

  test('that is stuck is cancelled, and what has come is refunded', async () => {
    service.next({ kind: 'settled', amount: '23999' })
    const id = await orderReady()
    await payOnline(id)
    expect(await statusOf(buyer, id)).toBe('STUCK')
    expect(await paymentsOf(id)).toMatchObject([{ review: 'OTHER_SUM' }])
    expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ status: 'CANCELLED', amount: '239.99' })
    expect(await paymentsOf(id)).toMatchObject([{ review: null }])
  })

  test('that was paid in another currency has to be refunded at the provider', async () => {
    service.next({ kind: 'settled', currency: 'EUR' })
    const id = await orderReady()
    await payOnline(id)
    expect(await refusedFor(id, { what: 'ORDER' })).toBe('currency')
    expect(await refunded(id, { what: 'ORDER', money: false })).toMatchObject({ status: 'CANCELLED', amount: '0.00' })
  })

  test('whose provider does not answer can be ended, and what comes later is refunded', async () => {
    const open = { kind: 'waiting', data: {} } as const
    service.next(open)
    service.setState({ kind: 'unknown', reason: 'down' })
    const id = await orderReady()
    await payOnline(id)
    await world.afterwards(world.aLongTime)
    expect(await statusOf(buyer, id)).toBe('STUCK')
    expect(await paymentsOf(id)).toMatchObject([{ review: 'NO_ANSWER' }])
    expect(await refusedFor(id, { what: 'ORDER' })).toBe('nothing-paid-online')
    await refunded(id, { what: 'ORDER', money: false })
    service.setState({ kind: 'settled' })
    await world.afterwards(minutes(90))
    expect(await paymentsOf(id)).toMatchObject([{ status: 'RETURNED' }])
    expect(await refundsOf(id)).toMatchObject([{ origin: 'SHOP', status: 'DONE', amount: 24_000n }])
  })
})

describe('some tickets', () => {
  test('leave the order with what they cost, and their seats are free', async () => {
    const before = await stockCountsOf(shop.db, event)
    const id = await paidOrder()
    const ticket = await firstTicket(id)
    const answer = await refunded(id, { what: 'TICKETS', tickets: [ticket] })
    expect(answer).toMatchObject({ status: 'COMPLETE', amount: '120.00', left: '120.00', tickets: 1 })
    expect((await stockCountsOf(shop.db, event)).sold).toBe(before.sold + 1)
    const after = await infoOf(buyer, id)
    expect(ticketsOf(after)).toHaveLength(1)
    expect(after.orderSummary).toMatchObject({ totalPrice: '120.00' })
    expect(await refusedFor(id, { what: 'TICKETS', tickets: [ticket] })).toBe('unknown-ticket')
    expect(await refusedFor(id, { what: 'TICKETS', tickets: [await firstTicket(id)] })).toBe('whole-order')
    expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ amount: '120.00', left: '0.00' })
    expect(await countAudit(shop.db, id, 'CANCEL_TICKET')).toBe(1)
  })

  test('are refused when an earlier refund has left less than they cost, and can go without money', async () => {
    const id = await paidOrder()
    await refunded(id, { what: 'AMOUNT', amount: '200', requestId: '200 back' })
    const tickets = [await firstTicket(id)]
    expect(await refusedFor(id, { what: 'TICKETS', tickets })).toBe('more-than-left')
    expect(await refunded(id, { what: 'TICKETS', tickets, money: false })).toMatchObject({
      amount: '0.00',
      left: '40.00',
      refunds: [],
    })
  })
})

describe('an amount', () => {
  test('goes back while order and tickets stay', async () => {
    const id = await paidOrder()
    expect(
      await refunded(id, { what: 'AMOUNT', amount: '12.50', currency: 'chf', requestId: '12.50 back' }),
    ).toMatchObject({
      status: 'COMPLETE',
      amount: '12.50',
      left: '227.50',
      tickets: 0,
    })
    expect(ticketsOf(await infoOf(buyer, id))).toHaveLength(2)
  })

  test.each([
    [{ amount: '240.01' }, 'more-than-left'],
    [{ amount: '0' }, 'no-amount'],
    [{ amount: '0.001' }, 'no-amount'],
    [{ amount: '-1' }, 'no-amount'],
    [{ amount: '1,50' }, 'no-amount'],
    [{}, 'no-amount'],
    [{ amount: '1', currency: 'EUR' }, 'currency'],
    [{ amount: '1', currency: '€' }, 'no-amount'],
    [{ amount: '1', money: false }, 'no-amount'],
    [{ amount: '1', requestId: null }, 'no-request-id'],
  ])('%j is refused as %s', async (form, code) => {
    const id = await paidOrder()
    expect(await refusedFor(id, { what: 'AMOUNT', requestId: 'refused', ...form })).toBe(code)
    expect(await refundsOf(id)).toEqual([])
  })
})

describe('twice and crosswise', () => {
  test('the same request id is one request, whenever it comes again', async () => {
    const id = await paidOrder()
    const form = { what: 'AMOUNT', amount: '50', requestId: 'press-1' } as const
    const first = await refunded(id, form)
    await sendRefunds(shop)
    const second = await refunded(id, form)
    expect(second).toMatchObject({ amount: '50.00', left: '190.00', repeated: true })
    expect(second.refunds.map(row => [row.id, row.status])).toEqual([[first.refunds[0]?.id, 'DONE']])
    expect(await refundsOf(id)).toHaveLength(1)
    expect(await refusedFor(id, { ...form, amount: '51' })).toBe('other-request')
    const whole = { what: 'ORDER', requestId: 'press-2' } as const
    await refunded(id, whole)
    expect(await refunded(id, whole)).toMatchObject({ status: 'CANCELLED', amount: '190.00', repeated: true })
  })

  test('ten at once with one request id are one refund', async () => {
    const id = await paidOrder()
    const form = { what: 'AMOUNT', amount: '50', requestId: 'at-once' } as const
    const answers = await Promise.all(Array.from({ length: 10 }, () => refunded(id, form)))
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await refundsOf(id)).toHaveLength(1)
  })

  test('ten amounts at once never refund more than has come', async () => {
    const id = await paidOrder()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, press) =>
        refund(id, { what: 'AMOUNT', amount: '70', requestId: `press ${press}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await refundsOf(id)).toHaveLength(3)
    expect((await read(id)).left).toBe('30.00')
  })

  test('an order and its tickets at once: one of them, and the sum is right', async () => {
    const id = await paidOrder()
    const tickets = [await firstTicket(id)]
    await Promise.all([refund(id, { what: 'ORDER' }), refund(id, { what: 'TICKETS', tickets })])
    const { left, refunded: gone } = await read(id)
    expect([left, gone]).toEqual(['0.00', '240.00'])
  })

  test('a message may report a refund before its answer is known: it is one refund', async () => {
    const id = await paidOrder()
    await refunded(id, { what: 'AMOUNT', amount: '50', requestId: '50 back' })
    service.answers({ refund: { kind: 'unknown', reason: 'no reply' } })
    await sendRefunds(shop)
    service.reports({
      fee: null,
      refunds: [{ reference: 're_told', amount: minor(5000n), state: 'refunded' }],
      disputes: [],
    })
    await world.message(id)
    expect((await read(id)).left).toBe('140.00')
    service.answers({ refund: { kind: 'refunded', reference: 're_told' } })
    await world.afterwards(minutes(5))
    expect(await refundsOf(id)).toMatchObject([{ origin: 'ORGANISER', status: 'DONE', amount: 5000n }])
    expect(await countAudit(shop.db, id, 'REFUND')).toBe(1)
    expect((await read(id)).left).toBe('190.00')
    await world.message(id)
    expect(await refundsOf(id)).toHaveLength(1)
  })

  test('a refund reported as failed before its answer is known has failed, whatever the answer says', async () => {
    const id = await paidOrder()
    await refunded(id, { what: 'ORDER' })
    service.answers({ refund: { kind: 'unknown', reason: 'no reply' } })
    await sendRefunds(shop)
    const reported = { reference: 're_failed', amount: minor(24_000n), state: 'failed' } as const
    service.reports({ fee: null, refunds: [reported], disputes: [] })
    await world.message(id)
    // A request that is repeated is answered as it was at first.
    service.answers({ refund: { kind: 'refunded', reference: 're_failed' } })
    await world.afterwards(minutes(5))
    expect(await refundsOf(id)).toMatchObject([{ origin: 'ORGANISER', status: 'FAILED' }])
    expect(await paymentsOf(id)).toMatchObject([{ review: 'REFUND_FAILED' }])
    expect((await read(id)).left).toBe('240.00')
    expect(await countAudit(shop.db, id, 'REFUND')).toBe(0)
  })

  test('a refund that is done stays so when a late message reports it as in progress', async () => {
    const id = await paidOrder()
    service.answers({ refund: { kind: 'refunded', reference: 're_done' } })
    await refunded(id, { what: 'ORDER' })
    await sendRefunds(shop)
    service.reports({
      fee: null,
      refunds: [{ reference: 're_done', amount: minor(24_000n), state: 'pending' }],
      disputes: [],
    })
    await world.message(id)
    expect((await read(id)).payments[0]?.refunds).toMatchObject([{ status: 'DONE', endedAt: clock.now() }])
  })

  test('a refund that fails after it was done leaves the money to be refunded again', async () => {
    const id = await paidOrder()
    service.answers({ refund: { kind: 'refunded', reference: 're_late' } })
    await refunded(id, { what: 'ORDER' })
    await sendRefunds(shop)
    service.reports({
      fee: null,
      refunds: [{ reference: 're_late', amount: minor(24_000n), state: 'failed' }],
      disputes: [],
    })
    await world.message(id)
    expect(await paymentsOf(id)).toMatchObject([{ review: 'REFUND_FAILED' }])
    expect(await read(id)).toMatchObject({ left: '240.00', refunded: '0.00', status: 'CANCELLED' })
    service.answers({ refund: { kind: 'refunded', reference: 're_again' } })
    expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ amount: '240.00', tickets: 0 })
    await sendRefunds(shop)
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['FAILED', 'DONE'])
  })

  test('what a dispute has moved is not refunded again, and the order can end', async () => {
    const id = await paidOrder()
    const dispute = { reference: 'dp_1', amount: minor(24_000n), dueBy: null }
    service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state: 'open' }] })
    await world.message(id)
    expect(await refusedFor(id, { what: 'AMOUNT', amount: '1', requestId: '1 back' })).toBe('nothing-left')
    service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state: 'lost' }] })
    await world.message(id)
    expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ status: 'CANCELLED', amount: '0.00', refunds: [] })
    service.reports({ fee: null, refunds: [], disputes: [{ ...dispute, state: 'won' }] })
    await world.message(id)
    expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ amount: '240.00' })
  })

  test('money that no order could take and that did not arrive back is sent once more', async () => {
    service.next({ kind: 'refused', code: 'foyer.payment.refused', isOver: false })
    const id = await orderReady()
    await payOnline(id)
    service.next({ kind: 'settled' })
    await payOnline(id)
    service.setState({ kind: 'settled' })
    service.answers({ refund: { kind: 'refused', reason: 'the account is closed' } })
    await world.afterwards(minutes(5))
    expect(await refundsOf(id)).toMatchObject([{ origin: 'SHOP', status: 'FAILED' }])
    service.answers({ refund: { kind: 'refunded', reference: 're_twice' } })
    expect(await refunded(id, { what: 'NOT_TAKEN' })).toMatchObject({ status: 'COMPLETE', amount: '240.00' })
    await sendRefunds(shop)
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['FAILED', 'DONE'])
    expect(await refusedFor(id, { what: 'NOT_TAKEN' })).toBe('nothing-left')
    expect((await read(id)).left).toBe('240.00')
  })
})

describe('who may', () => {
  test('an order of others, and an unknown one, is denied', async () => {
    const id = await paidOrder()
    for (const order of [id, crypto.randomUUID(), 'nonsense']) {
      expect((await refund(order, { what: 'ORDER' }, stranger)).status).toBe(403)
      const params = { reservationId: order }
      expect((await stranger.api.ask(getReservationPayments, { params })).status).toBe(403)
    }
    expect(await refundsOf(id)).toEqual([])
  })

  test('an order that is still held, or free, has nothing to refund', async () => {
    const held = await readyToPay(buyer, event, { Conference: 1 })
    expect(await refusedFor(held, { what: 'ORDER' })).toBe('not-confirmed')
    expect(await refusedFor(held, { what: 'NOT_TAKEN' })).toBe('nothing-paid-online')
    expect((await pay(buyer, held, PAY_BY.PAYPAL)).status).toBe(200)
  })
})

test('whatever has happened, the data are consistent', async () => {
  await expectConsistentData(shop.db, event)
})
