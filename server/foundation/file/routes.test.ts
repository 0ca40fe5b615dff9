import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { WorkPutOff, workForImages } from '#server/foundation/heavy-work/heavy-worker.ts'
import { imageTypeOf } from './image-type.ts'
import { fileRoutes } from './routes.ts'
import { MAX_IMAGE_BYTES, storeImage } from './image.ts'

const { db } = await testDatabase()
const app = Fastify()
await app.register(fileRoutes({ db }))
afterAll(() => app.close())

const now = instant(Date.UTC(2027, 0, 1))
const gif = Buffer.from('GIF89a\u0020\u0000\u0010\u0000', 'latin1')

const get = (digest: string, ifNoneMatch?: string) =>
  app.inject({ url: `/file/${digest}`, ...(ifNoneMatch && { headers: { 'if-none-match': ifNoneMatch } }) })

test('an image is stored once and served under the digest of its bytes', async () => {
  const digest = (await storeImage(db, gif, now)) ?? ''
  expect(await storeImage(db, gif, now)).toBe(digest)
  const answer = await get(digest)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(gif)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/gif',
    etag: digest,
    'cache-control': 'max-age=15778463',
    'x-content-type-options': 'nosniff',
  })
})

test('a client that has the file already gets 304, however the tag is written', async () => {
  const digest = (await storeImage(db, gif, now)) ?? ''
  for (const tag of [digest, `"${digest}"`, `W/"${digest}"`, `"other", "${digest}"`]) {
    expect(await get(digest, tag)).toMatchObject({ statusCode: 304, payload: '' })
  }
  expect((await get(digest, '"other"')).statusCode).toBe(200)
})

test('an unknown digest is not found, anything else is malformed', async () => {
  expect(await get('0'.repeat(64))).toMatchObject({ statusCode: 404, payload: '' })
  expect((await get('x')).statusCode).toBe(404)
  expect((await get('null')).statusCode).toBe(404)
})

test('what is too large or no image is not stored', async () => {
  expect(await storeImage(db, Buffer.concat([gif, Buffer.alloc(MAX_IMAGE_BYTES)]), now)).toBeUndefined()
  expect(await storeImage(db, Buffer.from('<svg/>'), now)).toBeUndefined()
})

describe('an image in another width', () => {
  const inWidth = (digest: string, width: string, ifNoneMatch?: string) =>
    app.inject({ url: `/file/${digest}?width=${width}`, headers: ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {} })
  const stored = async (content: Buffer) => (await storeImage(db, content, now)) ?? ''
  const kept = (digest: string) =>
    db.kysely.selectFrom('scaled_image').select(['width', 'content']).where('digest', '=', digest).execute()

  /** Has a pattern: more than a few bytes in any format. */
  const photograph = (width: number, height: number) => {
    const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => ((at >> 6) * 7) % 251)
    return sharp(pixels, { raw: { width, height, channels: 3 } })
  }

  const frame = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer()

  test('is made at its first request, and kept for all others', async () => {
    const digest = await stored(await photograph(1200, 750).webp({ quality: 20 }).toBuffer())
    const answers = await Promise.all(Array.from({ length: 20 }, () => inWidth(digest, '320')))
    const [first] = answers
    expect(imageTypeOf(first?.rawPayload ?? gif)).toEqual({ contentType: 'image/webp', width: 320, height: 200 })
    for (const answer of answers) expect(answer.rawPayload.equals(first?.rawPayload ?? gif)).toBe(true)
    expect(first?.headers).toMatchObject({
      'content-type': 'image/webp',
      etag: `${digest}-320`,
      'cache-control': 'max-age=15778463',
      'x-content-type-options': 'nosniff',
    })
    expect(await kept(digest)).toEqual([{ width: 320, content: first?.rawPayload }])
    await db.kysely.updateTable('scaled_image').set({ content: gif }).where('digest', '=', digest).execute()
    expect((await inWidth(digest, '320')).rawPayload.equals(gif)).toBe(true)
  })

  test('has a tag of its own, so that no browser takes one width for another', async () => {
    const digest = await stored(await photograph(800, 500).webp().toBuffer())
    expect((await inWidth(digest, '640', `"${digest}-640"`)).statusCode).toBe(304)
    expect((await inWidth(digest, '640', `"${digest}-320"`)).statusCode).toBe(200)
    expect((await inWidth(digest, '640', `"${digest}"`)).statusCode).toBe(200)
  })

  test('is turned as its camera was held, as browsers turn the stored one', async () => {
    const digest = await stored(
      await photograph(800, 600).withMetadata({ orientation: 6 }).jpeg({ quality: 30 }).toBuffer(),
    )
    const answer = await inWidth(digest, '320')
    expect(imageTypeOf(answer.rawPayload)).toEqual({ contentType: 'image/webp', width: 320, height: 427 })
  })

  test.each([
    ['that is no wider', () => photograph(320, 200).webp().toBuffer()],
    [
      'that takes fewer bytes as it is',
      () =>
        sharp({ create: { width: 700, height: 3000, channels: 3, background: 'red' } })
          .webp({ lossless: true })
          .toBuffer(),
    ],
    [
      'that moves',
      async () =>
        sharp(await Promise.all(['red', 'blue'].map(frame)), { join: { animated: true } })
          .gif()
          .toBuffer(),
    ],
    ['that only begins like an image', async () => gif],
  ])('is the stored one of an image %s', async (_, make) => {
    const content = await make()
    const digest = await stored(content)
    for (let time = 0; time < 2; time += 1) {
      const answer = await inWidth(digest, '320')
      expect(answer.rawPayload.equals(content)).toBe(true)
      expect(answer.headers).toMatchObject({ 'content-type': imageTypeOf(content)?.contentType, etag: `${digest}-320` })
    }
    expect(await kept(digest)).toEqual([{ width: 320, content: null }])
  })

  test('is the stored one for a minute while the shop has too much of this work', async () => {
    const content = await photograph(900, 500).webp().toBuffer()
    const digest = await stored(content)
    vi.spyOn(workForImages, 'run').mockRejectedValueOnce(new WorkPutOff('turn', 'too many tasks wait'))
    const answer = await inWidth(digest, '640')
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({ 'cache-control': 'max-age=60', 'content-type': 'image/webp' })
    expect(answer.headers).not.toHaveProperty('etag')
    expect(imageTypeOf((await inWidth(digest, '640')).rawPayload)).toMatchObject({ width: 640 })
  })

  test('is refused in any width that no page asks for', async () => {
    const digest = await stored(Buffer.concat([gif, gif]))
    for (const width of ['1', '100', '2000', '-320', '320.0', 'x', '']) {
      expect((await inWidth(digest, width)).statusCode).toBe(400)
    }
    expect(await kept(digest)).toEqual([])
    expect((await inWidth('0'.repeat(64), '320')).statusCode).toBe(404)
  })
})
