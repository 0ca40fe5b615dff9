import { expect, test } from 'vitest'
import { type Home, loadSampleData, readHome, removeSampleData } from '#contract/desk-home.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const served = await testShop()
const { url, apiKey, shop } = served
const buyer = aBuyer(url)
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope: { kind: 'shop' } } })
const homeOf = async (desk: typeof owner) => (await desk.ask(readHome)).body as Home

test('the home of an empty shop says which of the first three steps are done, and offers the sample to owners of the shop alone', async () => {
  expect(await homeOf(owner)).toMatchObject({
    isEmpty: true,
    firstSteps: { event: false, money: false, mail: false },
    needs: [{ kind: 'mail-not-set', isMendable: true }],
    coming: [],
    money: [],
    erasure: null,
    sample: 'offered',
  })
})

test('an empty shop is filled by the sample and emptied again; what an organiser has changed or a buyer ordered stays', async () => {
  const { organizationId } = await anOrganiser(url, apiKey, 'Quiet Club')
  const given = { role: 'EDITOR', scope: { kind: 'organization', organizationId } } as const
  const editor = await enterDesk(served, { email: 'editor@example.org', given })
  expect((await editor.ask(loadSampleData)).status).toBe(403)
  expect(await owner.ask(loadSampleData)).toEqual({ status: 200, body: { events: 9 } })
  expect(await homeOf(owner)).toMatchObject({ isEmpty: false, sample: 'loaded', comingCount: 9 })
  expect((await homeOf(editor)).coming).toEqual([])
  expect((await owner.ask(loadSampleData)).status).toBe(422)
  await buy(buyer, 'type-evening', { Seat: 1 }, { by: 'NONE' })
  expect((await editor.ask(removeSampleData)).status).toBe(403)
  expect(await owner.ask(removeSampleData)).toEqual({ status: 200, body: { removed: 13, kept: ['Type Evening'] } })
  expect(await homeOf(owner)).toMatchObject({ sample: 'none', comingCount: 1 })
  const left = await shop.db.kysely.selectFrom('organization').select('name').orderBy('name').execute()
  expect(left.map(({ name }) => name)).toEqual(['Lettera Zürich', 'Quiet Club'])
  expect(await owner.ask(removeSampleData)).toEqual({ status: 200, body: { removed: 0, kept: [] } })
})
