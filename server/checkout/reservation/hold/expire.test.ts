import { afterEach, expect, test } from 'vitest'
import { days, minutes } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type BrokenRow, breakRows } from '#tests/support/database/broken-row.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { seedEvents, seedOrders } from '#tests/support/organiser/many-events.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { expireReservations } from './expire.ts'

const clock = manualClock()
const { shop } = await testShop({ clock })
const { pool } = shop.db

let broken: BrokenRow | undefined
afterEach(async () => {
  await broken?.mend()
  broken = undefined
  clock.set(SOME_DAY)
})

async function abandonedCarts(count: number): Promise<number> {
  const events = await seedEvents(pool, { now: SOME_DAY, events: 1, beginInDays: 30 })
  await seedOrders(pool, { now: SOME_DAY, events, ordersEach: count, status: 'PENDING', heldForDays: -1 })
  return events[0] ?? 0
}

async function cartsOf(event: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from reservation where purchase_context_id = $1 order by validity, id',
    [event],
  )
  return rows.map(({ id }) => id)
}

const failures = async () =>
  (await pool.query('select job, kind, id, failures, last_error from job_failure order by id')).rows

test('one run goes on until no cart is due any more', async () => {
  const event = await abandonedCarts(1_200)
  expect(await expireReservations(shop)).toBe(1_200)
  expect(await cartsOf(event)).toEqual([])
  await expectConsistentData(shop.db, `seeded-${event}`, { held: 0, released: 1_200 })
  const { rows } = await pool.query(
    `select count(*)::int as noted, count(distinct reservation_id)::int as carts from audit
     where type = 'CANCEL_RESERVATION_EXPIRED' and purchase_context_id = $1`,
    [event],
  )
  expect(rows).toEqual([{ noted: 1_200, carts: 1_200 }])
})

test('a cart that can’t be expired is noted and put off, and the others go', async () => {
  const event = await abandonedCarts(300)
  const [bad = ''] = await cartsOf(event)
  broken = await breakRows(pool, 'reservation', `old.id = '${bad}'`)
  expect(await expireReservations(shop)).toBe(299)
  expect(await cartsOf(event)).toEqual([bad])
  const failure = { job: 'expire-reservations', kind: 'reservation', id: bad, last_error: 'this row is broken' }
  expect(await failures()).toEqual([{ ...failure, failures: 1 }])

  expect(await expireReservations(shop)).toBe(0)
  expect(await failures()).toEqual([{ ...failure, failures: 1 }])
  clock.move(minutes(1))
  expect(await expireReservations(shop)).toBe(0)
  expect(await failures()).toEqual([{ ...failure, failures: 2 }])

  await broken.mend()
  clock.move(minutes(1))
  expect(await expireReservations(shop)).toBe(0)
  clock.move(minutes(1))
  expect(await expireReservations(shop)).toBe(1)
  expect(await failures()).toEqual([])
  broken = undefined
})

test('more broken carts than one batch takes don’t keep those behind them', async () => {
  const event = await abandonedCarts(270)
  const all = await cartsOf(event)
  broken = await breakRows(pool, 'reservation', `old.id < '${all[255]}' and old.purchase_context_id = ${event}`)
  expect(await expireReservations(shop)).toBe(15)
  expect(await cartsOf(event)).toEqual(all.slice(0, 255))
  await broken.mend()
  broken = undefined
  clock.move(days(1))
  expect(await expireReservations(shop)).toBe(255)
})

test('a cart that another process has locked is left alone', async () => {
  const event = await abandonedCarts(3)
  const [taken = ''] = await cartsOf(event)
  const other = await pool.connect()
  await other.query('begin')
  await other.query('select from reservation where id = $1 for update', [taken])
  expect(await expireReservations(shop)).toBe(2)
  await other.query('commit')
  other.release()
  expect(await expireReservations(shop)).toBe(1)
})
