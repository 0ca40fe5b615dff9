import { expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import { getSubscription, listSubscriptions, reserveSubscription } from '#contract/subscription.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import type { Shop } from '#server/catalog/context.ts'
import { loadSample } from './sample.ts'

const { url, shop } = await testShop()

/** As a shop that is just starting: its jobs run later. */
const starting: Shop = { ...shop, jobs: { areRun: true, wake: async () => {}, whenRun: async () => {} } }

test('what the sample has sold is sold before any buyer comes, and no person gets a mail', async () => {
  expect(await loadSample(starting)).toBe(9)
  const statuses = async (table: 'reservation' | 'ticket' | 'bought_pass') =>
    (await shop.db.kysely.selectFrom(table).select('status').distinct().orderBy('status').execute()).map(
      ({ status }) => status,
    )
  expect(await statuses('reservation')).toEqual(['COMPLETE'])
  expect(await statuses('ticket')).toEqual(['ACQUIRED', 'FREE', 'TO_BE_PAID'])
  expect(await statuses('bought_pass')).toEqual(['ACQUIRED'])
  expect(await shop.db.kysely.selectFrom('mail').select('id').execute()).toEqual([])
})

test('the passes that its stories call sold out are, and those on sale can be used', async () => {
  const visitor = aBuyer(url)
  const listed = await visitor.expect(listSubscriptions, 200, {})
  const left = await Promise.all(
    listed.map(async ({ id, title }) => {
      const { numAvailable } = await visitor.expect(getSubscription, 200, { params: { id } })
      return [title['en'], numAvailable]
    }),
  )
  expect(left).toEqual([
    ['Friends of Letters', 2_147_483_647],
    ['A Year at the Harbour Cinema', 2_147_483_647],
    ['A Chair at the Table', 0],
    ['Ten by the Rivers', 200],
  ])
  const chair = listed.find(({ title }) => title['en'] === 'A Chair at the Table')
  const params = { id: chair?.id ?? '' }
  expect((await visitor.ask(reserveSubscription, { params })).status).toBe(422)
  const festival = await visitor.expect(getEvent, 200, { params: { shortName: 'four-rivers' } })
  expect(festival.canApplySubscriptions).toBe(true)
})
