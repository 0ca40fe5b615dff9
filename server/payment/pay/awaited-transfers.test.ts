import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { confirmTransferByReference, listAwaitedTransfers } from '#contract/organiser-payments.ts'
import { type Instant, days, instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { countAudit, mailsOf } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, buy, infoOf, pay, readyToPay, statusOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { retryFinalizations } from './finalize.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)
const DEFERRED = { DEFERRED_BANK_TRANSFER_ENABLED: true }
const concert = await organiser.open(anEventFile(clock.now(), { seats: 50 }))
const deferred = await organiser.open(anEventFile(clock.now(), { slug: 'deferred', seats: 50, settings: DEFERRED }))
const elsewhere = await stranger.open(anEventFile(clock.now(), { slug: 'elsewhere', seats: 50 }))

beforeEach(() => clock.set(SOME_DAY))

const at = (text: string): Instant => instant(Temporal.Instant.from(text).epochMilliseconds)
const orderByTransfer = (event = concert) => buy(buyer, event, { Conference: 2 }, { by: 'OFFLINE' })
const short = (id: string) => id.slice(0, 8).toUpperCase()

type ReceivedTransfer = { readonly reference: string; readonly amount?: string; readonly currency?: string }

const report = ({ reference, amount = '240.00', currency = 'CHF' }: ReceivedTransfer, who = organiser) =>
  who.api.ask(confirmTransferByReference, { body: { reference, amount, currency } })

describe('the list of awaited transfers', () => {
  const list = async (event?: string, who = organiser) =>
    who.api.expect(listAwaitedTransfers, 200, { query: event === undefined ? {} : { event } })

  test('shows what the organiser has to know, those that are due first at the top', async () => {
    const event = await organiser.open(anEventFile(clock.now(), { slug: 'listed' }))
    clock.move(days(3))
    const later = await orderByTransfer(event)
    clock.set(SOME_DAY)
    const first = await orderByTransfer(event)
    clock.set(at('2027-01-22T08:00:00+01:00'))
    const contact = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
    const common = { event, status: 'OFFLINE_PAYMENT', amount: '240.00', currency: 'CHF', contact }
    expect(await list(event)).toEqual([
      { ...common, reservationId: first, shortId: short(first), deadline: clock.now(), overdue: true },
      {
        ...common,
        reservationId: later,
        shortId: short(later),
        deadline: at('2027-01-25T08:00:00+01:00'),
        overdue: false,
      },
    ])
    expect((await organiser.confirm(first)).status).toBe(200)
    expect((await list(event)).map(({ reservationId }) => reservationId)).toEqual([later])
  })

  test('knows deferred transfers, which have no deadline', async () => {
    const id = await orderByTransfer(deferred)
    clock.move(days(100))
    expect(await list(deferred)).toMatchObject([
      { reservationId: id, status: 'DEFERRED_OFFLINE_PAYMENT', deadline: null, overdue: false },
    ])
  })

  test('is that of the organisation', async () => {
    const [own, other] = [await orderByTransfer(), await orderByTransfer(elsewhere)]
    const ids = async (who = organiser) => (await list(undefined, who)).map(({ reservationId }) => reservationId)
    expect(await ids()).toContain(own)
    expect(await ids()).not.toContain(other)
    expect(await ids(stranger)).toEqual([other])
    for (const event of [elsewhere, 'unknown']) {
      expect((await organiser.api.ask(listAwaitedTransfers, { query: { event } })).status).toBe(403)
    }
  })
})

describe('a transfer found by short id and amount', () => {
  test('completes its order', async () => {
    const id = await orderByTransfer()
    const answer = await report({ reference: short(id) })
    expect(answer).toMatchObject({ status: 200, value: { reservationId: id, holders: [{}, {}] } })
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect(await countAudit(shop.db, id, 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED')).toBe(1)
    expect(await report({ reference: short(id) })).toMatchObject({
      status: 400,
      value: 'bad request: no order whose id begins like this is waiting for a bank transfer',
    })
  })

  test.each([
    ['a coin less', { amount: '239.99' }, 'the order comes to another amount'],
    ['a coin more', { amount: '240.01' }, 'the order comes to another amount'],
    ['another currency', { currency: 'EUR' }, 'the order comes to another amount'],
    ['no number', { amount: 'all of it' }, 'the order comes to another amount'],
  ])('is not confirmed with %s', async (_, wrong, reason) => {
    const id = await orderByTransfer()
    const answer = await report({ reference: short(id), ...wrong })
    expect(answer).toMatchObject({ status: 400, value: `bad request: ${reason}` })
    expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
  })

  test.each([
    ['a shorter id', (id: string) => id.slice(0, 7)],
    ['another digit', (id: string) => `${id.slice(0, 7)}${id[7] === '0' ? '1' : '0'}`],
    ['a pattern', (id: string) => `${id.slice(0, 7)}_`],
    ['anything', () => '%%%%%%%%'],
    ['nothing', () => ''],
  ])('is not confirmed with %s', async (_, reference) => {
    const id = await orderByTransfer()
    expect((await report({ reference: reference(id) })).status).toBe(400)
    expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
  })

  test('is not confirmed when the id could be that of another order, until more of it is said', async () => {
    const id = await orderByTransfer()
    const twin = `${id.slice(0, 8)}-ffff-4fff-bfff-${randomUUID().slice(-12)}`
    const columns = Object.keys(
      await shop.db.kysely.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const others = columns.filter(name => name !== 'id')
    await shop.db.pool.query(
      `insert into reservation (id, ${others.join()}) select $1, ${others.join()} from reservation where id = $2`,
      [twin, id],
    )
    expect(await report({ reference: short(id) })).toMatchObject({
      status: 400,
      value: 'bad request: several orders whose id begins like this are waiting, say more of it',
    })
    expect((await report({ reference: id.slice(0, 23) })).status).toBe(200)
    expect([await statusOf(buyer, id), await statusOf(buyer, twin)]).toEqual(['COMPLETE', 'OFFLINE_PAYMENT'])
    await shop.db.kysely
      .deleteFrom('reservation')
      .where('id', '=', twin as ReservationId)
      .execute()
  })

  test('is not confirmed by another organisation, which learns nothing', async () => {
    const id = await orderByTransfer()
    const reported = await report({ reference: short(id) }, stranger)
    const unknown = await report({ reference: short(randomUUID()) }, stranger)
    expect([reported.status, reported.value]).toEqual([unknown.status, unknown.value])
    expect(reported.status).toBe(400)
    expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
  })

  test('is not confirmed while its order is not placed', async () => {
    const id = await readyToPay(buyer, concert, { Conference: 2 })
    expect((await report({ reference: short(id) })).status).toBe(400)
    expect(await statusOf(buyer, id)).toBe('PENDING')
  })
})

test.each([
  ['a transfer', concert],
  ['a deferred transfer', deferred],
])('the organiser gets a mail about %s once, when it is ordered', async (_name, event) => {
  const id = await orderByTransfer(event)
  const toOrganiser = async () =>
    (await mailsOf(shop.db, id)).filter(to => to === 'hello@alpine-systems.example').length
  expect(await toOrganiser()).toBe(1)
  expect((await organiser.confirm(id)).status).toBe(200)
  expect(await toOrganiser()).toBe(1)
})

describe('a deferred transfer', () => {
  test('is offered as such, is held until the event begins, and is completed by the organiser', async () => {
    const id = await readyToPay(buyer, deferred, { Conference: 2 })
    expect((await infoOf(buyer, id)).activePaymentMethods).toMatchObject({
      BANK_TRANSFER: { paymentProxy: 'OFFLINE', parameters: { deferred: true, delayForOfflinePayment: 5 } },
    })
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    const offer = await shop.catalog.offeredEvent(deferred)
    expect(await infoOf(buyer, id)).toMatchObject({
      status: 'DEFERRED_OFFLINE_PAYMENT',
      validity: offer?.context.startsAt,
      orderSummary: { notYetPaid: true },
    })
    expect((await report({ reference: short(id) })).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    expect((await mailsOf(shop.db, id)).filter(to => to === 'ada@example.org')).toHaveLength(2)
  })

  test('is confirmed without a mail to a buyer whom the organiser informs; holders get their tickets', async () => {
    const settings = { ...DEFERRED, DEFERRED_BANK_TRANSFER_SEND_CONFIRMATION_EMAIL: false }
    const event = await organiser.open(anEventFile(clock.now(), { slug: 'quiet', settings }))
    const id = await orderByTransfer(event)
    expect((await organiser.confirm(id)).status).toBe(200)
    const mails = await mailsOf(shop.db, id)
    expect(mails.filter(to => to === 'ada@example.org')).toHaveLength(1)
    expect(mails).toEqual(expect.arrayContaining(['ada1@example.org', 'ada2@example.org']))
  })

  test('stays what the buyer was promised, whatever the organiser changes meanwhile', async () => {
    const event = await organiser.open(anEventFile(clock.now(), { slug: 'changing', settings: DEFERRED }))
    const id = await readyToPay(buyer, event, { Conference: 1 })
    await shop.db.pool.query(`alter table mail add constraint away check (reservation_id <> '${id}') not valid`)
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    expect(await statusOf(buyer, id)).toBe('OFFLINE_FINALIZING')
    await organiser.change(event, { settings: { DEFERRED_BANK_TRANSFER_ENABLED: false } })
    await shop.db.pool.query('alter table mail drop constraint away')
    clock.move(2000)
    await retryFinalizations(shop)
    expect(await statusOf(buyer, id)).toBe('DEFERRED_OFFLINE_PAYMENT')
  })
})
