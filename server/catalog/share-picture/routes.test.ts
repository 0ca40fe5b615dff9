import sharp from 'sharp'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const { url, apiKey, shop, clock } = await testShop()
const organiser = await anOrganiser(url, apiKey, 'Quiet House')
await organiser.open(anEventFile(clock.now(), { slug: 'summer', title: 'Summer nights' }))
const { publicId: passId } = await storePass(shop, {
  organizationId: organiser.organizationId,
  title: { en: 'Ten films' },
})

const get = (path: string) => fetch(`${url}/share/${path}`)

async function picture(path: string): Promise<Buffer> {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=3600',
  ])
  const png = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  return png
}

test('an event, a pass and an organiser have a picture in each language', async () => {
  const pictures = [
    await picture('event/summer/en.0f.png'),
    await picture('event/summer/de.0f.png'),
    await picture(`pass/${passId}/en.0f.png`),
    await picture('organizer/quiet-house/en.0f.png'),
  ]
  expect(new Set(pictures.map(png => png.toString('base64'))).size).toBe(4)
})

test('a picture is kept whatever its name is, and drawn anew once its content changes', async () => {
  const first = await picture('event/summer/en.1.png')
  expect(await picture('event/summer/en.2.png')).toEqual(first)
  await shop.db.kysely
    .updateTable('purchase_context')
    .set(({ eb }) => ({ title: JSON.stringify({ en: 'Winter nights' }), version: eb('version', '+', 1) }))
    .where('id', 'in', eb => eb.selectFrom('event').select('id').where('short_name', '=', 'summer'))
    .execute()
  await expect
    .poll(async () => Buffer.compare(first, await picture('event/summer/en.1.png')), { timeout: 5_000 })
    .not.toBe(0)
})

test.each([
  ['event/nothing/en.0.png', 404],
  ['event/summer/xx.0.png', 404],
  ['pass/nothing/en.0.png', 404],
  ['pass/4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b/en.0.png', 404],
  ['organizer/nothing/en.0.png', 404],
  ['event/summer/en.0.svg', 400],
  ['event/summer/en.png', 400],
  ['shop/summer/en.0.png', 400],
])('there is no picture %s', async (path, status) => {
  expect((await get(path)).status).toBe(status)
})

test('nothing is drawn of an event that is switched off, or of an organiser who prepares a first event', async () => {
  const early = await anOrganiser(url, apiKey, 'Early House')
  await early.open(anEventFile(clock.now(), { slug: 'draft', status: 'DRAFT' }))
  expect((await get('organizer/early-house/en.0.png')).status).toBe(404)
  // Its address is known to those who were given it.
  await picture('event/draft/en.0.png')
  await shop.db.kysely
    .updateTable('purchase_context')
    .set(({ eb }) => ({ status: 'DISABLED' as const, version: eb('version', '+', 1) }))
    .where('id', 'in', eb => eb.selectFrom('event').select('id').where('short_name', '=', 'draft'))
    .execute()
  await expect.poll(async () => (await get('event/draft/en.0.png')).status, { timeout: 5_000 }).toBe(404)
})
