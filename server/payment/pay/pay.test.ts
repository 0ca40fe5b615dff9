import { beforeEach, expect, test } from 'vitest'
import { getApplicableCustomPaymentMethods, getSelectedCustomPaymentMethod } from '#contract/booking.ts'
import { getTicket } from '#contract/ticket.ts'
import { type Instant, instant, minutes } from '#domain/foundation/instant.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { retryFinalizations } from './finalize.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { countAudit, expectConsistentData, mailsOf } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  CONSENT,
  PAY_BY,
  buy,
  codesOf,
  hold,
  infoOf,
  pay,
  readyToPay,
  statusOf,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { setStatus } from '#tests/support/database/set-status.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// 15 January 2027 is a Friday; at 08:00 UTC it is 09:00 in Zürich.
const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)
const paid = await organiser.open(anEventFile(clock.now(), { seats: 100 }))
const free = await organiser.open(aFreeEventFile(clock.now()))

beforeEach(() => clock.set(SOME_DAY))

const at = (text: string): Instant => instant(Temporal.Instant.from(text).epochMilliseconds)

test('a free order is complete at once, whatever way to pay is named', async () => {
  for (const form of [PAY_BY.NONE, CONSENT, PAY_BY.OFFLINE]) {
    const id = await readyToPay(buyer, free, { Everybody: 1 })
    expect(Object.keys((await infoOf(buyer, id)).activePaymentMethods)).toEqual([])
    expect((await pay(buyer, id, form)).status).toBe(200)
    expect(await infoOf(buyer, id)).toMatchObject({
      status: 'COMPLETE',
      paid: false,
      paymentProxy: 'NONE',
      orderSummary: { free: true, totalPrice: '0' },
    })
  }
})

test('an order that is paid at the door is complete, and its tickets are to be paid', async () => {
  const id = await buy(buyer, paid, { Conference: 2 })
  const info = await infoOf(buyer, id)
  expect(info).toMatchObject({ status: 'COMPLETE', paymentProxy: 'ON_SITE', orderSummary: { notYetPaid: true } })
  const params = { eventName: paid, ticketIdentifier: ticketsOf(info)[0]?.uuid ?? '' }
  expect(await buyer.expect(getTicket, 200, { params })).toMatchObject({
    deskPaymentRequired: true,
    reservationId: info.shortId,
  })
})

test('an order that waits for a transfer holds its seats, and shows no ticket yet', async () => {
  const id = await buy(buyer, paid, { Conference: 2 }, { by: 'OFFLINE' })
  const info = await infoOf(buyer, id)
  expect(info).toMatchObject({ status: 'OFFLINE_PAYMENT', paid: false, orderSummary: { notYetPaid: true } })
  const params = { eventName: paid, ticketIdentifier: ticketsOf(info)[0]?.uuid ?? '' }
  expect((await buyer.ask(getTicket, { params })).status).toBe(404)
  clock.move(minutes(60 * 24 * 30))
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
  await expectConsistentData(shop.db, paid)
})

test.each([
  [
    'on a Friday morning: five working days from midnight, at eight',
    '2027-01-15T09:00:00+01:00',
    '2027-01-22T08:00:00+01:00',
  ],
  ['on a Friday afternoon: five working days from noon', '2027-01-15T15:00:00+01:00', '2027-01-22T12:00:00+01:00'],
  ['on a Sunday: the weekend does not count', '2027-01-17T15:00:00+01:00', '2027-01-22T12:00:00+01:00'],
  [
    'across the change of the clocks it stays eight in the morning',
    '2027-03-25T09:00:00+01:00',
    '2027-04-01T08:00:00+02:00',
  ],
])('the deadline of a transfer ordered %s', async (_, now, deadline) => {
  // The event must be far enough away for each of these days.
  clock.set(at(now))
  const event = await organiser.open(anEventFile(clock.now(), { slug: `deadline-${Date.parse(now)}` }))
  const visitor = aBuyer(url)
  const id = await readyToPay(visitor, event, { Conference: 1 })
  expect((await infoOf(visitor, id)).activePaymentMethods).toMatchObject({
    BANK_TRANSFER: { paymentProxy: 'OFFLINE', parameters: { delayForOfflinePayment: 5 } },
  })
  expect((await pay(visitor, id, PAY_BY.OFFLINE)).status).toBe(200)
  expect((await infoOf(visitor, id)).validity).toBe(at(deadline))
})

