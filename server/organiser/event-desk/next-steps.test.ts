import { beforeEach, expect, test } from 'vitest'
import { listNextSteps } from '#contract/desk-next-steps.ts'
import { holdSeatBlock } from '#contract/desk-seat-blocks.ts'
import { requestSaleNotice } from '#contract/sale-notice.ts'
import { after, days, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { askForNames } from '#server/order/reminder/ask-attendees.ts'
import { remindOfTransfers } from '#server/order/reminder/due-transfers.ts'
import { announceSales } from '#server/order/sale-notice/announce-sales.ts'
import { distributeSeats } from '#server/order/waiting-list/distribute-seats.ts'
import { expireTransfers } from '#server/payment/pay/expire-transfers.ts'
import { aCategoryFile, aFreeEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { ADA, PAY_BY, buy, hold, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { everybodyJoins } from '#tests/support/buyer/waiting-people.ts'
import { at, eventDesk } from '#tests/support/organiser/event-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { nextSteps } from './next-steps.ts'

// 15 January 2027, 09:00 in Zürich; the events are on 16 March at 09:00 there.
const clock = manualClock()
const served = await testShop({ clock })
const { url, shop } = served
const { alpine, editor, idOf, opened, act } = await eventDesk(served)
const buyer = aBuyer(url)

beforeEach(() => clock.set(SOME_DAY))

const moment = (text: string) => instant(Temporal.Instant.from(text).epochMilliseconds)
const shown = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toString()

/** As "kind moment count", of some kinds alone. */
const said = async (id: number, ...kinds: readonly string[]) =>
  (await nextSteps(shop, id))
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ kind, at: time, count }) => `${kind} ${shown(time)} ${count ?? '-'}`)

/** The job does nothing a moment before what is said, and so much then. */
async function expectJob(time: string, job: () => Promise<number>, count: number): Promise<void> {
  clock.set(after(moment(time), -1))
  expect(await job()).toBe(0)
  clock.set(moment(time))
  expect(await job()).toBe(count)
}

test('transfers: the reminder of each day, and the end of what does not arrive, as the jobs do it', async () => {
  const id = await opened({ slug: 'paid-later', settings: { AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: true } })
  const [reminded, removed] = ['2027-01-20T23:00:00Z', '2027-01-22T07:10:00Z']
  const kinds = ['transfers-reminded', 'transfers-removed']
  expect(await said(id, ...kinds)).toEqual([])
  await buy(buyer, 'paid-later', { Conference: 2 }, { by: 'OFFLINE' })
  expect(await said(id, ...kinds)).toEqual([`transfers-reminded ${reminded} 1`, `transfers-removed ${removed} 1`])
  await expectJob(reminded, () => remindOfTransfers(shop), 1)
  expect(await said(id, ...kinds)).toEqual([`transfers-removed ${removed} 1`])
  clock.set(after(moment(removed), hours(2)))
  expect(await said(id, ...kinds)).toEqual([`transfers-removed ${shown(clock.now())} 1`])
  expect(await expireTransfers(shop)).toBe(1)
  expect(await said(id, ...kinds)).toEqual([])
})

test('names are asked for at the begin of their season, again after the interval, and not on the day itself', async () => {
  const shortName = await alpine.open(aFreeEventFile(clock.now(), { slug: 'unnamed' }))
  const id = await idOf(shortName)
  const first = '2027-03-05T23:00:00Z'
  expect(await said(id, 'names-asked')).toEqual([`names-asked ${first} 0`])
  const order = await hold(buyer, shortName, { Everybody: 2 })
  expect(await sendDetails(buyer, order, { ...ADA, postponeAssignment: true })).toMatchObject({ status: 200 })
  expect((await pay(buyer, order, PAY_BY.NONE)).status).toBe(200)
  expect(await said(id, 'names-asked')).toEqual([`names-asked ${first} 1`])
  await expectJob(first, () => askForNames(shop), 1)
  const second = '2027-03-08T23:00:00Z'
  expect(await said(id, 'names-asked')).toEqual([`names-asked ${second} 1`])
  await expectJob(second, () => askForNames(shop), 1)
  clock.set(moment('2027-03-15T12:00:00Z'))
  expect(await said(id, 'names-asked')).toEqual([`names-asked 2027-03-15T12:00:00Z 1`])
  await askForNames(shop)
  expect(await said(id, 'names-asked')).toEqual([])
})

