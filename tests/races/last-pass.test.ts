import { expect, test } from 'vitest'
import { reserveSubscription } from '#contract/subscription.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { cancel, codesOf } from '../support/buyer/purchase.ts'
import { inconsistencies } from '../support/database/consistency.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { organizationId } = await anOrganiser(url, apiKey)

const buyers = Array.from({ length: 20 }, () => aBuyer(url))
await Promise.all(buyers.map(buyer => buyer.arrive()))

/** All buyers at once; returns the reservations of those who won, and checks that the others got the reason. */
async function rush(publicId: string): Promise<string[]> {
  const answers = await Promise.all(buyers.map(buyer => buyer.ask(reserveSubscription, { params: { id: publicId } })))
  const late = answers.filter(({ status }) => status === 422)
  expect(late.flatMap(codesOf)).toEqual(late.map(() => 'show-subscription.sold-out.message'))
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length + late.length).toBe(buyers.length)
  return won.map(({ value }) => (value as { value: string }).value)
}

const TIMES = repetitions()

test.each(TIMES)('of 20 buyers for the last pass one wins (%i)', async () => {
  const { publicId } = await storePass(shop, { organizationId, maxAvailable: 1 })
  expect(await rush(publicId)).toHaveLength(1)
  expect(await inconsistencies(shop.db)).toEqual([])
})

test.each(TIMES)('of 20 buyers for seven passes seven win, and each that is released is sold once (%i)', async () => {
  const { publicId } = await storePass(shop, { organizationId, maxAvailable: 7 })
  const won = await rush(publicId)
  expect(won).toHaveLength(7)
  await Promise.all(won.slice(0, 3).map(id => cancel(aBuyer(url), id)))
  expect(await rush(publicId)).toHaveLength(3)
  expect(await inconsistencies(shop.db)).toEqual([])
})

test.each(TIMES)('of a pass without a limit every buyer gets one (%i)', async () => {
  const { publicId } = await storePass(shop, { organizationId })
  expect(await rush(publicId)).toHaveLength(20)
  expect(await inconsistencies(shop.db)).toEqual([])
})
