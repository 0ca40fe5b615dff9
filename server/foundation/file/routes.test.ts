import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
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