test('a deadline is never after the event begins, and less than two hours before it no transfer is offered', async () => {
  const near = (slug: string, days: number) =>
    organiser.open(
      anEventFile(clock.now(), {
        slug,
        startDate: `2027-01-${15 + days}T18:00`,
        endDate: `2027-01-${15 + days}T22:00`,
        categories: [
          {
            name: 'Conference',
            price: 20,
            maxTickets: 0,
            startSellingDate: '2027-01-01T00:00',
            endSellingDate: `2027-01-${15 + days}T17:00`,
          },
        ],
      }),
    )
  const tomorrow = await near('tomorrow', 1)
  const id = await buy(buyer, tomorrow, { Conference: 1 }, { by: 'OFFLINE' })
  expect((await infoOf(buyer, id)).validity).toBe(at('2027-01-16T18:00:00+01:00'))
  const today = await near('today', 0)
  const inTime = await readyToPay(buyer, today, { Conference: 1 })
  expect((await infoOf(buyer, inTime)).activePaymentMethods).toMatchObject({
    BANK_TRANSFER: { parameters: { delayForOfflinePayment: 1, hoursForOfflinePayment: 2 } },
  })
  clock.set(at('2027-01-15T16:00:00.001+01:00'))
  const late = await readyToPay(buyer, today, { Conference: 1 })
  expect(Object.keys((await infoOf(buyer, late)).activePaymentMethods)).toEqual(['ON_SITE'])
  expect(codesOf(await pay(buyer, late, PAY_BY.OFFLINE))).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
})

test('with no days to pay a transfer has two hours', async () => {
  const event = await organiser.open(
    anEventFile(clock.now(), { slug: 'no-days', settings: { OFFLINE_PAYMENT_DAYS: 0 } }),
  )
  const id = await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' })
  expect((await infoOf(buyer, id)).validity).toBe(clock.now() + 2 * 3_600_000)
})

