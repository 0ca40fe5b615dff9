import type { PoolClient } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectBalancedBooks } from '#tests/support/books.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import { untilWaiting } from '#tests/support/database-waits.ts'
import { anOrganiser } from '#tests/support/organiser.ts'
import { codesOf, reserve } from '#tests/support/purchase.ts'
import { standingClock } from '#tests/support/standing-clock.ts'
import { testShop } from '#tests/support/test-shop.ts'

const clock = standingClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const other = await shop.db.pool.connect()
afterAll(() => other.release())

let number = 0
let shortName = ''

beforeEach(async () => {
  number += 1
  const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Student', maxTickets: 1 })]
  shortName = await organiser.open(anEventFile(clock.now(), { slug: `held-${number}`, seats: 2, categories }))
})

/** Another process is just taking every seat of the event: it has the rows, and has not committed. */
async function takeAllSeats(client: PoolClient): Promise<void> {
  await client.query('begin')
  await client.query(
    `update ticket set status = 'INVALIDATED' where event_id = (select id from event where short_name = $1)`,
    [shortName],
  )
}

const TIMES = Array.from({ length: 20 }, (_, index) => index + 1)

test.each(TIMES)('a transaction that rolls back does not cost the waiting buyer the last ticket (%i)', async () => {
  await takeAllSeats(other)
  const answer = reserve(aBuyer(url), shortName, { Student: 1, Conference: 1 })
  await untilWaiting(shop.db.pool, 1)
  await other.query('rollback')
  expect((await answer).status).toBe(200)
  await expectBalancedBooks(shop.db, shortName, { held: 2, free: 0 })
})

test('a transaction that commits leaves the waiting buyer with a clear refusal', async () => {
  await takeAllSeats(other)
  const answer = reserve(aBuyer(url), shortName, { Student: 1 })
  await untilWaiting(shop.db.pool, 1)
  await other.query('commit')
  expect(codesOf(await answer)).toEqual(['error.STEP_1_NOT_ENOUGH_TICKETS'])
})

test('an offer that is edited while a buyer waits is decided again', async () => {
  await takeAllSeats(other)
  const answer = reserve(aBuyer(url), shortName, { Student: 1 })
  await untilWaiting(shop.db.pool, 1)
  const categories = [aCategoryFile(clock.now()), aCategoryFile(clock.now(), { name: 'Student', maxTickets: 1, price: 45 })]
  await organiser.change(shortName, { tickets: { categories } })
  await other.query('rollback')
  expect((await answer).status).toBe(200)
  const { final_price } = await shop.db.kysely
    .selectFrom('reservation')
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select('final_price')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  expect([4500n, 12000n]).toContain(final_price)
  await expectBalancedBooks(shop.db, shortName, { held: 1, free: 1 })
})
