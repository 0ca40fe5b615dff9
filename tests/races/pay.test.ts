import { expect, test } from 'vitest'
import { extendReservation } from '#contract/own.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { finalizeReservation, retryFinalizations } from '#server/payment/pay/finalize.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { distributeSeats } from '#server/order/waiting-list/distribute-seats.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { stockCountsOf, countAudit, expectConsistentData, mailsOf } from '../support/database/consistency.ts'
import { type Reply, aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PAY_BY, buy, cancel, pay, readyToPay, statusOf } from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const paid = await organiser.open(anEventFile(clock.now(), { seats: 500 }))
const transfers = await organiser.open(anEventFile(clock.now(), { slug: 'transfers', seats: 500 }))
const abandoned = await organiser.open(anEventFile(clock.now(), { slug: 'abandoned', seats: 50 }))
const free = await organiser.open(aFreeEventFile(clock.now(), { seats: 200 }))

const TIMES = repetitions()
const WAYS = ['NONE', 'ON_SITE', 'OFFLINE'] as const

/** Two holders, the buyer and the organiser; a waiting transfer has no tickets to send yet. */
const MAILS = {
  NONE: ['ada1@example.org', 'ada2@example.org', 'ada@example.org', 'hello@alpine-systems.example'],
  ON_SITE: ['ada1@example.org', 'ada2@example.org', 'ada@example.org', 'hello@alpine-systems.example'],
  OFFLINE: ['ada@example.org', 'hello@alpine-systems.example'],
}

/** The shop in another process, whose clock shows another time. */
const shopAt = (milliseconds: number): Shop => ({ ...shop, clock: { now: () => after(clock.now(), milliseconds) } })

const EVENTS = {
  NONE: [free, { Everybody: 2 }],
  ON_SITE: [paid, { Conference: 2 }],
  OFFLINE: [transfers, { Conference: 2 }],
} as const

/** Ten presses at the same moment: one confirms, and all get the answer that it is done. */
async function pressTenTimes(way: (typeof WAYS)[number]): Promise<{ id: string; answers: Reply[] }> {
  const [event, counts] = EVENTS[way]
  const id = await readyToPay(buyer, event, counts)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(buyer, id, PAY_BY[way])))
  return { id, answers }
}

for (const way of WAYS) {
  test.each(TIMES)(`Pay pressed ten times at once confirms once: ${way} (%i)`, async () => {
    const { id, answers } = await pressTenTimes(way)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await countAudit(shop.db, id, 'RESERVATION_COMPLETE')).toBe(1)
    expect(await countAudit(shop.db, id, 'TERMS_CONDITION_ACCEPTED')).toBe(1)
    expect(await mailsOf(shop.db, id)).toEqual(MAILS[way])
    expect(await statusOf(buyer, id)).toBe(way === 'OFFLINE' ? 'OFFLINE_PAYMENT' : 'COMPLETE')
  })
}

test('Pay on a confirmed order is a success that changes nothing', async () => {
  const id = await buy(buyer, paid, { Conference: 1 })
  const row = () => shop.db.kysely.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await row()
  clock.move(minutes(1))
  expect(await pay(buyer, id)).toMatchObject({ status: 200 })
  expect(await row()).toEqual(before)
  clock.move(-minutes(1))
})

test.each(TIMES)('of Pay and the expiry of the seats exactly one happens (%i)', async () => {
  const id = await readyToPay(buyer, paid, { Conference: 2 })
  const late = shopAt(minutes(36))
  const [answer, expired] = await Promise.all([pay(buyer, id), expireReservations(late)])
  expect([200, 404]).toContain(answer.status)
  expect(await statusOf(buyer, id)).toBe(answer.status === 200 ? 'COMPLETE' : undefined)
  expect(expired).toBe(answer.status === 200 ? 0 : 1)
  expect(await countAudit(shop.db, id, 'CANCEL_RESERVATION_EXPIRED')).toBe(expired)
  await expectConsistentData(shop.db, paid)
})

test.each(TIMES)('of Pay and Cancel exactly one happens (%i)', async time => {
  const id = await readyToPay(buyer, paid, { Conference: 2 })
  const { sold } = await stockCountsOf(shop.db, paid)
  const presses = [() => pay(buyer, id), () => cancel(buyer, id)]
  const [first, second] = await Promise.all((time % 2 === 0 ? presses : presses.toReversed()).map(press => press()))
  const paying = time % 2 === 0 ? first : second
  expect([200, 404]).toContain(paying?.status)
  expect(await statusOf(buyer, id)).toBe(paying?.status === 200 ? 'COMPLETE' : undefined)
  await expectConsistentData(shop.db, paid, { sold: paying?.status === 200 ? sold + 2 : sold, held: 0 })
})

test.each(TIMES)('of "more time" and the expiry of the seats exactly one happens (%i)', async () => {
  const id = await readyToPay(buyer, paid, { Conference: 1 })
  const [answer, expired] = await Promise.all([
    buyer.ask(extendReservation, { params: { reservationId: id } }),
    expireReservations(shopAt(minutes(36))),
  ])
  // The other process is 36 minutes ahead: ten minutes more do not hold the seat against it for long.
  expect([200, 404]).toContain(answer.status)
  expect(await statusOf(buyer, id)).toBe(answer.status === 200 ? 'PENDING' : undefined)
  expect(expired).toBe(answer.status === 200 ? 0 : 1)
  await cancel(buyer, id)
  await expectConsistentData(shop.db, paid, { held: 0 })
})

test('an order is finished once, however many workers finish it', async () => {
  const id = (await readyToPay(buyer, paid, { Conference: 2 })) as ReservationId
  await shop.db.kysely
    .updateTable('reservation')
    .set({ status: 'FINALIZING', payment_proxy: 'ON_SITE', finalize_at: new Date(clock.now()) })
    .where('id', '=', id)
    .execute()
  await Promise.all([
    ...Array.from({ length: 5 }, () => finalizeReservation(shop, id)),
    ...Array.from({ length: 5 }, () => retryFinalizations(shop)),
  ])
  expect(await countAudit(shop.db, id, 'RESERVATION_COMPLETE')).toBe(1)
  expect(await mailsOf(shop.db, id)).toEqual(MAILS.ON_SITE)
  await expectConsistentData(shop.db, paid)
})

test.each(TIMES)('a transfer that the organiser confirms several times at once is confirmed once (%i)', async () => {
  const id = await buy(buyer, transfers, { Conference: 2 }, { by: 'OFFLINE' })
  const answers = await Promise.all(Array.from({ length: 4 }, () => organiser.confirm(id)))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400', '400'])
  expect(await countAudit(shop.db, id, 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED')).toBe(1)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  await expectConsistentData(shop.db, transfers)
})

test('two processes that expire and free at the same time do it once', async () => {
  await distributeSeats(shop)
  const ids = await Promise.all(Array.from({ length: 12 }, () => readyToPay(buyer, abandoned, { Conference: 3 })))
  const workers = Array.from({ length: 4 }, () => shopAt(minutes(36)))
  const expired = await Promise.all(workers.map(expireReservations))
  expect(expired.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
  await expectConsistentData(shop.db, abandoned, { held: 0, released: 36 })
  const freed = await Promise.all(workers.map(distributeSeats))
  expect(freed.reduce((sum, count) => sum + count, 0)).toBe(36)
  await expectConsistentData(shop.db, abandoned, { held: 0, free: 50, released: 0 })
  const audits = await Promise.all(ids.map(id => countAudit(shop.db, id, 'CANCEL_RESERVATION_EXPIRED')))
  expect(audits).toEqual(ids.map(() => 1))
})
