import { expect, test } from 'vitest'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { type PassToStore, storePass } from '#tests/builders/stored-passes.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { listPasses } from './passes.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const { organizationId } = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const now = clock.now()
const put = (pass: Partial<PassToStore> = {}) => storePass(shop, { organizationId, ...pass })

test('a pass is offered by its public id, with its own settings', async () => {
  const { id, publicId } = await put({
    price: 12_000n,
    maxEntries: 10,
    validity: { units: 3, unit: 'MONTHS' },
    settings: { RESERVATION_TIMEOUT: '7' },
    status: 'DRAFT',
  })
  const offer = await shop.catalog.offeredPass(publicId.toUpperCase())
  expect(offer).toMatchObject({
    context: {
      kind: 'subscription',
      id,
      publicId,
      organization: { id: organizationId },
      languages: ['en', 'de'],
      isFreeOfCharge: false,
      price: 12_000n,
      maxAvailable: null,
      usage: { kind: 'UNLIMITED', maxEntries: 10 },
      validity: { kind: 'STANDARD', units: 3, unit: 'MONTHS' },
      withdrawal: { kind: 'none', reason: {} },
    },
    categories: [],
    services: [],
    fields: [],
  })
  expect(offer?.settings.number('RESERVATION_TIMEOUT')).toBe(7)
  expect(await shop.catalog.offerOf(id)).toBe(offer)
  await expect(shop.catalog.eventOf(id)).rejects.toThrow('is not an event')
})

test('a disabled pass is not offered, and nothing is by a name that is none', async () => {
  const { publicId } = await put({ status: 'DISABLED' })
  const unknown = crypto.randomUUID()
  for (const name of [publicId, unknown, 'nonsense', '']) {
    expect(await shop.catalog.offeredPass(name)).toBeUndefined()
  }
})

test('what is changed is offered at once where it was changed', async () => {
  const { id, publicId } = await put({ price: 0n })
  expect((await shop.catalog.offeredPass(publicId))?.context).toMatchObject({ isFreeOfCharge: true })
  await shop.db.kysely.updateTable('pass').set({ price: 5n }).where('id', '=', id).execute()
  shop.catalog.offerChanged({ id, publicId })
  expect((await shop.catalog.offeredPass(publicId))?.context).toMatchObject({ price: 5n, isFreeOfCharge: false })
})

test('what is left of a limited pass is what is neither held nor sold', async () => {
  const { id, publicId } = await put({ maxAvailable: 3 })
  const left = async () => {
    const offer = await shop.catalog.offeredPass(publicId)
    return offer && shop.catalog.passesLeft(offer.context)
  }
  expect(await left()).toBe(3)
  const reservation = crypto.randomUUID()
  await shop.db.pool.query(
    `insert into reservation (id, purchase_context_id, status, validity, language, vat_status, vat_percentage, created_at,
       source_price, discount, vat, final_price)
     values ($1, $2, 'PENDING', now(), 'en', 'NONE', 0, now(), 0, 0, 0, 0)`,
    [reservation, id],
  )
  await shop.db.pool.query(
    `insert into bought_pass (pass_id, reservation_id, status, cancelled_at)
     values ($1, $2, 'PENDING', null), ($1, $2, 'CANCELLED', now())`,
    [id, reservation],
  )
  shop.catalog.stockChanged(id)
  expect(await left()).toBe(2)
  await shop.db.kysely.updateTable('pass').set({ max_available: 0 }).where('id', '=', id).execute()
  shop.catalog.offerChanged({ id, publicId })
  expect(await left()).toBe(0)
  await shop.db.kysely.updateTable('pass').set({ max_available: null }).where('id', '=', id).execute()
  shop.catalog.offerChanged({ id, publicId })
  expect(await left()).toBeNull()
})

test('those on sale are listed by the begin of their sale, then its end, an open one last', async () => {
  const window = (start: number, end: number | null) => ({
    start: after(now, days(start)),
    end: end === null ? null : after(now, days(end)),
  })
  const add = (name: string, pass: Partial<PassToStore>) =>
    put({ organizationId: other.organizationId, title: { en: name }, ...pass })
  await add('later start', { onSale: window(-1, 1) })
  await add('open', { onSale: window(-9, null) })
  await add('long', { onSale: window(-9, 9) })
  await add('short', { onSale: window(-9, 2) })
  await add('from now on', { onSale: window(0, 1) })
  await add('future', { onSale: { start: after(now, minutes(1)), end: null } })
  await add('over', { onSale: window(-9, 0) })
  await add('private', { status: 'DRAFT' })
  const listed = async (filter: Parameters<typeof listPasses>[2]) =>
    (await listPasses(shop, now, filter)).map(({ title }) => title['en'])
  const expected = ['short', 'long', 'open', 'later start', 'from now on']
  expect(await listed({ organizationId: other.organizationId })).toEqual(expected)
  expect(await listed({ organizationSlug: 'other-club' })).toEqual(expected)
  expect(await listed({ organizationSlug: 'nobody' })).toEqual([])
  expect(await listed({})).toEqual(expect.arrayContaining(['Season pass', 'open']))
})
