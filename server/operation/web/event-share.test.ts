import sharp from 'sharp'
import { expect, test } from 'vitest'
import { changeDeskEvent } from '#contract/desk-event.ts'
import { type EventShare, readEventShare } from '#contract/desk-links.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { storeImage } from '#server/foundation/file/image.ts'

const clock = manualClock()
const served = await testShop({ clock, hasPages: true })
const { url, apiKey, shop } = served
const { baseUrl } = shop.config
const alpine = await anOrganiser(url, apiKey)
const choir = await anOrganiser(url, apiKey, 'Choir')
const editor = await enterDesk(served, {
  email: 'editor@example.org',
  given: { role: 'EDITOR', scope: { kind: 'organization', organizationId: alpine.organizationId } },
})

const idOf = async (shortName: string) => {
  const found = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName)
  return String((await found.executeTakeFirstOrThrow()).id)
}
const share = async (shortName: string) =>
  editor.ask(readEventShare, { params: { eventId: await idOf(shortName) } }) as Promise<{
    status: number
    body: EventShare
  }>

test('an event has its addresses and an element for other sites, whose title is safe in HTML', async () => {
  await alpine.open(anEventFile(clock.now(), { slug: 'shared', title: 'Rock & "Roll" <live>' }))
  const { status, body } = await share('shared')
  expect([status, body.isPublished]).toEqual([200, true])
  expect([body.address, body.shortAddress]).toEqual([`${baseUrl}/event/shared`, `${baseUrl}/e/shared`])
  expect(body.embed).toContain(`src="${baseUrl}/event/shared" title="Rock &amp; &quot;Roll&quot; &lt;live&gt;"`)
  const short = await fetch(body.shortAddress.replace(baseUrl, url), { redirect: 'manual' })
  expect([short.status, short.headers.get('location')]).toEqual([302, '/event/shared'])
})

test('its picture is the one that its page names for other sites', async () => {
  await alpine.open(anEventFile(clock.now(), { slug: 'pictured', title: 'Tom & Jerry' }))
  const pixels = { width: 1200, height: 630, channels: 3, background: { r: 10, g: 90, b: 90 } } as const
  const imageId = await storeImage(shop.db, await sharp({ create: pixels }).jpeg().toBuffer(), clock.now())
  const params = { eventId: await idOf('pictured') }
  expect(await editor.ask(changeDeskEvent, { params, body: { base: 1, changes: { imageId } } })).toMatchObject({
    status: 200,
  })
  const { picture } = (await share('pictured')).body
  const page = await (await fetch(`${url}/event/pictured`)).text()
  const [, named] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? []
  expect(picture?.address).toBe(named?.replaceAll('&amp;', '&'))
  expect(picture?.text).toContain('Tom & Jerry')
  expect((await fetch(String(picture?.address).replace(baseUrl, url))).status).toBe(200)
})

test('a draft says that no list has it, and other organisations learn nothing', async () => {
  await alpine.open(anEventFile(clock.now(), { slug: 'quiet' }))
  const params = { eventId: await idOf('quiet') }
  await shop.db.kysely
    .updateTable('purchase_context')
    .set({ status: 'DRAFT' })
    .where('id', '=', Number(params.eventId))
    .execute()
  shop.catalog.offerChanged({ id: Number(params.eventId), shortName: 'quiet' })
  expect((await share('quiet')).body).toMatchObject({ isPublished: false, address: `${baseUrl}/event/quiet` })
  await choir.open(anEventFile(clock.now(), { slug: 'theirs' }))
  expect((await share('theirs')).status).toBe(404)
})
