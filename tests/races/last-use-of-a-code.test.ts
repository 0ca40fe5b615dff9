import { expect, test } from 'vitest'
import { stockCountsOf, expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PAY_BY, cancel, codesOf, filledIn, infoOf, pay, sendDetails } from '../support/buyer/purchase.ts'
import { TIMES, aCrowd, setUpEventToRush, rush } from '../support/rush/rush.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const organiser = await anOrganiser(url, apiKey)
const crowd = await aCrowd(url)

const USED_UP = 'error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED'
const order = { tickets: { Conference: 1 }, code: 'SUMMER-27' }

test.each(TIMES)('of 30 buyers for the last use of a code one wins (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `use-${time}`)
  await setup.code({ code: 'SUMMER-27', off: '10%', categories: ['Conference'], maximum: 3 })
  await setup.hold(aBuyer(url), { tickets: { Conference: 2 }, code: 'SUMMER-27' })
  expect(await rush(crowd, setup, { orders: [order], tooLate: [USED_UP] })).toBe(1)
  await expectConsistentData(shop.db, setup.shortName, { held: 3 })
})

test('a reservation that is cancelled releases its uses', async () => {
  const setup = await setUpEventToRush(shop, organiser, 'given-back')
  await setup.code({ code: 'SUMMER-27', off: '10%', maximum: 1 })
  const buyer = aBuyer(url)
  const id = await setup.hold(buyer, order)
  expect(codesOf(await setup.order(buyer, order))).toEqual([USED_UP])
  await cancel(buyer, id)
  await setup.hold(buyer, order)
})

test.each(TIMES)('of those who pay for a use that the organiser has taken away, one is served (%i)', async time => {
  const setup = await setUpEventToRush(shop, organiser, `paid-${time}`)
  const code = await setup.code({ code: 'SUMMER-27', off: '10%', maximum: 6 })
  const buyers = crowd.slice(0, 6)
  const ids = await Promise.all(
    buyers.map(async buyer => {
      const id = await setup.hold(buyer, order)
      await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
      return id
    }),
  )
  await shop.db.kysely.updateTable('promo_code').set({ max_usage: 1 }).where('id', '=', code).execute()
  const answers = await Promise.all(buyers.map((buyer, index) => pay(buyer, ids[index] ?? '', PAY_BY.ON_SITE)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 422)
  expect(refused).toHaveLength(5)
  expect(new Set(refused.flatMap(codesOf))).toEqual(new Set(['error.STEP_2_PAYMENT_PROCESSING_ERROR']))
  expect(await stockCountsOf(shop.db, setup.shortName)).toMatchObject({ sold: 1, held: 5 })
  const paid = ids[answers.findIndex(({ status }) => status === 200)] ?? ''
  await Promise.all(ids.filter(id => id !== paid).map(id => cancel(aBuyer(url), id)))
  await expectConsistentData(shop.db, setup.shortName, { sold: 1, held: 0 })
})
