import { beforeEach, describe, expect, test } from 'vitest'
import { type Instant, hours, instant, minutes } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, buy, infoOf, pay, readyToPay } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { breakTimeZone } from '#tests/support/database/broken-time-zone.ts'
import { remindOfTransfers } from './due-transfers.ts'
import { lettersOf } from '#tests/support/buyer/sent-mails.ts'

// 15 January 2027 is a Friday; at 08:00 UTC it is 09:00 in Zürich. A transfer ordered then is due on the 22nd at 08:00.
const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const concert = await organiser.open(anEventFile(clock.now(), { seats: 50 }))

beforeEach(() => clock.set(SOME_DAY))

const at = (text: string): Instant => instant(Temporal.Instant.from(text).epochMilliseconds)
const orderByTransfer = (event = concert) => buy(buyer, event, { Conference: 2 }, { by: 'OFFLINE' })
const remindersOf = (id: string) => lettersOf(shop.db, id, 'A reminder: your payment')

async function remindersAt(time: string, id: string): Promise<number> {
  clock.set(at(time))
  await remindOfTransfers(shop)
  return (await remindersOf(id)).length
}

test('a buyer who has not paid is reminded once, from the day before the deadline', async () => {
  const id = await orderByTransfer()
  expect(await remindersAt('2027-01-20T23:59:59+01:00', id)).toBe(0)
  expect(await remindersAt('2027-01-21T00:00:00+01:00', id)).toBe(1)
  expect(await remindersAt('2027-01-21T00:30:00+01:00', id)).toBe(1)
  expect(await remindersAt('2027-01-22T07:59:00+01:00', id)).toBe(1)
  expect(await remindOfTransfers(shop)).toBe(0)
})

test('the reminder says what to transfer where, and until when', async () => {
  const id = await orderByTransfer()
  await remindersAt('2027-01-21T10:00:00+01:00', id)
  const [letter] = await remindersOf(id)
  expect(letter?.recipient).toBe('ada@example.org')
  for (const part of [
    'CHF 240.00',
    'CH93 0076 2011 6238 5295 7',
    id.slice(0, 8).toUpperCase(),
    'Friday 22 January 2027, 08:00 CET',
    `/event/${concert}/reservation/${id}?lang=en`,
  ])
    expect(letter?.text).toContain(part)
})

test('the day is that of the event, wherever it is', async () => {
  const event = await organiser.open(
    anEventFile(clock.now(), { slug: 'coast', timezone: 'America/Los_Angeles', seats: 20 }),
  )
  // On Friday at 00:00 in Los Angeles; due on the 22nd at 08:00 there.
  const id = await orderByTransfer(event)
  expect(await remindersAt('2027-01-20T23:59:59-08:00', id)).toBe(0)
  expect(await remindersAt('2027-01-21T00:00:00-08:00', id)).toBe(1)
})

test('the day begins at midnight when clocks are changed, too', async () => {
  clock.set(at('2027-03-22T09:00:00+01:00'))
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'spring', seats: 20 }))
  const id = await orderByTransfer(event)
  expect((await infoOf(buyer, id)).validity).toBe(at('2027-03-29T08:00:00+02:00'))
  expect(await remindersAt('2027-03-27T23:59:59+01:00', id)).toBe(0)
  expect(await remindersAt('2027-03-28T00:00:00+01:00', id)).toBe(1)
})

test('organisers choose how long before', async () => {
  const settings = { OFFLINE_REMINDER_HOURS: '72' }
  const event = await organiser.open(anEventFile(clock.now(), { slug: 'early', settings }))
  const id = await orderByTransfer(event)
  expect(await remindersAt('2027-01-18T23:59:59+01:00', id)).toBe(0)
  expect(await remindersAt('2027-01-19T00:00:00+01:00', id)).toBe(1)
})

describe('no buyer is reminded', () => {
  test('whose money is there', async () => {
    const id = await orderByTransfer()
    expect((await organiser.confirm(id)).status).toBe(200)
    expect(await remindersAt('2027-01-21T10:00:00+01:00', id)).toBe(0)
  })

  test('for whom it is too late', async () => {
    const id = await orderByTransfer()
    expect(await remindersAt('2027-01-22T08:00:00+01:00', id)).toBe(0)
  })

  test('who waits for instructions', async () => {
    const settings = { DEFERRED_BANK_TRANSFER_ENABLED: true, OFFLINE_REMINDER_HOURS: '720' }
    const event = await organiser.open(anEventFile(clock.now(), { slug: 'deferred', settings }))
    const id = await orderByTransfer(event)
    clock.set(at('2027-03-15T10:00:00+01:00'))
    await runJobs()
    expect(await remindersOf(id)).toEqual([])
  })

  test('who has just ordered', async () => {
    const id = await readyToPay(buyer, concert, { Conference: 1 })
    clock.set(at('2027-01-15T09:20:00+01:00'))
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    await shop.db.kysely
      .updateTable('reservation')
      .set({ validity: new Date(clock.now() + hours(3)) })
      .where('id', '=', id)
      .execute()
    expect(await remindersAt('2027-01-15T10:19:59+01:00', id)).toBe(0)
    clock.move(minutes(1))
    await remindOfTransfers(shop)
    expect(await remindersOf(id)).toHaveLength(1)
  })

  test('of an event that has been withdrawn', async () => {
    const event = await organiser.open(anEventFile(clock.now(), { slug: 'withdrawn' }))
    const id = await orderByTransfer(event)
    const offer = await shop.catalog.offeredEvent(event)
    if (!offer) throw new Error('no event')
    await shop.db.kysely
      .updateTable('purchase_context')
      .set({ status: 'DISABLED' })
      .where('id', '=', offer.context.id)
      .execute()
    shop.catalog.offerChanged(offer.context)
    expect(await remindersAt('2027-01-21T10:00:00+01:00', id)).toBe(0)
  })
})

test('a reminder that could not be queued is not marked, and comes later', async () => {
  const id = await orderByTransfer()
  await shop.db.pool.query(`alter table mail add constraint away check (reservation_id <> '${id}') not valid`)
  clock.set(at('2027-01-21T10:00:00+01:00'))
  expect(await remindOfTransfers(shop)).toBe(0)
  await shop.db.pool.query('alter table mail drop constraint away')
  clock.move(minutes(1))
  expect(await remindOfTransfers(shop)).toBeGreaterThan(0)
  expect(await remindersOf(id)).toHaveLength(1)
})

test('an event whose time zone is broken does not stop the reminders of others', async () => {
  const [wrong, right] = [
    await organiser.open(anEventFile(clock.now(), { slug: 'nowhere' })),
    await organiser.open(anEventFile(clock.now(), { slug: 'somewhere' })),
  ]
  await orderByTransfer(wrong)
  const id = await orderByTransfer(right)
  const broken = await breakTimeZone(shop, wrong)
  expect(await remindersAt('2027-01-21T10:00:00+01:00', id)).toBe(1)
  expect(await findFailures(shop.db, 10)).toMatchObject([
    { job: 'remind-of-transfers', kind: 'event', id: broken, lastError: expect.stringContaining('time zone') },
  ])
})
