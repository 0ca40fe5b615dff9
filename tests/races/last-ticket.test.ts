import { expect, test } from 'vitest'
import { reserveTickets } from '#contract/reserve.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { categoryIds, codesOf, reserve, selection } from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const now = clock.now()

const buyers = Array.from({ length: 50 }, () => aBuyer(url))
await Promise.all(buyers.map(buyer => buyer.arrive()))

/** The codes that a buyer who was too late may get (domain rules 4.5, rules 5 and 6). */
const TOO_LATE = ['error.STEP_1_NOT_ENOUGH_TICKETS', 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']

/** All buyers at once; returns how many won, and checks that the others got the reason. */
async function rush(shortName: string, orders: readonly Readonly<Record<string, number>>[]): Promise<number> {
  const ids = await categoryIds(aBuyer(url), shortName)
  const answers = await Promise.all(
    buyers.map((buyer, index) => {
      const body = selection(ids, orders[index % orders.length] ?? {})
      return buyer.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body })
    }),
  )
  const late = answers.filter(({ status }) => status === 422)
  expect(late.filter(answer => !codesOf(answer).every(code => TOO_LATE.includes(code)))).toEqual([])
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length + late.length).toBe(buyers.length)
  return won.length
}

const TIMES = repetitions()

test.each(TIMES)('of 50 buyers for the last seat of a category one wins (%i)', async time => {
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Student', maxTickets: 1 })]
  const shortName = await organiser.open(anEventFile(now, { slug: `bounded-${time}`, seats: 3, categories }))
  expect(await rush(shortName, [{ Student: 1 }])).toBe(1)
  await expectConsistentData(shop.db, shortName, { held: 1, free: 2 })
})

test.each(TIMES)('of 50 buyers for the last seat of the pool, in two categories, one wins (%i)', async time => {
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Supporter', price: 200 })]
  const shortName = await organiser.open(anEventFile(now, { slug: `pool-${time}`, seats: 1, categories }))
  expect(await rush(shortName, [{ Conference: 1 }, { Supporter: 1 }])).toBe(1)
  await expectConsistentData(shop.db, shortName, { held: 1, free: 0 })
})

test.each(TIMES)('orders of two categories, whichever comes first, are whole or not at all (%i)', async time => {
  const categories = [
    aCategoryFile(now),
    aCategoryFile(now, { name: 'Student', maxTickets: 3 }),
    aCategoryFile(now, { name: 'Workshop', maxTickets: 4 }),
  ]
  const shortName = await organiser.open(anEventFile(now, { slug: `mixed-${time}`, seats: 9, categories }))
  // Two orders fit into the four seats of the workshop, whichever two they are.
  const won = await rush(shortName, [
    { Student: 1, Workshop: 2 },
    { Workshop: 2, Student: 1 },
  ])
  expect(won).toBe(2)
  await expectConsistentData(shop.db, shortName, { held: 6, free: 3 })
})

test('a sell-out by many at once ends with every seat held once', async () => {
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Student', maxTickets: 30 })]
  const shortName = await organiser.open(anEventFile(now, { slug: 'sell-out', seats: 60, categories }))
  expect(await rush(shortName, [{ Conference: 1 }, { Student: 1 }])).toBe(50)
  expect(await rush(shortName, [{ Conference: 1 }, { Student: 1 }])).toBe(10)
  await expectConsistentData(shop.db, shortName, { held: 60, free: 0 })
})

test('an order when nothing is left is refused because the category is not on sale', async () => {
  const shortName = await organiser.open(anEventFile(now, { slug: 'gone', seats: 1 }))
  await reserve(aBuyer(url), shortName, { Conference: 1 })
  const answer = await reserve(aBuyer(url), shortName, { Conference: 1 })
  expect(codesOf(answer)).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})
