import { expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { cancel, hold } from '#tests/support/buyer/purchase.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { breakTimeZone } from '#tests/support/database/broken-time-zone.ts'
import { seedEvents } from '#tests/support/organiser/many-events.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import { listedEvents } from './listed-events.ts'

const sent = countStatements()
const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const list = listedEvents(shop)

const shortName = await organiser.open(
  anEventFile(clock.now(), {
    slug: 'small',
    title: 'Small',
    seats: 2,
    categories: [aCategoryFile(clock.now(), { name: 'All', price: 30 })],
  }),
)
const saleOf = async (name: string) => {
  clock.move(FRESH_MS)
  const { events } = (await list({})).value
  return events.find(event => event.shortName === name)?.sale
}

test('a list follows the sale of its events within a second', async () => {
  expect(await saleOf(shortName)).toMatchObject({ state: 'ON_SALE', price: '30.00', currency: 'CHF' })
  const id = await hold(buyer, shortName, { All: 2 })
  expect(await saleOf(shortName)).toMatchObject({ state: 'ALL_RESERVED', price: '30.00' })
  await cancel(buyer, id)
  expect(await saleOf(shortName)).toMatchObject({ state: 'ON_SALE' })
})

test('a part of a list is read by three statements at most, however many events it has', async () => {
  await seedEvents(shop.db.pool, { now: clock.now(), events: 60, beginInDays: 10, seats: 1 })
  clock.move(FRESH_MS)
  const before = sent()
  const { count, events } = (await list({})).value
  expect([count, events.length]).toEqual([61, 50])
  expect(sent() - before).toBeLessThanOrEqual(3)
  expect(events.every(({ sale }) => sale?.state === 'ON_SALE')).toBe(true)
})

test('what is kept says the same, byte for byte, while nothing has changed', async () => {
  const { json } = await list({ limit: 4 })
  clock.move(FRESH_MS)
  expect((await list({ limit: 4 })).json).toBe(json)
})

test('an event that is broken takes no list away', async () => {
  await breakTimeZone(shop, shortName)
  clock.move(FRESH_MS)
  const { events } = (await list({ from: 50 })).value
  expect(events.length).toBe(10)
})
