import { beforeEach, expect, test } from 'vitest'
import { after, days } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passReadyToPay } from '#tests/support/buyer/pass-purchase.ts'
import { cancel, statusOf } from '#tests/support/buyer/purchase.ts'
import { inconsistencies } from '#tests/support/database/consistency.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { erasePersonalData } from './erase-personal-data.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { organizationId } = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
const FOR_GRACE = { differentSubscriptionOwner: true, subscriptionOwner: GRACE, by: 'NONE' } as const

beforeEach(() => clock.set(SOME_DAY))

const put = (pass: Partial<PassToStore> = {}) =>
  storePass(shop, { organizationId, price: 0n, settings: { RETENTION_DAYS: '10' }, ...pass })

async function namesOf(id: string): Promise<(string | null)[]> {
  const passes = await shop.db.kysely
    .selectFrom('bought_pass')
    .select('email')
    .where('reservation_id', '=', id)
    .execute()
  const mails = await shop.db.kysely.selectFrom('mail').select('recipient').where('reservation_id', '=', id).execute()
  return [...passes.map(({ email }) => email), ...mails.map(({ recipient }) => recipient)].filter(name => name !== null)
}

test('the people of a pass are erased so many days after it has run out, each order for itself', async () => {
  const { publicId } = await put({ validity: { units: 5, unit: 'DAYS' } })
  const first = await buyPass(buyer, publicId, FOR_GRACE)
  clock.move(days(3))
  const second = await buyPass(aBuyer(url), publicId, FOR_GRACE)
  clock.set(after(SOME_DAY, days(15)))
  await erasePersonalData(shop)
  expect(await statusOf(buyer, first)).toBe('COMPLETE')
  clock.set(after(SOME_DAY, days(17)))
  await erasePersonalData(shop)
  expect([await statusOf(buyer, first), await statusOf(buyer, second)]).toEqual([undefined, 'COMPLETE'])
  expect(await namesOf(first)).toEqual([])
  expect((await namesOf(second)).length).toBeGreaterThan(1)
  expect(await inconsistencies(shop.db)).toEqual([])
})

test('those of a pass without an end stay, and those of a cancelled pass do not', async () => {
  const { id, publicId } = await put()
  const order = await buyPass(buyer, publicId, FOR_GRACE)
  await cancel(buyer, await passReadyToPay(buyer, publicId))
  clock.move(days(3650))
  await erasePersonalData(shop)
  expect(await statusOf(buyer, order)).toBe('COMPLETE')
  const trail = await shop.db.kysely
    .selectFrom('audit')
    .select('reservation_id')
    .where('purchase_context_id', '=', id)
    .where('modifications', 'is not', null)
    .where('type', '<>', 'PERSONAL_DATA_ERASED')
    .execute()
  expect(new Set(trail.map(({ reservation_id }) => reservation_id))).toEqual(new Set([order]))
})
