import { beforeEach, expect, test } from 'vitest'
import { days, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stockCountsOf, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { cancel, infoOf, reserve, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { everybodyJoins, joinTogether, offerTo, standings } from '#tests/support/buyer/waiting-people.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
let number = 0

beforeEach(() => clock.set(SOME_DAY))

/** On sale in an hour: pool seats at 120.00, and one early bird, whose sale ends first. */
async function aFutureEvent(seats: number): Promise<string> {
  number += 1
  const inAnHour = { startSellingDate: localTime(clock.now(), { minutes: 60 }) }
  const endSellingDate = localTime(clock.now(), { days: 10 })
  const categories = [
    aCategoryFile(clock.now(), inAnHour),
    aCategoryFile(clock.now(), { name: 'Early bird', maxTickets: 1, price: 50, ...inAnHour, endSellingDate }),
  ]
  const settings = { ENABLE_WAITING_QUEUE: true, ENABLE_PRE_REGISTRATION: true }
  return organiser.open(anEventFile(clock.now(), { slug: `before-${number}`, seats, categories, settings }))
}

const setAside = async (shortName: string): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ seats: number }>(
    `select count(*)::int as seats from ticket join event on event.id = event_id
     where short_name = $1 and ticket.status = 'PRE_RESERVED'`,
    [shortName],
  )
  return rows[0]?.seats ?? 0
}

test('a seat is set aside for each who has registered, and offered five minutes before', async () => {
  const shortName = await aFutureEvent(3)
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  await runJobs()
  expect(await setAside(shortName)).toBe(2)
  expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING', 'Bob WAITING'])

  clock.move(minutes(54))
  await runJobs()
  expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING', 'Bob WAITING'])

  clock.move(minutes(1))
  await runJobs()
  expect(await setAside(shortName)).toBe(0)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING', 'Bob PENDING'])
  const names = async (name: string) =>
    (await infoOf(buyer, await offerTo(shop.db, shortName, name))).ticketsByCategory.map(category => category.name)
  // What ends first is filled first, and seats are given by their number: those of a category come first.
  expect([await names('Ada'), await names('Bob')]).toEqual([['Early bird'], ['Conference']])
  await expectConsistentData(shop.db, shortName, { held: 2, free: 1 })
})

test('with more people than seats the last ones wait on, and nothing is left for sale', async () => {
  const shortName = await aFutureEvent(2)
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob', 'Cy')
  clock.move(minutes(56))
  await runJobs()
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING', 'Bob PENDING', 'Cy WAITING'])
  clock.move(minutes(10))
  expect((await reserve(buyer, shortName, { Conference: 1 })).status).toBe(422)
  await cancel(buyer, await offerTo(shop.db, shortName, 'Ada'))
  expect(await standings(shop.db, shortName)).toEqual(['Ada EXPIRED', 'Bob PENDING', 'Cy PENDING'])
})

test('as many seats are set aside as the people wait for', async () => {
  const shortName = await aFutureEvent(4)
  await joinTogether(buyer, shortName, 'Ada', [3, false])
  await runJobs()
  expect(await setAside(shortName)).toBe(3)
  clock.move(minutes(56))
  await runJobs()
  expect(ticketsOf(await infoOf(buyer, await offerTo(shop.db, shortName, 'Ada')))).toHaveLength(3)
  await expectConsistentData(shop.db, shortName, { held: 3, free: 1 })
})

test('seats are put back when pre-registration is switched off', async () => {
  const shortName = await aFutureEvent(3)
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  await runJobs()
  await organiser.change(shortName, { settings: { ENABLE_PRE_REGISTRATION: false } })
  await runJobs()
  expect(await setAside(shortName)).toBe(0)
  expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 3 })
})

test('seats are put back for who is no longer waiting', async () => {
  const shortName = await aFutureEvent(3)
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  await runJobs()
  await shop.db.kysely
    .updateTable('waiting_list_entry')
    .set({ status: 'CANCELLED' })
    .where('first_name', '=', 'Bob')
    .where('event_id', 'in', shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName))
    .execute()
  await runJobs()
  expect(await setAside(shortName)).toBe(1)
})

test('those who have registered are served late rather than never', async () => {
  const shortName = await aFutureEvent(3)
  await everybodyJoins(buyer, shortName, 'Ada')
  clock.move(days(1))
  await runJobs()
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
})

test('a seat of a category that has become unbounded meanwhile is offered out of the pool', async () => {
  const shortName = await aFutureEvent(3)
  await everybodyJoins(buyer, shortName, 'Ada')
  await runJobs()
  await organiser.change(shortName, {
    tickets: { categories: [aCategoryFile(clock.now(), { name: 'Early bird', maxTickets: 0, price: 50 })] },
  })
  clock.move(minutes(56))
  await runJobs()
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
  await cancel(buyer, await offerTo(shop.db, shortName, 'Ada'))
  await expectConsistentData(shop.db, shortName, { free: 3 })
})