test('who registered is offered seats before the sale, who left an address is mailed at its begin, and the list ends with the last sale', async () => {
  const sale = {
    startSellingDate: localTime(clock.now(), { hours: 1 }),
    endSellingDate: localTime(clock.now(), { days: 9 }),
  }
  const id = await opened({
    slug: 'soon',
    settings: { ENABLE_PRE_REGISTRATION: true },
    categories: [aCategoryFile(clock.now(), sale)],
  })
  await everybodyJoins(buyer, 'soon', 'Ada', 'Bob')
  await buyer.expect(requestSaleNotice, 200, {
    params: { shortName: 'soon' },
    body: { email: 'early@example.org', userLanguage: 'en' },
  })
  const kinds = ['seats-offered', 'sale-mailed', 'list-ends']
  const begin = '2027-01-15T09:00:00Z'
  const offers = '2027-01-15T08:55:00Z'
  const end = 'list-ends 2027-01-24T08:00:00Z'
  expect(await said(id, ...kinds)).toEqual([`seats-offered ${offers} 2`, `sale-mailed ${begin} 1`, `${end} 2`])
  await distributeSeats(shop)
  await expectJob(offers, () => distributeSeats(shop), 2)
  expect(await said(id, ...kinds)).toEqual([`sale-mailed ${begin} 1`, `${end} 0`])
  await expectJob(begin, () => announceSales(shop), 1)
  expect(await said(id, ...kinds)).toEqual([`${end} 0`])
  clock.set(after(moment(begin), days(9)))
  expect(await said(id, ...kinds)).toEqual([])
})

test('held seats return by the moment they are held until', async () => {
  const id = await opened({ slug: 'held' })
  const until = after(clock.now(), days(3))
  for (const seats of [2, 3])
    await editor.ask(holdSeatBlock, {
      ...at(id),
      body: { name: 'Choir', seats, until, requestId: crypto.randomUUID() },
    })
  expect(await said(id, 'seats-returned')).toEqual([`seats-returned ${shown(until)} 5`])
})

test('personal data go when retention ends, mails before where the organiser wants it; without retention they stay', async () => {
  const ended = await opened({ slug: 'kept', settings: { RETENTION_DAYS: 30, RETENTION_DAYS_MAILS: 10 } })
  const kinds = ['mails-erased', 'scans-erased', 'people-erased']
  const row = await shop.db.kysely
    .selectFrom('event')
    .select('ends_at')
    .where('id', '=', ended)
    .executeTakeFirstOrThrow()
  const endsAt = instant(Number(row.ends_at))
  expect(await said(ended, ...kinds)).toEqual([
    `mails-erased ${shown(after(endsAt, days(10)))} -`,
    `people-erased ${shown(after(endsAt, days(30)))} -`,
  ])
  const open = await opened({ slug: 'never-erased', settings: { RETENTION_DAYS: 0 } })
  expect(await said(open, ...kinds)).toEqual([])
  clock.set(after(endsAt, days(10) + minutes(1)))
  expect(await said(ended, ...kinds)).toEqual([`people-erased ${shown(after(endsAt, days(30)))} -`])
})

test('of a draft it is the same as when it is public; an event without orders and settings has few', async () => {
  const id = await opened({ slug: 'once-public', settings: { RETENTION_DAYS: 0 } })
  const before = await said(id)
  expect(before.map(line => line.split(' ')[0])).toEqual(['names-asked'])
  expect(await editor.ask(listNextSteps, at(id))).toEqual({ status: 200, body: { steps: await nextSteps(shop, id) } })
  expect((await act(id, 'unpublish')).status).toBe(200)
  expect(await said(id)).toEqual(before)
})
