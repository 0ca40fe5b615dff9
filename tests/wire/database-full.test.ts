import { expect, test } from 'vitest'
import { listEvents } from '#contract/event.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { hold, reserve, statusOf } from '../support/buyer/purchase.ts'
import { testShop } from '../support/shop/test-shop.ts'

const { url, apiKey, shop } = await testShop()
const { db } = shop
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(shop.clock.now(), { slug: 'full', seats: 5 }))
const buyer = aBuyer(url)
await buyer.arrive()

/** From now on PostgreSQL can't store an order, for this reason. */
async function refuseOrders(code: string): Promise<void> {
  await db.pool.query(`
    create or replace function refuse_order() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = '${code}';
    end $$;
    create or replace trigger refuse_orders before insert on reservation execute function refuse_order()`)
}

test.each([
  ['no room on the disk', '53100'],
  ['no memory', '53200'],
  ['no resources', '53000'],
  ['a disk that fails', '58030'],
])('a database with %s has callers come again, and sells on when it has room', async (_, code) => {
  await refuseOrders(code)
  const answer = await reserve(buyer, shortName, { Conference: 1 })
  await db.pool.query('drop trigger refuse_orders on reservation')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.value).toMatch(/^try again: .*nothing was changed$/)
  await buyer.expect(listEvents, 200, {})
  expect(await statusOf(buyer, await hold(buyer, shortName, { Conference: 1 }))).toBe('PENDING')
  await expectConsistentData(db, shortName)
})
