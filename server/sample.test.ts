import { expect, test } from 'vitest'
import { testShop } from '#tests/support/shop/test-shop.ts'
import type { Shop } from './context.ts'
import { loadSample } from './sample.ts'

const { shop } = await testShop()

/** As a shop that is just starting: its jobs run later. */
const starting: Shop = { ...shop, jobs: { areRun: true, wake: async () => {}, whenRun: async () => {} } }

test('what the sample has sold is sold before anybody comes, and nobody is written to', async () => {
  await loadSample(starting)
  const statuses = async (table: 'reservation' | 'ticket') =>
    (await shop.db.kysely.selectFrom(table).select('status').distinct().orderBy('status').execute()).map(
      ({ status }) => status,
    )
  expect(await statuses('reservation')).toEqual(['COMPLETE'])
  expect(await statuses('ticket')).toEqual(['ACQUIRED', 'FREE', 'TO_BE_PAID'])
  expect(await shop.db.kysely.selectFrom('mail').select('id').execute()).toEqual([])
})
