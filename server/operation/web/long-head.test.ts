import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { authenticationEnabledPath } from '#contract/account-paths.ts'
import { eventsPath } from '#contract/paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now()))

/** A request written as no client writes it; returns the whole text that comes back. */
async function sent(head: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${head}connection: close\r\n\r\n`)
  return text(socket)
}

const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** A little below what a head may hold at all, which is 16 kB. */
const ALMOST_ALL = 15_000
const filledWith = (part: string): string => part.repeat(Math.floor(ALMOST_ALL / part.length))

const parametersOf = (call: (typeof allCalls)[number]): readonly string[] =>
  'query' in call && call.query !== undefined ? Object.keys(call.query.properties) : []

const reads = allCalls.filter(({ method }) => method === 'GET')
const addresses = reads.flatMap(call => {
  const path = call.path.replace(':shortName', shortName).replace(/:\w+/g, 'x')
  return ['unknown', ...parametersOf(call)].map(name => [path, name] as const)
})

test.each(addresses)('%s is answered however often %s is said', async (path, name) => {
  for (const query of [filledWith(`${name}=1&`), `${name}=${filledWith('a')}`, `${name}=${filledWith('%00')}`]) {
    const { status } = await fetch(`${url}${path}?${query}`, { redirect: 'manual' })
    expect(status).toBeLessThan(500)
  }
})

test.each([
  ['hundreds of headers', 'a: 1\r\n'.repeat(900)],
  ['the same header thousands of times', filledWith('x-auth-token: 1\r\n')],
  ['thousands of cookies', `cookie: ${filledWith('a=1; ')}\r\n`],
  ['a cookie as long as the head', `cookie: ALFIO_SESSION=${filledWith('a')}\r\n`],
  ['a session as long as the head', `x-auth-token: ${filledWith('a.')}\r\n`],
  ['thousands of languages', `accept-language: ${filledWith('de-CH;q=0.9,')}en\r\n`],
  ['thousands of tags', `if-none-match: ${filledWith('"a",')}"b"\r\n`],
  ['thousands of encodings', `accept-encoding: ${filledWith('br;q=0.1,')}gzip\r\n`],
  ['thousands of ways round', `x-forwarded-for: ${filledWith('192.0.2.1,')}192.0.2.2\r\n`],
  ['thousands of ranges', `range: bytes=${filledWith('0-1,')}2-3\r\n`],
])('%s do no harm', async (_, headers) => {
  for (const path of [eventsPath, authenticationEnabledPath, `/api/v2/public/event/${shortName}`]) {
    expect(statusIn(await sent(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}`))).toBe(200)
  }
})

test.each([
  ['more headers than anybody has', 'a: 1\r\n'.repeat(2_100)],
  ['a header', `a: ${'1'.repeat(20_000)}\r\n`],
  ['cookies', `cookie: ${'a=1; '.repeat(4_000)}\r\n`],
])('%s beyond what a head may hold: refused', async (_, headers) => {
  expect(statusIn(await sent(`GET ${eventsPath} HTTP/1.1\r\nhost: x\r\n${headers}`))).toBe(431)
})