test('a deferred transfer waits for the organiser until the event begins', async () => {
  const event = await organiser.open(
    anEventFile(clock.now(), { slug: 'deferred', settings: { DEFERRED_BANK_TRANSFER_ENABLED: true } }),
  )
  const id = await readyToPay(buyer, event, { Conference: 1 })
  expect((await infoOf(buyer, id)).activePaymentMethods).toMatchObject({
    BANK_TRANSFER: { parameters: { deferred: true } },
  })
  await pay(buyer, id, PAY_BY.OFFLINE)
  const { startsAt } = (await shop.catalog.offeredEvent(event))?.context ?? {}
  expect(await infoOf(buyer, id)).toMatchObject({ status: 'DEFERRED_OFFLINE_PAYMENT', validity: startsAt })
  expect((await organiser.confirm(id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('a privacy policy must be accepted where there is one, and only there', async () => {
  const withPolicy = await organiser.open(
    anEventFile(clock.now(), { slug: 'policy', privacyPolicyUrl: 'https://alpine.example/privacy' }),
  )
  const id = await readyToPay(buyer, withPolicy, { Conference: 1 })
  const form = { ...PAY_BY.ON_SITE, privacyPolicyAccepted: false }
  expect(codesOf(await pay(buyer, id, form))).toEqual(['error.STEP_2_TERMS_CONDITIONS'])
  expect((await pay(buyer, id)).status).toBe(200)
  expect(await countAudit(shop.db, id, 'PRIVACY_POLICY_ACCEPTED')).toBe(1)
  const without = await readyToPay(buyer, paid, { Conference: 1 })
  expect((await pay(buyer, without, form)).status).toBe(200)
  expect(await countAudit(shop.db, without, 'PRIVACY_POLICY_ACCEPTED')).toBe(0)
})

test('an online event is not paid at the door', async () => {
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'online', format: 'ONLINE', location: null }))
  const id = await readyToPay(buyer, event, { Conference: 1 })
  expect(Object.keys((await infoOf(buyer, id)).activePaymentMethods)).toEqual(['BANK_TRANSFER'])
})

test('the organiser confirms a transfer: the answer lists private ids of holders, the tickets are valid', async () => {
  const id = await buy(buyer, paid, { Conference: 2 }, { by: 'OFFLINE' })
  const answer = await organiser.confirm(id)
  const seats = await shop.db.kysely
    .selectFrom('ticket')
    .select(['uuid', 'status'])
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  expect(answer).toMatchObject({
    status: 200,
    value: {
      holders: seats.map(({ uuid }, index) => ({
        id: uuid,
        firstName: `Ada ${index + 1}`,
        lastName: 'Lovelace',
        email: `ada${index + 1}@example.org`,
      })),
    },
  })
  expect(seats.map(({ status }) => status)).toEqual(['ACQUIRED', 'ACQUIRED'])
  expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', paid: true, orderSummary: { notYetPaid: false } })
  const payment = await shop.db.kysely
    .selectFrom('payment_transaction')
    .selectAll()
    .where('reservation_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(payment).toMatchObject({
    status: 'COMPLETE',
    amount: 24_000n,
    currency: 'CHF',
    gateway_transaction_id: `OFFLINE-${clock.now()}`,
  })
  await expectConsistentData(shop.db, paid)
})

test('the organiser confirms an open order as paid elsewhere, and no mail goes out unasked', async () => {
  const id = await readyToPay(buyer, paid, { Conference: 1 })
  expect(
    await organiser.confirm(id, { paymentProvider: 'STRIPE', paidAmount: 120, notes: 'at the fair' }),
  ).toMatchObject({
    status: 200,
    value: { holders: [{ firstName: 'Ada 1', lastName: 'Lovelace' }] },
  })
  expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', paymentProxy: 'ADMIN', paid: false })
  const payments = shop.db.kysely.selectFrom('payment_transaction').select(['proxy', 'status', 'amount', 'metadata'])
  expect(await payments.where('reservation_id', '=', id).execute()).toEqual([
    {
      proxy: 'ADMIN',
      status: 'COMPLETE',
      amount: 12_000n,
      metadata: { provider: 'STRIPE', reference: null, notes: 'at the fair' },
    },
  ])
  const mails = shop.db.kysely.selectFrom('mail').select('recipient').where('reservation_id', '=', id)
  expect(await mails.execute()).toEqual([])
  await expectConsistentData(shop.db, paid)
})

test('a stuck order is confirmed too, and its attempt to pay is over', async () => {
  const id = await readyToPay(buyer, paid, { Conference: 1 })
  await setStatus(shop.db, id, 'STUCK')
  const notification = { customer: true, attendees: true }
  expect((await organiser.confirm(id, { paymentProvider: 'ADMIN' }, notification)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  const mails = shop.db.kysely.selectFrom('mail').select('recipient').where('reservation_id', '=', id)
  expect((await mails.execute()).map(({ recipient }) => recipient).toSorted()).toEqual([
    'ada1@example.org',
    'ada@example.org',
  ])
})

test.each<[string, object]>([
  ['another amount than is due', { paymentProvider: 'OFFLINE', paidAmount: 119.99 }],
  ['a payment of another kind', { paymentProvider: 'STRIPE', paidAmount: 120 }],
])('a waiting transfer is not confirmed by %s', async (_, transaction) => {
  const id = await buy(buyer, paid, { Conference: 1 }, { by: 'OFFLINE' })
  expect((await organiser.confirm(id, { paymentProvider: 'OFFLINE', ...transaction })).status).toBe(400)
  expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
})

test('the organiser can confirm nothing that is complete', async () => {
  expect((await organiser.confirm(await buy(buyer, paid, { Conference: 1 }))).status).toBe(400)
})

test('an organiser is denied an order of another organisation, and refused one that is unknown', async () => {
  const id = await buy(buyer, paid, { Conference: 1 }, { by: 'OFFLINE' })
  expect((await stranger.confirm(id)).status).toBe(403)
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'unknown']) {
    expect((await stranger.confirm(unknown)).status).toBe(400)
  }
  expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
})

test('there are no methods that the organiser invented', async () => {
  const id = await hold(buyer, paid, { Conference: 1 })
  const params = { reservationId: id }
  expect(await buyer.expect(getApplicableCustomPaymentMethods, 200, { params })).toEqual([])
  expect((await buyer.ask(getApplicableCustomPaymentMethods, { params: { reservationId: 'unknown' } })).status).toBe(
    400,
  )
  expect((await buyer.ask(getSelectedCustomPaymentMethod, { params })).status).toBe(400)
})

test('an order whose tickets could not be produced is confirmed all the same, and finished by a later run', async () => {
  const id = await readyToPay(buyer, paid, { Conference: 2 })
  await shop.db.pool.query('alter table mail add constraint away check (false) not valid')
  expect((await pay(buyer, id)).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('FINALIZING')
  expect(await mailsOf(shop.db, id)).toEqual([])
  expect(await retryFinalizations(shop)).toBe(0)
  await shop.db.pool.query('alter table mail drop constraint away')
  expect(await retryFinalizations(shop)).toBe(0)
  clock.move(2000)
  expect(await retryFinalizations(shop)).toBe(1)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  expect(await mailsOf(shop.db, id)).toHaveLength(4)
  await expectConsistentData(shop.db, paid)
})

test('a finisher that fails on one order finishes the others, and reports that one until it is finished', async () => {
  const bad = await readyToPay(buyer, paid, { Conference: 1 })
  const good = await readyToPay(buyer, paid, { Conference: 1 })
  await shop.db.kysely
    .updateTable('reservation')
    .set({ status: 'FINALIZING', payment_proxy: 'ON_SITE', finalize_at: new Date(clock.now()) })
    .where('id', 'in', [bad, good])
    .execute()
  await shop.db.pool.query(`alter table mail add constraint away check (reservation_id <> '${bad}')  not valid`)
  expect(await retryFinalizations(shop)).toBe(1)
  expect([await statusOf(buyer, bad), await statusOf(buyer, good)]).toEqual(['FINALIZING', 'COMPLETE'])
  expect(await findFailures(shop.db, 10)).toMatchObject([
    {
      job: 'finalize-reservations',
      kind: 'reservation',
      id: bad,
      failures: 1,
      lastError: expect.stringContaining('away'),
    },
  ])
  await shop.db.pool.query('alter table mail drop constraint away')
  clock.move(2000)
  await retryFinalizations(shop)
  expect(await statusOf(buyer, bad)).toBe('COMPLETE')
  expect(await findFailures(shop.db, 10)).toEqual([])
})

test('a database that is lost while orders are finished is no fault of theirs', async () => {
  const id = await readyToPay(buyer, paid, { Conference: 1 })
  await shop.db.pool.query(`
    create function lose_connection() returns trigger language plpgsql as
    $$ begin raise exception 'lost' using errcode = '57P01'; end $$;
    create trigger lost before insert on mail for each row execute function lose_connection()`)
  expect((await pay(buyer, id)).status).toBe(200)
  await expect(retryFinalizations(shop)).rejects.toThrow('lost')
  await shop.db.pool.query('drop trigger lost on mail')
  expect(await findFailures(shop.db, 10)).toEqual([])
  expect(await retryFinalizations(shop)).toBe(1)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})
