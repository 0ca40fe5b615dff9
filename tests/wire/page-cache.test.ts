import { randomInt } from 'node:crypto'
import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { hold } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { randomNumbers } from '../support/run/random-numbers.ts'
import { testShop } from '../support/shop/test-shop.ts'

/** Random visitors of kept pages: whatever one sends, the page is that of the address and language, and of no other visitor. */
const VISITS = isLongRun() ? 5_000 : 400
const AT_ONCE = 20

const clock = manualClock()
const { url, apiKey } = await testShop({ hasPages: true, clock })
const organiser = await anOrganiser(url, apiKey)
const LANGUAGES = ['en', 'de', 'fr', 'it'] as const
const description = LANGUAGES.map(lang => ({ lang, body: `Described in ${lang}` }))
const EVENTS = ['first', 'second'] as const
for (const slug of EVENTS)
  await organiser.open(anEventFile(clock.now(), { slug, title: `${slug} evening`, description }))

/** FOYER_SEED=<the printed number> repeats the visits. */
const seed = Number(process.env['FOYER_SEED'] ?? randomInt(1_000_000_000))
const random = randomNumbers(seed)
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const ENCODINGS = [
  null,
  'br',
  'gzip',
  'gzip, deflate, br, zstd',
  'br;q=0, gzip',
  '*',
  'identity',
  'zstd',
  ';;q=,br;q=x',
]
const PREFERENCES = [null, 'de-CH,de;q=0.9,en;q=0.5', 'xx', 'it', 'fr;q=0.1, en;q=0', ';;,,q=', 'zz, de;q=0.8'] as const
const OTHER_HEADERS = [
  {},
  { 'x-forwarded-host': 'attacker.example', 'x-forwarded-proto': 'https' },
  { host: 'attacker.example' },
  { 'x-original-url': '/event/second', 'x-rewrite-url': '/event/second' },
  { range: 'bytes=0-10' },
  { 'if-none-match': '"another"' },
  { 'cache-control': 'no-cache', pragma: 'no-cache' },
] as const
const QUERIES = [
  '',
  '?utm_source=x',
  '?lang=de',
  '?lang=fr&lang=it',
  '?lang=xx',
  '?code=NONE',
  '?_nonce=1&callback=alert',
] as const

test(`${VISITS} visitors with random headers, queries, languages and sessions each get their own page (seed ${seed})`, async () => {
  const sessions = await Promise.all([sessionOf('first'), sessionOf('second')])
  const nonces = new Set<string>()
  for (let visit = 0; visit < VISITS; visit += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => visitOnce(nonces, sessions)))
  }
  // No two answers had one nonce.
  expect(nonces.size).toBe(VISITS)
})

async function visitOnce(nonces: Set<string>, sessions: readonly string[]): Promise<void> {
  const [event, query, language] = [pick(EVENTS), pick(QUERIES), pick(PREFERENCES)]
  const cookie = pick([null, 'SESSION=forged', ...sessions])
  const encoding = pick(ENCODINGS)
  const headers = {
    ...pick(OTHER_HEADERS),
    ...(language !== null && { 'accept-language': language }),
    ...(encoding !== null && { 'accept-encoding': encoding }),
    ...(cookie !== null && { cookie }),
  }
  const sent = JSON.stringify({ event, query, headers })
  const { status, head, text } = await receive(`${url}/event/${event}${query}`, headers)
  expect(status, sent).toBe(200)
  const nonce = /script-src 'nonce-([0-9a-f]{32})'/.exec(String(head['content-security-policy']))?.[1] ?? 'none'
  nonces.add(nonce)
  const found = [...text.matchAll(/\bnonce="([^"]*)"/g)].map(([, value]) => value)
  expect(new Set(found), sent).toEqual(new Set([nonce]))
  expect(text, sent).toMatch(/^<!doctype html>[^]*<\/html>\n$/)
  expect(text, sent).toContain(`${event} evening`)
  expect(text, sent).not.toContain(`${event === 'first' ? 'second' : 'first'} evening`)
  expect(/<html lang="(\w+)"/.exec(text)?.[1], sent).toBe(languageFor(query, language))
  expect(text, sent).toContain(`Described in ${languageFor(query, language)}`)
  expect(text, sent).not.toContain('attacker.example')
  // What every visitor may be sent carries no session.
  expect([head['set-cookie'], head['x-auth-token']], sent).toEqual([undefined, undefined])
  expect(head['vary'], sent).toBe('Accept-Language, Accept-Encoding')
}

/** The first `lang` of the address that the shop speaks, then the best of the browser's, then English. */
function languageFor(query: string, preference: (typeof PREFERENCES)[number]): string {
  const requested = new URLSearchParams(query).get('lang') ?? ''
  if (LANGUAGES.some(language => language === requested)) return requested
  const preferred = {
    'de-CH,de;q=0.9,en;q=0.5': 'de',
    it: 'it',
    'fr;q=0.1, en;q=0': 'fr',
    'zz, de;q=0.8': 'de',
  } as const
  return Object.entries(preferred).find(([header]) => header === preference)?.[1] ?? 'en'
}

/** The cookie of a visitor who holds a ticket of an event. */
async function sessionOf(event: string): Promise<string> {
  const id = await hold(aBuyer(url), event, { Conference: 1 })
  const answer = await fetch(`${url}/event/${event}/reservation/${id}/book`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

type Received = { readonly status: number; readonly head: Readonly<Record<string, unknown>>; readonly text: string }

/** Header by header as given: `fetch` would add its own, and decompress. */
async function receive(address: string, headers: Readonly<Record<string, string>>): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  get(address, { headers }, answer => {
    const chunks: Buffer[] = []
    const end = () => {
      const body = Buffer.concat(chunks)
      const encoding = answer.headers['content-encoding']
      const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
      resolve({ status: answer.statusCode ?? 0, head: answer.headers, text: decoded.toString() })
    }
    answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', end)
  }).on('error', reject)
  return promise
}
