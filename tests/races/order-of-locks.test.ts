import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import type { EventSetup } from '../support/organiser/event-setup.ts'
import { PAY_BY, cancel, filledIn, infoOf, pay, sendDetails } from '../support/buyer/purchase.ts'
import { setUpEventToRush } from '../support/rush/rush.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

/**
 * Each transaction locks several seats, tokens or units in one order. Otherwise PostgreSQL would find the deadlocks,
 * each after a second, and refuse the others in line meanwhile. `other` has locked the first row of several: a
 * transaction that waits for it must hold none of those that come after it.
 */

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const other = await shop.db.pool.connect()
afterAll(() => other.release())
afterEach(() => other.query('rollback'))

let number = 0
let setup: EventSetup

beforeEach(async () => {
  number += 1
  setup = await setUpEventToRush(shop, organiser, `locks-${number}`)
})

type Table = 'ticket' | 'token' | 'additional_service_item'

const ids = async (table: Table, where: string): Promise<string[]> => {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    `select id::text from ${table} where ${where} order by ${table}.id`,
  )
  return rows.map(({ id }) => id)
}

const ofEvent = () => `event_id = (select id from event where short_name = '${setup.shortName}')`

async function lockFirst(table: Table, [first]: readonly string[]): Promise<void> {
  await other.query('begin')
  await other.query(`select from ${table} where id = $1 for update`, [first])
}

/** Those of them that no other transaction has locked: `other` locks them from now on. */
async function lockable(table: Table, rows: readonly string[]): Promise<string[]> {
  const found = await other.query<{ id: string }>(
    `select id::text from ${table} where id = any($1::bigint[]) order by ${table}.id for update skip locked`,
    [rows],
  )
  return found.rows.map(({ id }) => id)
}

/**
 * Rows that an index finds equal come in the order of their places: gives them new places, the last one the first. What
 * changes is in an index, which would lead to the old place otherwise.
 */
async function turnSeatsAround(seats: readonly string[]): Promise<void> {
  for (const id of seats.toReversed()) {
    await shop.db.pool.query('update ticket set uuid = gen_random_uuid() where id = $1', [id])
  }
}

async function turnUnitsAround(units: readonly string[], reservation: string): Promise<void> {
  const { rows } = await shop.db.pool.query('select ticket_id from additional_service_item where id = $1', [units[0]])
  for (const id of units.toReversed()) {
    await shop.db.pool.query(
      "update additional_service_item set status = 'FREE', reservation_id = null, ticket_id = null where id = $1",
      [id],
    )
    await shop.db.pool.query(
      "update additional_service_item set status = 'PENDING', reservation_id = $2, ticket_id = $3 where id = $1",
      [id, reservation, rows[0]?.ticket_id],
    )
  }
}

test('who waits for a seat holds none that comes after it', async () => {
  await setup.extra({ title: 'Coffee', price: 400 })
  const seats = await ids('ticket', `${ofEvent()} and category_id is null`)
  await shop.db.pool.query(`update ticket set status = 'RELEASED' where id = any($1::bigint[])`, [seats.slice(3)])
  await lockFirst('ticket', seats)
  const answer = setup.order(buyer, { tickets: { Conference: 3 }, extras: { Coffee: 1 } })
  await untilWaiting(shop.db.pool, answer)
  expect(await lockable('ticket', seats.slice(0, 3))).toEqual(seats.slice(0, 3))
  await other.query('rollback')
  expect((await answer).status).toBe(200)
})

test('who waits for a token holds none that comes after it', async () => {
  await setup.hide('Members', ['TOKEN-1', 'TOKEN-2', 'TOKEN-3'])
  await setup.code({ code: 'BACKSTAGE', opens: 'Members', maximum: 30 })
  const tokens = await ids('token', `category_id in (select category_id from ticket where ${ofEvent()})`)
  expect(tokens).toHaveLength(3)
  await lockFirst('token', tokens)
  const answer = setup.order(buyer, { tickets: { Members: 3 }, code: 'BACKSTAGE' })
  await untilWaiting(shop.db.pool, answer)
  expect(await lockable('token', tokens)).toEqual(tokens)
  await other.query('rollback')
  expect((await answer).status).toBe(200)
})

test('who waits for a unit of an extra holds none that comes after it', async () => {
  const service = await setup.extra({ title: 'Dinner', price: 4000, stock: 3 })
  const units = await ids('additional_service_item', `service_id = ${service}`)
  await lockFirst('additional_service_item', units)
  const answer = setup.order(buyer, { tickets: { Conference: 1 }, extras: { Dinner: 3 } })
  await untilWaiting(shop.db.pool, answer)
  expect(await lockable('additional_service_item', units)).toEqual(units)
  await other.query('rollback')
  expect((await answer).status).toBe(200)
})

const CHANGES = {
  'is released': (id: string) => cancel(buyer, id),
  'is filled in': async (id: string) => sendDetails(buyer, id, filledIn(await infoOf(buyer, id))),
  'is paid': (id: string) => pay(buyer, id, PAY_BY.ON_SITE),
}

test.each(Object.entries(CHANGES))('the seats of an order that %s are changed in their order', async (_, change) => {
  const id = await setup.hold(buyer, { tickets: { Conference: 3 } })
  expect((await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))).status).toBe(200)
  const seats = await ids('ticket', `reservation_id = '${id}'`)
  await turnSeatsAround(seats)
  await lockFirst('ticket', seats)
  const answer = change(id)
  await untilWaiting(shop.db.pool, answer)
  expect(await lockable('ticket', seats)).toEqual(seats)
  await other.query('rollback')
  expect((await answer).status).toBe(200)
  await expectConsistentData(shop.db, setup.shortName)
})

test.each(['is released', 'is paid'] as const)('so are its units when it %s', async what => {
  await setup.extra({ title: 'Dinner', price: 4000, stock: 3 })
  const id = await setup.hold(buyer, { tickets: { Conference: 1 }, extras: { Dinner: 3 } })
  expect((await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))).status).toBe(200)
  const units = await ids('additional_service_item', `reservation_id = '${id}'`)
  await turnUnitsAround(units, id)
  await lockFirst('additional_service_item', units)
  const answer = CHANGES[what](id)
  await untilWaiting(shop.db.pool, answer)
  expect(await lockable('additional_service_item', units)).toEqual(units)
  await other.query('rollback')
  expect((await answer).status).toBe(200)
  await expectConsistentData(shop.db, setup.shortName)
})
