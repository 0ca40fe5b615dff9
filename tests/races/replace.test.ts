import { afterEach, expect, test } from 'vitest'
import { getOpenReservations } from '#contract/own.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stockCountsOf, expectConsistentData } from '../support/database/consistency.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { type Buyer, aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { cancel, codesOf, filledIn, infoOf, pay, sendDetails, statusOf } from '../support/buyer/purchase.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '../support/organiser/event-setup.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const crowd = Array.from({ length: 8 }, () => aBuyer(url))
await Promise.all(crowd.map(buyer => buyer.arrive()))

const TIMES = repetitions()
const OVER = 'error.STEP_2_ORDER_HAS_EXPIRED'
const FIXED = 'foyer.error.order-is-fixed'
const TOO_LATE = ['error.STEP_1_NOT_ENOUGH_TICKETS', 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE']

/** Two seats of the pool and three of "Student", all of them to fight for. */
async function aSmallEvent(slug: string): Promise<EventSetup> {
  clock.set(SOME_DAY)
  const categories = [aCategoryFile(SOME_DAY), aCategoryFile(SOME_DAY, { name: 'Student', maxTickets: 3 })]
  return setUpEvent(shop, await organiser.open(anEventFile(SOME_DAY, { slug, seats: 5, categories })))
}

const change = (setup: EventSetup, buyer: Buyer, replaces: string, order: OrderToPlace) =>
  buyer.ask(reserveTickets, {
    params: { shortName: setup.shortName },
    query: { lang: 'en' },
    body: { ...setup.form(order), replaces },
  })

const [me = aBuyer(url), ...others] = crowd
const seatsHeld = async () => {
  const open = await me.expect(getOpenReservations, 200, {})
  return open.flatMap(({ tickets }) => tickets).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** What one test leaves open is not to count in the next. */
afterEach(async () => {
  await Promise.all((await me.expect(getOpenReservations, 200, {})).map(({ id }) => cancel(me, id)))
})

test.each(TIMES)(
  'of many changes of one order at the same time one counts, and there is one order (%i)',
  async time => {
    const setup = await aSmallEvent(`itself-${time}`)
    const old = await setup.hold(me, { tickets: { Student: 3 } })
    const answers = await Promise.all(
      crowd.map((buyer, index) => change(setup, buyer, old, { tickets: { Student: 1 + (index % 3) } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(codesOf))).toEqual(new Set([OVER]))
    expect(await statusOf(me, old)).toBeUndefined()
    await runJobs()
    const { held, free } = await stockCountsOf(shop.db, setup.shortName)
    expect(held + free).toBe(5)
    await expectConsistentData(shop.db, setup.shortName)
    expect(
      await shop.db.kysely
        .selectFrom('reservation')
        .select('id')
        .where('status', '=', 'PENDING')
        .where('purchase_context_id', '=', (await shop.catalog.offeredEvent(setup.shortName))?.context.id ?? 0)
        .execute(),
    ).toHaveLength(1)
  },
)

test.each(TIMES)(
  'others who want the same seats never get those of an order that is being changed (%i)',
  async time => {
    const setup = await aSmallEvent(`others-${time}`)
    const old = await setup.hold(me, { tickets: { Student: 3 } })
    const [changed, ...taken] = await Promise.all([
      change(setup, me, old, { tickets: { Student: 3, Conference: 1 } }),
      ...others.map((buyer, index) => setup.order(buyer, { tickets: index % 2 ? { Student: 1 } : { Conference: 1 } })),
    ])
    const won = taken.filter(({ status }) => status === 200).length
    const hasMore = changed?.status === 200
    expect(won).toBe(hasMore ? 1 : 2)
    expect(await statusOf(me, old)).toBe(hasMore ? undefined : 'PENDING')
    expect(
      [...taken, ...(hasMore || !changed ? [] : [changed])].flatMap(codesOf).filter(code => !TOO_LATE.includes(code)),
    ).toEqual([])
    await expectConsistentData(shop.db, setup.shortName, { held: 5, free: 0 })
  },
)

test.each(TIMES)('an order is either changed or expires (%i)', async time => {
  const setup = await aSmallEvent(`expiry-${time}`)
  const old = await setup.hold(me, { tickets: { Student: 3 } })
  // The buyer's request was decided in the last moment of the hold, the job runs after the time of grace.
  clock.set(after(SOME_DAY, minutes(24)))
  await shop.db.kysely
    .updateTable('reservation')
    .set({ validity: new Date(after(SOME_DAY, minutes(24) + 1)) })
    .where('id', '=', old)
    .execute()
  const late = { ...shop, clock: { ...clock, now: () => after(SOME_DAY, minutes(36)) } }
  const [changed] = await Promise.all([change(setup, me, old, { tickets: { Student: 2 } }), expireReservations(late)])
  expect([
    [200, []],
    [422, [OVER]],
  ]).toContainEqual([changed.status, codesOf(changed)])
  expect(await statusOf(me, old)).toBeUndefined()
  await expectConsistentData(shop.db, setup.shortName)
})

test.each(TIMES)('an order is either changed or paid for (%i)', async time => {
  const setup = await aSmallEvent(`paid-${time}`)
  const old = await setup.hold(me, { tickets: { Student: 3 } })
  await sendDetails(me, old, filledIn(await infoOf(me, old)))
  const [changed, paid] = await Promise.all([change(setup, me, old, { tickets: { Student: 2 } }), pay(me, old)])
  const outcome = [changed.status, codesOf(changed), paid.status]
  expect([
    [200, [], 404],
    [422, [FIXED], 200],
  ]).toContainEqual(outcome)
  await runJobs()
  await expectConsistentData(shop.db, setup.shortName, paid.status === 200 ? { sold: 3 } : { held: 2, sold: 0 })
  expect(await seatsHeld()).toBe(paid.status === 200 ? 0 : 2)
})

test.each(TIMES)('an order is either changed or cancelled (%i)', async time => {
  const setup = await aSmallEvent(`given-back-${time}`)
  const old = await setup.hold(me, { tickets: { Student: 3 } })
  const [changed] = await Promise.all([change(setup, me, old, { tickets: { Student: 2 } }), cancel(me, old)])
  expect([
    [200, []],
    [422, [OVER]],
  ]).toContainEqual([changed.status, codesOf(changed)])
  expect(await statusOf(me, old)).toBeUndefined()
  expect(await seatsHeld()).toBe(changed.status === 200 ? 2 : 0)
  await runJobs()
  await expectConsistentData(shop.db, setup.shortName, { held: changed.status === 200 ? 2 : 0 })
})
