import type { PoolClient } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { cancel, codesOf, hold, infoOf, reserve } from '../support/buyer/purchase.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
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
    `update ticket set status = 'RELEASED' where event_id = (select id from event where short_name = $1)`,
    [shortName],
  )
}

const TIMES = repetitions()

test.each(TIMES)('a transaction that rolls back does not cost the waiting buyer the last ticket (%i)', async () => {
  await takeAllSeats(other)
  const answer = reserve(aBuyer(url), shortName, { Student: 1, Conference: 1 })
  await untilWaiting(shop.db.pool, answer)
  await other.query('rollback')
  expect((await answer).status).toBe(200)
  await expectConsistentData(shop.db, shortName, { held: 2, free: 0 })
})

test('a transaction that commits leaves the waiting buyer with a clear refusal', async () => {
  await takeAllSeats(other)
  const answer = reserve(aBuyer(url), shortName, { Student: 1 })
  await untilWaiting(shop.db.pool, answer)
  await other.query('commit')
  expect(codesOf(await answer)).toEqual(['error.STEP_1_NOT_ENOUGH_TICKETS'])
})

test('a buyer who waits while the organiser edits the event gets the offer of before or of after', async () => {
  await takeAllSeats(other)
  const answer = reserve(aBuyer(url), shortName, { Student: 1 })
  await untilWaiting(shop.db.pool, answer)
  await organiser.change(shortName, { title: 'Moved' })
  await other.query('rollback')
  expect((await answer).status).toBe(200)
  await expectConsistentData(shop.db, shortName, { held: 1, free: 1 })
})

test('what another process has changed a moment ago is sold as it is now', async () => {
  const buyer = aBuyer(url)
  await cancel(buyer, await hold(buyer, shortName, { Student: 1 }))
  await shop.db.pool.query(
    `with changed as (update ticket_category set price = 4500 where name = 'Student' returning event_id)
     update purchase_context set version = version + 1
     where id in (select event_id from changed) and id = (select id from event where short_name = $1)`,
    [shortName],
  )
  const id = await hold(buyer, shortName, { Student: 1 })
  expect((await infoOf(buyer, id)).orderSummary.totalPrice).toBe('45.00')
})
