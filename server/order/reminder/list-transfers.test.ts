import { beforeEach, expect, test } from 'vitest'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { breakTimeZone } from '#tests/support/database/broken-time-zone.ts'
import { listTransfers } from './due-transfers.ts'
import { lettersOfEvent } from '#tests/support/buyer/sent-mails.ts'

// A transfer ordered on Friday 15 January 2027, 09:00 in Zürich, is due on the 22nd at 08:00.
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

beforeEach(() => clock.set(SOME_DAY))

const at = (text: string): Instant => instant(Temporal.Instant.from(text).epochMilliseconds)
const open = (slug: string, changes = {}) => organiser.open(anEventFile(clock.now(), { slug, ...changes }))
const orderByTransfer = (event: string) => buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' })
const listsOf = (event: string) => lettersOfEvent(shop.db, event, 'bank transfers that are due')

async function listsAt(time: string, event: string): Promise<number> {
  clock.set(at(time))
  await listTransfers(shop)
  return (await listsOf(event)).length
}

test('the organiser gets the list in the hour from five, once a day, from the day before the deadline', async () => {
  const event = await open('mornings')
  await orderByTransfer(event)
  expect(await lastListBy('2027-01-20T05:30:00+01:00', event)).toBe(null)
  expect(await lastListBy('2027-01-21T04:59:59+01:00', event)).toBe(null)
  const first = at('2027-01-21T05:00:00+01:00')
  expect(await lastListBy('2027-01-21T05:00:00+01:00', event)).toBe(first)
  expect(await lastListBy('2027-01-21T05:40:00+01:00', event)).toBe(first)
  expect(await lastListBy('2027-01-21T06:00:00+01:00', event)).toBe(first)
  expect(await lastListBy('2027-01-22T05:10:00+01:00', event)).toBe(at('2027-01-22T05:10:00+01:00'))
})

/** When the organiser got the last list. */
async function lastListBy(time: string, event: string): Promise<Instant | null> {
  clock.set(at(time))
  await listTransfers(shop)
  const query = shop.db.kysely.selectFrom('event').select('transfers_listed_at').where('short_name', '=', event)
  return (await query.executeTakeFirstOrThrow()).transfers_listed_at
}

test('the list shows what is overdue and what is due by tomorrow, with amount and buyer', async () => {
  const event = await open('telling')
  const overdue = await orderByTransfer(event)
  clock.set(at('2027-01-18T09:00:00+01:00'))
  const due = await orderByTransfer(event)
  clock.set(at('2027-01-22T09:00:00+01:00'))
  const later = await orderByTransfer(event)
  await listsAt('2027-01-24T05:15:00+01:00', event)
  const [list] = await listsOf(event)
  expect(list).toMatchObject({
    recipient: 'hello@alpine-systems.example',
    subject: 'Alpine Systems Days: bank transfers that are due (2)',
  })
  const short = (id: string) => id.slice(0, 8).toUpperCase()
  expect(list?.text).toContain(`${short(overdue)} · CHF 120.00:\n  Overdue since: Friday 22 January 2027, 08:00 CET`)
  expect(list?.text).toContain(`${short(due)} · CHF 120.00:\n  Due: Monday 25 January 2027, 08:00 CET`)
  expect(list?.text).toContain('Ada Lovelace\n  ada@example.org')
  expect(list?.text).not.toContain(short(later))
  expect(list?.text).not.toContain('cancelled by themselves')
})

test('the list is in English, whatever the event speaks', async () => {
  const event = await open('sprechend', { locales: ['de', 'en'] })
  await orderByTransfer(event)
  await listsAt('2027-01-21T05:15:00+01:00', event)
  expect((await listsOf(event))[0]?.subject).toBe('Alpine Systems Days: bank transfers that are due (1)')
})

test('five is by the clock of the event', async () => {
  const event = await open('coast', { timezone: 'America/Los_Angeles' })
  await orderByTransfer(event)
  expect(await listsAt('2027-01-21T05:30:00+01:00', event)).toBe(0)
  expect(await listsAt('2027-01-21T05:30:00-08:00', event)).toBe(1)
})

test('nothing is listed that has arrived, or once the event is over', async () => {
  const event = await open('settled')
  const id = await orderByTransfer(event)
  expect((await organiser.confirm(id)).status).toBe(200)
  expect(await listsAt('2027-01-22T05:30:00+01:00', event)).toBe(0)
  clock.set(SOME_DAY)
  const other = await open('over')
  await orderByTransfer(other)
  expect(await listsAt('2027-05-01T05:30:00+02:00', other)).toBe(0)
})

test('organisers who let the shop cancel read that it will', async () => {
  const event = await open('removing', { settings: { AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: true } })
  await orderByTransfer(event)
  await listsAt('2027-01-21T05:30:00+01:00', event)
  expect((await listsOf(event))[0]?.text).toContain('cancelled by themselves')
})

test('an event whose time zone is broken keeps no other from its list', async () => {
  const [wrong, right] = [await open('nowhere'), await open('somewhere')]
  await orderByTransfer(wrong)
  await orderByTransfer(right)
  const broken = await breakTimeZone(shop, wrong)
  expect(await listsAt('2027-01-21T05:30:00+01:00', right)).toBe(1)
  expect(await findFailures(shop.db, 10)).toMatchObject([
    { job: 'list-transfers', kind: 'event', id: broken, lastError: expect.stringContaining('time zone') },
  ])
})
