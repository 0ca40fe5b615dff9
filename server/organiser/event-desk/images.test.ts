import sharp from 'sharp'
import { expect, test } from 'vitest'
import { changeDeskEvent, readDeskEvent, type DeskEvent } from '#contract/desk-event.ts'
import { storeDeskImage } from '#contract/desk-image.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const alpine = await anOrganiser(url, apiKey)
const scope = { kind: 'organization', organizationId: alpine.organizationId } as const
const editor = await enterDesk(served, { email: 'editor@example.org', given: { role: 'EDITOR', scope } })

async function upload(body: Buffer, query = '', type = 'image/jpeg') {
  const answer = await fetch(`${url}${storeDeskImage.path}${query}`, {
    method: 'POST',
    headers: { cookie: `foyer_desk=${editor.cookie()}`, 'sec-fetch-site': 'same-origin', 'content-type': type },
    body: new Uint8Array(body),
  })
  return { status: answer.status, body: await answer.json() }
}

const photograph = (width = 400, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })
    .jpeg()
    .toBuffer()

test('an image that a member stores is made small, and an event has it until it is removed', async () => {
  const stored = await upload(await photograph(), '?left=100&top=0&width=200&height=200')
  expect(stored).toMatchObject({ status: 201, body: { width: 200, height: 200 } })
  const { imageId } = stored.body as { imageId: string }
  expect((await fetch(`${url}/file/${imageId}`)).headers.get('content-type')).toBe('image/webp')
  const shortName = await alpine.open(anEventFile(clock.now(), { slug: 'pictured' }))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const params = { eventId: String(id) }
  const read = async () => (await editor.ask(readDeskEvent, { params })).body as DeskEvent
  const change = async (changes: object) =>
    editor.ask(changeDeskEvent, { params, body: { base: (await read()).version, changes } })
  expect(await change({ imageId })).toMatchObject({ status: 200 })
  expect((await read()).file.imageId).toBe(imageId)
  expect(codes(await change({ imageId: 'f'.repeat(64) }))).toEqual([
    ['imageId', 'foyer.desk.event.refused.image-unknown'],
  ])
  expect(await change({ title: 'Other' })).toMatchObject({ status: 200 })
  expect((await read()).file.imageId).toBe(imageId)
  expect(await change({ imageId: null })).toMatchObject({ status: 200 })
  expect((await read()).file.imageId).toBeNull()
})

test('what is no image is refused, whatever its sender calls it, and so is more than 20 MB', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  for (const type of ['image/jpeg', 'image/svg+xml', 'application/json']) {
    const { status, body } = await upload(drawing, '', type)
    expect([status, codes({ status, body })]).toEqual([422, [[null, 'foyer.desk.image.unreadable']]])
  }
  const outside = await upload(await photograph(), '?width=500&height=10')
  expect(codes(outside)).toEqual([[null, 'foyer.desk.image.crop-outside']])
  expect((await upload(Buffer.alloc(20 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await upload(Buffer.concat([await photograph(), Buffer.alloc(20 * 1024 * 1024 - 10_000)]))).status).toBe(201)
})

test('many images at once are made small one after the other', async () => {
  const file = await photograph(3000, 2000)
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(file)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
})
