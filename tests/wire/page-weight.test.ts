import { get } from 'node:http'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { loadSample } from '#server/sample.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import { testShop } from '../support/shop/test-shop.ts'

/**
 * Bytes of HTML by page, of the sample shop: as browsers read them and as they travel in brotli; the same in every
 * language. Before pages named their texts instead of carrying them, an event had 83,800 bytes, 72,000 of them texts.
 */
const BUDGETS = [
  { page: 'home', path: '/', html: 31_000, brotli: 7_800 },
  { page: 'list', path: '/events-all', html: 32_600, brotli: 6_500 },
  { page: 'event', path: '/event/alpine-systems-days', html: 30_700, brotli: 7_600 },
  { page: 'passes', path: '/subscriptions-all', html: 19_400, brotli: 5_300 },
  { page: 'find orders', path: '/find-orders', html: 6_500, brotli: 2_600 },
] as const

describe('the HTML of pages', async () => {
  const { shop, url } = await testShop({ hasPages: true })
  await loadSample(shop)

  describe.each(offeredLanguages.map(({ locale }) => locale))('in %s', language => {
    test.each(BUDGETS)('"$page" stays within its budget', async ({ path, html, brotli }) => {
      const compressed = await bytesOf(url + path, { 'accept-language': language, 'accept-encoding': 'br' })
      const text = brotliDecompressSync(compressed)
      expect(text.toString()).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${language}"[^]*</html>\\n$`))
      expect(overBudget({ html: text.length, brotli: compressed.length }, { html, brotli })).toEqual([])
    })

    test('its texts are one file, named by its content and kept for a year', async () => {
      const page = await (await fetch(url, { headers: { 'accept-language': language } })).text()
      const [, address = ''] = /as="fetch" href="([^"]+)"/.exec(page) ?? []
      expect(address).toMatch(new RegExp(`^/assets/texts/${language}-[\\w-]{16}\\.json$`))
      const file = await fetch(url + address)
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const bundle = await (await fetch(`${url}/api/v2/public/i18n/bundle/${language}`)).json()
      expect(await file.json()).toEqual(bundle)
    })
  })

  test('texts under a name of another content are those of now, and kept by no one', async () => {
    const file = await fetch(`${url}/assets/texts/de-anotherContent00.json`)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await file.json()).toEqual(await (await fetch(`${url}/api/v2/public/i18n/bundle/de`)).json())
    for (const name of ['xx-0000000000000000.json', '..%2f..%2fpackage.json', '-', 'constructor-a.json']) {
      expect((await fetch(`${url}/assets/texts/${name}`)).status, name).toBe(404)
    }
  })

  test('scripts and styles of the build are sent as it has compressed them, and as they are to clients without Brotli', async () => {
    const page = await (await fetch(`${url}/event/alpine-systems-days`)).text()
    const [style = ''] = /\/assets\/style-[\w-]+\.css/.exec(page) ?? []
    const [, framework = ''] = /modulepreload[^>]*href="(\/assets\/(?!entry-)[\w-]+\.js)"/.exec(page) ?? []
    const encodingOf = async (file: string, accepted: string) => {
      const answer = await fetch(url + file, { headers: { 'accept-encoding': accepted } })
      // A body that is not read keeps its connection, and the shop waits for that when it closes.
      await answer.bytes()
      const { headers } = answer
      return Object.fromEntries(
        ['content-encoding', 'vary', 'cache-control'].map(name => [name, headers.get(name)?.toLowerCase()]),
      )
    }
    const kept = { vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' }
    for (const file of [framework, style]) {
      expect(await encodingOf(file, 'gzip, br'), file).toEqual({ ...kept, 'content-encoding': 'br' })
      expect(await encodingOf(file, 'gzip'), file).toEqual({ ...kept, 'content-encoding': 'gzip' })
      expect(await encodingOf(file, 'identity'), file).toEqual({ ...kept, 'content-encoding': undefined })
      const plain = await bytesOf(url + file, { 'accept-encoding': 'identity' })
      expect(brotliDecompressSync(await bytesOf(url + file, { 'accept-encoding': 'br' })).equals(plain)).toBe(true)
    }
  })

  test('the worker of tickets is one script for pages below /event/ alone, small, and names files that are there', async () => {
    const answer = await fetch(`${url}/ticket-worker.js`)
    const text = await answer.text()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/event/',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    expect(text).not.toMatch(/\b(import|export)\b/)
    expect(gzipSync(text).length).toBeLessThan(3_000)
    const files = (text.match(/\/assets\/[\w.-]+/g) ?? []).filter(file => file !== '/assets/')
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) expect((await fetch(url + file)).status, file).toBe(200)
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await fetch(`${url}/ticket-worker.js`, { headers })).status).toBe(304)
  })
})

test('a page that is heavier than its budget is reported', () => {
  expect(overBudget({ html: 101, brotli: 51 }, { html: 100, brotli: 50 })).toEqual([
    'html: 101 of 100 bytes',
    'brotli: 51 of 50 bytes',
  ])
})

type Weight = { readonly html: number; readonly brotli: number }

function overBudget(weight: Weight, budget: Weight): readonly string[] {
  const kinds = ['html', 'brotli'] as const
  return kinds.flatMap(kind =>
    weight[kind] > budget[kind] ? [`${kind}: ${weight[kind]} of ${budget[kind]} bytes`] : [],
  )
}

/** As they travel: `fetch` would decompress them. */
async function bytesOf(address: string, headers: Record<string, string>): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(address, { headers }, answer => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
  }).on('error', reject)
  return promise
}
