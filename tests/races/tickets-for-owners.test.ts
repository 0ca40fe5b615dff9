import { afterEach, expect, test } from 'vitest'
import { applyCode } from '#contract/pass-use.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { generateTickets } from '#server/checkout/pass-use/generate-tickets.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { PAY_BY, pay, readyToPay, reserve } from '../support/buyer/purchase.ts'
import { expectConsistentData, inconsistencies } from '../support/database/consistency.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock, maxConnections: 24 })
const organiser = await anOrganiser(url, apiKey)
const now = clock.now()
const PROCESSES = Array.from({ length: 4 })

const open = (slug: string, seats: number) =>
  organiser.open(
    anEventFile(now, {
      slug,
      seats,
      categories: [aCategoryFile(now), aCategoryFile(now, { name: 'Student', price: 60, maxTickets: 1 })],
      settings: { GENERATE_TICKETS_FOR_SUBSCRIPTIONS: true },
    }),
  )

/** People who have a pass for one ticket an event that is given to them. */
async function owners(event: string, count: number): Promise<string[]> {
  const pass = await storePassOf(shop.db, event, { usage: 'ONCE_PER_EVENT', generatesTickets: true })
  return Promise.all(Array.from({ length: count }, () => storeBoughtPass(shop.db, pass)))
}

/** How many tickets each of the passes pays for. */
async function ticketsBy(passes: readonly string[]): Promise<number[]> {
  const rows = await shop.db.kysely
    .selectFrom('ticket')
    .select('bought_pass_id')
    .where('bought_pass_id', 'in', [...passes])
    .execute()
  return passes.map(pass => rows.filter(row => row.bought_pass_id === pass).length)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
/** No work failed and was put off. */
afterEach(async () => {
  const failures = await findFailures(shop.db, 10)
  if (failures.length > 0) throw new Error(JSON.stringify(failures))
})

const onAll = () => Promise.all(PROCESSES.map(() => generateTickets(shop)))

test.each(repetitions())('the last seats go to buyers or to owners of passes, each once (%i)', async time => {
  const event = await open(`last-seats-${time}`, 4)
  const passes = await owners(event, 3)
  const buyers = Array.from({ length: 6 }, () => aBuyer(url))
  await Promise.all(buyers.map(buyer => buyer.arrive()))
  const [generated, ...answers] = await Promise.all([
    generateTickets(shop),
    ...buyers.map((buyer, index) => reserve(buyer, event, index % 2 === 0 ? { Conference: 1 } : { Student: 1 })),
  ])
  const held = answers.filter(({ status }) => status === 200).length
  expect(answers.every(({ status }) => [200, 422].includes(status))).toBe(true)
  expect(generated).toBe(sum(await ticketsBy(passes)))
  await expectConsistentData(shop.db, event, { sold: generated, held })
  // Three wanted the pool, and one the other category: with three owners nothing is left.
  expect(generated + held).toBe(4)
})

test.each(repetitions())('four processes give each owner one ticket (%i)', async time => {
  const event = await open(`processes-${time}`, 40)
  const passes = await owners(event, 12)
  await onAll()
  // Who was taken by one process was passed over by another, and is served by now or by the next run.
  await generateTickets(shop)
  expect(await ticketsBy(passes)).toEqual(passes.map(() => 1))
  await expectConsistentData(shop.db, event, { sold: 12 })
})

test.each(repetitions())(
  'owners who order with their passes meanwhile get one ticket of either kind (%i)',
  async time => {
    const event = await open(`ordering-${time}`, 40)
    const passes = await owners(event, 4)
    const orders = await Promise.all(
      passes.map(async code => {
        const buyer = aBuyer(url)
        return { buyer, code, id: await readyToPay(buyer, event, { Conference: 1 }) }
      }),
    )
    await Promise.all([
      onAll(),
      ...orders.map(async ({ buyer, code, id }) => {
        const body = { code, email: null, type: 'SUBSCRIPTION' } as const
        const applied = await buyer.expect(applyCode, 200, { params: { reservationId: id }, body })
        if (applied.value === true) await pay(buyer, id, PAY_BY.NONE)
      }),
    ])
    expect(await ticketsBy(passes)).toEqual(passes.map(() => 1))
    expect(await inconsistencies(shop.db)).toEqual([])
  },
)
