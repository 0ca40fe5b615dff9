import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import { getFile } from '#contract/pages.ts'
import { filePath, pathTo } from '#contract/paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const picture = await readFile(new URL('../../samples/images/open-atlas.webp', import.meta.url))
const site = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'image/webp' }).end(picture)).listen(
  0,
  '127.0.0.1',
)
afterAll(() => site.close())

const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const imageUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/picture.webp`
const shortName = await organiser.open(anEventFile(clock.now(), { imageUrl }))
const digest = createHash('sha256').update(picture).digest('hex')
const address = url + pathTo(filePath, { digest })

test('the picture of an event is a file named by what is in it', async () => {
  const { fileBlobId } = await aBuyer(url).expect(getEvent, 200, { params: { shortName } })
  expect(fileBlobId).toBe(digest)
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
})

test('it may be kept for half a year, by its bare digest', async () => {
  const answer = await fetch(address)
  expect(answer.headers.get('etag')).toBe(digest)
  expect(answer.headers.get('cache-control')).toBe('max-age=15778463')
})

test.each([digest, `"${digest}"`, `W/"${digest}"`, `"other", "${digest}"`])('if-none-match: %s gets 304', async tag => {
  const answer = await fetch(address, { headers: { 'if-none-match': tag } })
  expect([answer.status, await answer.text()]).toEqual([304, ''])
  expect(answer.headers.get('etag')).toBe(digest)
  expect(answer.headers.get('cache-control')).toBe('max-age=15778463')
})

test('who has another one gets it', async () => {
  expect((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('the contract is kept, with and without a picture', async () => {
  const buyer = aBuyer(url)
  expect((await buyer.ask(getFile, { params: { digest } })).status).toBe(200)
  expect((await buyer.ask(getFile, { params: { digest }, query: { width: '320' } })).status).toBe(200)
  expect((await buyer.ask(getFile, { params: { digest: '0'.repeat(64) } })).status).toBe(404)
})
