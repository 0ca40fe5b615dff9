import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectConsistentData } from '../support/database/consistency.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { doAct } from './payments/acts.ts'
import { type Fault, faultsInMoney, faultsInOrders, readBooks, unexplainedReviews } from './payments/books.ts'
import { calm } from './payments/calm.ts'
import { type PlannedPurchase, planned } from './payments/plan.ts'
import { type Purchase, type Witnessed, newPurchase, reserved } from './payments/purchase.ts'
import { storedTrail } from './payments/stored-trail.ts'
import { runningSale } from './payments/running-sale.ts'
import { newTrail } from './payments/trail.ts'

/**
 * Purchases that are paid through providers, with everything that goes wrong (docs/testing.md). A failing run is repeated with
 * FOYER_SEED=<the printed number>; FOYER_PURCHASES makes it longer.
 */
const seed = Number(process.env['FOYER_SEED'] ?? randomInt(1_000_000))
const PURCHASES = Number(process.env['FOYER_PURCHASES'] ?? (isLongRun() ? 2000 : 14))
const BUYERS_AT_ONCE = 8
/** One payment in so many may be left to a person. */
const PAYMENTS_PER_REVIEW = 5

const running = await runningSale(PURCHASES)
const trail = newTrail(running.now)
const witnessed: Witnessed = { strange: [], disputed: new Set(), refusing: new Set() }
const purchases: Purchase[] = []

test(`${PURCHASES} purchases: money in is money owed (seed ${seed})`, { timeout: 3_600_000 }, async () => {
  console.log(`simulated payments: FOYER_SEED=${seed} FOYER_PURCHASES=${PURCHASES}`)
  const began = performance.now()
  const plans = planned(seed, PURCHASES).values()
  // The first purchase is refunded; nothing fails yet, so that each run has a refund.
  await buyOneAfterTheOther(plans.take(1))
  const ends = await Promise.allSettled(Array.from({ length: BUYERS_AT_ONCE }, () => buyOneAfterTheOther(plans)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  const waitedFor = await calm(running, trail, purchases)

  const books = await readBooks(running.db, running.fakes)
  console.log(summary(Math.round((performance.now() - began) / 1000)))
  await expectNone([
    ...waitedFor,
    ...faultsInMoney(books),
    ...faultsInOrders(books),
    ...unexplainedReviews(books, witnessed),
  ])
  expect(books.reviews.length).toBeLessThanOrEqual(books.payments.size / PAYMENTS_PER_REVIEW)
  expect(witnessed.strange).toEqual([])
  expect(running.fakes.flatMap(fake => fake.violations())).toEqual([])
  for (const { kind, id } of running.sales) if (kind === 'event') await expectConsistentData(running.db, id)
  // Something has happened that could have gone wrong.
  expect(books.orders.filter(({ status }) => status === 'COMPLETE').length).toBeGreaterThan(PURCHASES / 10)
  expect(books.bookings.filter(({ kind }) => kind === 'refund')).not.toEqual([])
  expect(running.generation()).toBeGreaterThan(0)
})

async function buyOneAfterTheOther(plans: IterableIterator<PlannedPurchase>): Promise<void> {
  for (const plan of plans) {
    const purchase = newPurchase(plan, { running, trail, witnessed })
    purchases.push(purchase)
    if (!(await reserved(purchase))) {
      trail.note(plan.number, 'reserve', 'nothing was left')
      continue
    }
    trail.note(plan.number, 'reserve', purchase.orderId)
    for (const act of plan.acts) await doAct(purchase, act)
  }
}

/** Fails with the faults, and the trail of each order that has one. */
async function expectNone(faults: readonly Fault[]): Promise<void> {
  if (faults.length === 0) return
  const concerned = [...new Set(faults.flatMap(fault => purchases.find(purchase => isOf(purchase, fault)) ?? []))]
  const trails = await Promise.all(
    concerned.slice(0, 5).map(async ({ plan, orderId }) => {
      const stored = await storedTrail(running.db, orderId)
      return [`Purchase ${plan.number}, order ${orderId}:`, ...trail.of(plan.number), 'In the database:', ...stored]
    }),
  )
  throw new Error([...faults.map(({ what }) => what), ...trails.flatMap(lines => ['', ...lines])].join('\n'))
}

const isOf = ({ orderId, started }: Purchase, fault: Fault): boolean =>
  orderId !== '' &&
  (orderId === fault.orderId || started.some(({ transactionId }) => transactionId === fault.transactionId))

/** What has happened, how often. */
function summary(seconds: number): string {
  const counts = [...trail.counted()].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = counts.map(([what, times]) => `${times} x ${what}`)
  return [`${PURCHASES} purchases in ${seconds} s, ${running.generation()} kills`, ...lines].join('\n')
}
