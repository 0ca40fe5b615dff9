import { afterAll, expect, test } from 'vitest'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { codesOf } from '../support/buyer/purchase.ts'
import { TIMES, aCrowd, setUpEventToRush, rush } from '../support/rush/rush.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const organiser = await anOrganiser(url, apiKey)
const crowd = await aCrowd(url)

const other = await shop.db.pool.connect()
afterAll(() => other.release())

const NOT_ENOUGH = 'error.STEP_1_NOT_ENOUGH_TICKETS'
const dinner = { tickets: { Conference: 1 }, extras: { Dinner: 1 } }

test.each(TIMES)('of 30 buyers for the last unit of an extra one wins (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `unit-${time}`)
  await setup.extra({ title: 'Dinner', price: 4000, stock: 1 })
  expect(await rush(crowd, setup, { orders: [dinner], tooLate: [NOT_ENOUGH] })).toBe(1)
  await expectConsistentData(shop.db, setup.shortName, { held: 1 })
})

test('an extra of which there is none is sold to no buyer', async () => {
  const setup = await setUpEventToRush(shop, organiser, 'none')
  await setup.extra({ title: 'Dinner', price: 4000, stock: 0 })
  expect(await rush(crowd, setup, { orders: [dinner], tooLate: [NOT_ENOUGH] })).toBe(0)
  await expectConsistentData(shop.db, setup.shortName, { held: 0 })
})

test.each([
  ['rollback', [], 1],
  ['commit', [NOT_ENOUGH], 0],
] as const)('who waits for the last unit gets the result: %s', async (end, answers, held) => {
  const setup = await setUpEventToRush(shop, organiser, `held-${end}`)
  const id = await setup.extra({ title: 'Dinner', price: 4000, stock: 1 })
  await other.query('begin')
  await other.query('delete from additional_service_item where service_id = $1', [id])
  await other.query('update additional_service set available_quantity = 0 where id = $1', [id])
  const answer = setup.order(aBuyer(url), dinner)
  await untilWaiting(shop.db.pool, answer)
  await other.query(end)
  expect(codesOf(await answer)).toEqual(answers)
  await expectConsistentData(shop.db, setup.shortName, { held })
})

test.each(TIMES)('orders of everything at once are whole or not at all (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `all-${time}`)
  const tokens = Array.from({ length: 6 }, (_, index) => `M${time}AA${index + 2}`)
  await setup.hide('Members', tokens)
  await setup.code({ code: 'BACKSTAGE', opens: 'Members', maximum: 5 })
  await setup.extra({ title: 'Dinner', price: 4000, stock: 9 })
  await setup.extra({ title: 'Shirt', price: 2500, stock: 7 })
  await setup.extra({ title: 'Coffee', price: 400 })
  // There are shirts for three of them and uses of the code for two; they ask for the same in another order.
  const orders = [
    { tickets: { Conference: 1, Members: 2 }, extras: { Dinner: 1, Shirt: 2, Coffee: 1 }, code: 'BACKSTAGE' },
    { tickets: { Members: 2, Conference: 1 }, extras: { Shirt: 2, Coffee: 3, Dinner: 1 }, code: 'BACKSTAGE' },
  ]
  const tooLate = ['error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED', NOT_ENOUGH]
  expect(await rush(crowd, setup, { orders, tooLate })).toBe(2)
  await expectConsistentData(shop.db, setup.shortName, { held: 6 })
})

test.each(TIMES)('orders that want two scarce extras get both or none (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `two-${time}`)
  await setup.extra({ title: 'Dinner', price: 4000, stock: 4 })
  await setup.extra({ title: 'Shirt', price: 2500, stock: 4 })
  const orders = [
    { tickets: { Conference: 1 }, extras: { Dinner: 2, Shirt: 2 } },
    { tickets: { Conference: 1 }, extras: { Shirt: 2, Dinner: 2 } },
  ]
  expect(await rush(crowd, setup, { orders, tooLate: [NOT_ENOUGH] })).toBe(2)
  await expectConsistentData(shop.db, setup.shortName, { held: 2 })
})
