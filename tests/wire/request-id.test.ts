import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { languagesPath, eventPath, pathTo, reserveTicketsPath } from '#contract/paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { hold } from '../support/buyer/purchase.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const lines: string[] = []
const clock = manualClock()
const { url, apiKey, app, shop } = await testShop({
  clock,
  hasPages: true,
  log: { write: line => void lines.push(line) },
  environment: { TRUST_PROXY: '10.0.0.0/8' },
})
const shortName = await (await anOrganiser(url, apiKey)).open(anEventFile(clock.now()))
const eventCall = pathTo(eventPath, { shortName })

const OWN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HOME = '127.0.0.1'
const PROXY = '10.1.2.3'
const STRANGER = '192.0.2.7'

type Sender = { readonly from?: string; readonly headers?: Record<string, string> }
const idOf = async (path: string, { from = HOME, headers = {} }: Sender = {}) =>
  (await app.inject({ url: path, remoteAddress: from, headers })).headers['x-request-id']

/** What was logged of a request. */
const logged = (id: unknown) =>
  lines.map(line => JSON.parse(line) as Record<string, unknown>).filter(({ reqId }) => reqId === id)

test.each([
  ['a page', `/event/${shortName}`, 200],
  ['a page that leads on', '/', 302],
  ['a page of nothing', '/nowhere', 404],
  ['a call', eventCall, 200],
  ['a call that finds nothing', pathTo(eventPath, { shortName: 'unknown' }), 404],
  ['a file that is not there', '/assets/nothing.js', 404],
  ['an address that can not be decoded', '/%zz', 400],
])('%s says the id of its request, each time another', async (_, path, status) => {
  const answers = await Promise.all([1, 2].map(() => app.inject({ url: path })))
  const ids = answers.map(({ headers }) => String(headers['x-request-id']))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status])
  for (const id of ids) expect(id).toMatch(OWN)
  expect(new Set(ids).size).toBe(2)
})

test('so does what is refused before a route is reached, and what is no request', async () => {
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: pathTo(reserveTicketsPath, { shortName }),
      headers: { 'content-type': 'application/json' },
      payload,
    })
  for (const answer of [await post('{}'), await app.inject({ method: 'PATCH', url: languagesPath })]) {
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers['x-request-id']).toMatch(OWN)
  }
  const socket = connect(Number(new URL(url).port), HOME)
  socket.end('this is no request\r\n\r\n')
  const [, id = ''] = /\r\nX-Request-Id: (\S+)\r\n/.exec(await text(socket)) ?? []
  expect(id).toMatch(OWN)
  expect(logged(id)).toMatchObject([{ msg: 'unreadable request' }])
})

test('a failure is logged with the id of its answer, which pages show and the header has', async () => {
  await shop.db.pool.query('alter table event rename to event_away')
  // No request has asked for this event before, so that no cache has it.
  const missingEvent = pathTo(eventPath, { shortName: 'unheard-of' })
  const program = await app.inject({ url: missingEvent, headers: { accept: 'application/json' } })
  const headers = { accept: 'text/html', 'accept-language': 'de' }
  const reader = await app.inject({ url: '/event/unheard-of', headers })
  await shop.db.pool.query('alter table event_away rename to event')
  expect([program.statusCode, program.body]).toEqual([500, '"unexpected exception"'])
  for (const answer of [program, reader]) {
    expect(logged(answer.headers['x-request-id'])).toMatchObject([{ msg: 'request failed' }])
  }
  expect([reader.statusCode, reader.headers['cache-control']]).toEqual([500, 'no-store'])
  expect(reader.body).toContain(`nennen Sie bitte ${String(reader.headers['x-request-id'])}.`)
})

test('what happens while a request is answered is logged with its id, also after its body has come', async () => {
  lines.length = 0
  await hold(aBuyer(url, { 'x-request-id': 'of-this-order' }), shortName, { Conference: 1 })
  expect(logged('of-this-order').map(({ msg }) => msg)).toContain('reserved')
})

test('an id that a believed proxy gives is taken over, and no one else’s', async () => {
  const headers = { 'x-request-id': 'edge-1.A_7' }
  expect(await idOf(eventCall, { from: PROXY, headers })).toBe('edge-1.A_7')
  expect(await idOf('/%zz', { from: PROXY, headers })).toBe('edge-1.A_7')
  expect(await idOf(eventCall, { from: HOME, headers })).toBe('edge-1.A_7')
  expect(await idOf(eventCall, { from: STRANGER, headers })).toMatch(OWN)
  // Nor by saying that it was a proxy.
  expect(await idOf(eventCall, { from: STRANGER, headers: { ...headers, 'x-forwarded-for': PROXY } })).toMatch(OWN)
})

test.each([
  ['longer than 64', 'a'.repeat(65)],
  ['endless', 'a'.repeat(300)],
  ['empty', ''],
  ['two lines', 'a\r\nset-cookie: b=c'],
  ['a line with its end', 'a\n'],
  ['a space', 'a b'],
  ['quotes', '"a"'],
  ['a mail address', 'ada@example.org'],
  ['letters of other scripts', 'é'],
])('an id that is %s is replaced', async (_, id) => {
  expect(await idOf(eventCall, { from: PROXY, headers: { 'x-request-id': id } })).toMatch(OWN)
})
