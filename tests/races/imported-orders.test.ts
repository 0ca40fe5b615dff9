import { afterEach, expect, test } from 'vitest'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { makeImportedOrders } from '#server/organiser/ticket-desk/make-imported-orders.ts'
import { aCategoryFile, aPromoCodeFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { categoryIds, reserve } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { anOrderFor, bring, progressOf } from '../support/organiser/ticket-desk.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { expectNumbersWithoutGap } from '../support/rush/consistent-after-rush.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock, maxConnections: 24 })
const organiser = await anOrganiser(url, apiKey)
const now = clock.now()
const PROCESSES = Array.from({ length: 4 })
const settings = {
  VAT_NR: 'CHE-123.456.788',
  INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano',
  GENERATE_ONLY_INVOICE: true,
}

const open = (slug: string, seats: number) =>
  organiser.open(
    anEventFile(now, {
      slug,
      seats,
      settings,
      categories: [aCategoryFile(now), aCategoryFile(now, { name: 'Student', price: 60, maxTickets: 2 })],
      promoCodes: [aPromoCodeFile({ name: 'FEW-USES', maxUsage: 3 })],
    }),
  )

const onAll = () => Promise.all(PROCESSES.map(() => makeImportedOrders(shop)))

/** What one process was busy with was passed over by another, and is done by now or by the next run. */
async function untilNoneIsLeft(slug: string, list: string): Promise<readonly number[]> {
  await makeImportedOrders(shop)
  return progressOf(organiser.api, slug, list)
}

async function categoryOf(event: string, name: string): Promise<number> {
  return (await categoryIds(aBuyer(url), event)).get(name) ?? 0
}

const guests = (event: string, count: number) => Array.from({ length: count }, (_, index) => `${event}-${index}-guest`)

/** How many orders each of them has. */
async function ordersOf(names: readonly string[]): Promise<number[]> {
  const rows = await shop.db.kysely.selectFrom('reservation').select('first_name').execute()
  return names.map(name => rows.filter(({ first_name }) => first_name === name).length)
}

/** No work failed and was put off. */
afterEach(async () => {
  const failures = await findFailures(shop.db, 10)
  if (failures.length > 0) throw new Error(JSON.stringify(failures))
})

test.each(repetitions())('four processes make each imported order once (%i)', async time => {
  const event = await open(`processes-${time}`, 60)
  const conference = await categoryOf(event, 'Conference')
  const names = guests(event, 24)
  const list = await bring(
    organiser.api,
    event,
    names.map(name => anOrderFor(name, conference)),
  )
  await onAll()
  expect(await untilNoneIsLeft(event, list)).toEqual([24, 0, 0])
  expect(await ordersOf(names)).toEqual(names.map(() => 1))
  await expectConsistentData(shop.db, event, { sold: 24, held: 0 })
  await expectNumbersWithoutGap(shop.db, event)
})

test.each(repetitions())('the last seats go to buyers or to imported orders, each once (%i)', async time => {
  const event = await open(`last-seats-${time}`, 6)
  const [conference, student] = [await categoryOf(event, 'Conference'), await categoryOf(event, 'Student')]
  const names = guests(event, 8)
  const list = await bring(
    organiser.api,
    event,
    names.map((name, index) => anOrderFor(name, index % 2 === 0 ? conference : student)),
  )
  const buyers = Array.from({ length: 6 }, () => aBuyer(url))
  await Promise.all(buyers.map(buyer => buyer.arrive()))
  const [, ...answers] = await Promise.all([
    onAll(),
    ...buyers.map((buyer, index) => reserve(buyer, event, index % 2 === 0 ? { Conference: 1 } : { Student: 1 })),
  ])
  const held = answers.filter(({ status }) => status === 200).length
  expect(answers.every(({ status }) => [200, 422].includes(status))).toBe(true)
  const [made = 0, pending, refused = 0] = await untilNoneIsLeft(event, list)
  expect([pending, made + refused]).toEqual([0, 8])
  expect(made + held).toBe(6)
  await expectConsistentData(shop.db, event, { sold: made, held })
})

test.each(repetitions())('the last uses of a code are taken by so many orders (%i)', async time => {
  clock.move(1000)
  const event = await open(`uses-${time}`, 40)
  clock.move(1000)
  const conference = await categoryOf(event, 'Conference')
  const names = guests(event, 8)
  const list = await bring(
    organiser.api,
    event,
    names.map(name => anOrderFor(name, conference, { promoCode: 'FEW-USES' })),
  )
  await onAll()
  expect(await untilNoneIsLeft(event, list)).toEqual([3, 0, 5])
  await expectConsistentData(shop.db, event, { sold: 3, held: 0 })
})
