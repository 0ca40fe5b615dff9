import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { resendReservationEmail } from '#contract/booking.ts'
import { createEventPath, cspReportPath, openApiPath, reserveTicketsPath, pathTo } from '#contract/paths.ts'
import { ticketPath } from '#contract/ticket-paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { hold, infoOf, filledIn, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, app } = await testShop({ clock, environment: { TRUST_PROXY: '1' } })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 100 }))

const MEGABYTE = JSON.stringify({ a: 'x'.repeat(1_000_000) })
const json = { 'content-type': 'application/json' }

const writes = allCalls.filter(({ method }) => method !== 'GET')

test.each(writes.map(({ method, path }) => [method, path] as const))(
  '%s %s refuses a megabyte from a stranger',
  async (method, path) => {
    const address = path.replace(/:\w+/g, 'event')
    const { statusCode } = await app.inject({ method, url: address, headers: json, payload: MEGABYTE })
    expect([401, 403, 413]).toContain(statusCode)
  },
)

test('a visitor with a session is read as far as a form can be long, an organiser further', async () => {
  const buyer = aBuyer(url)
  const address = pathTo(reserveTicketsPath, { shortName })
  const first = await app.inject({ url: '/api/v2/public/user/authentication-enabled' })
  const visitor = {
    'x-auth-token': String(first.headers['x-auth-token']),
    'x-csrf-token': String(first.headers['xsrf-token']),
  }
  const headers = { ...json, ...visitor }
  const large = await app.inject({ method: 'POST', url: `${address}?lang=en`, headers, payload: MEGABYTE })
  expect([large.statusCode, JSON.parse(large.body)]).toEqual([413, expect.stringMatching(/^bad request: /)])
  const system = { ...json, authorization: `ApiKey ${apiKey}` }
  const foreign = await app.inject({ method: 'POST', url: createEventPath, headers: system, payload: MEGABYTE })
  expect(foreign.statusCode).toBe(403)
  expect(buyer).toBeDefined()
})

test('reports of browsers are read as far as they can be long, and counted', async () => {
  const report = (payload: string, from: string, type = 'application/csp-report') =>
    app.inject({
      method: 'POST',
      url: cspReportPath,
      payload,
      headers: { 'content-type': type, 'x-forwarded-for': from },
    })
  expect((await report('{"csp-report":{}}', '198.51.100.1')).statusCode).toBe(200)
  for (const type of ['application/csp-report', 'application/json', 'application/reports+json'])
    expect((await report(MEGABYTE, '198.51.100.2', type)).statusCode).toBe(413)
  const statuses = new Set<number>()
  for (let index = 0; index < 61; index += 1) statuses.add((await report('{}', '198.51.100.3')).statusCode)
  expect([...statuses]).toEqual([200, 429])
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test.each([
  ['made up', (index: number) => `192.0.2.${index}, 198.51.100.9`],
  ['of this machine', () => '127.0.0.1, 198.51.100.10'],
  ['alone, of this machine', () => '127.0.0.1'],
  ['of one household', (index: number) => `2001:db8:1:2::${index.toString(16)}`],
  ['no address', (index: number) => `nobody-${index}`],
])('an address that is %s does not get around a limit', async (_, forwarded) => {
  const statuses = new Set<number>()
  for (let index = 0; index < 11; index += 1) {
    const { status } = await aBuyer(url, { 'x-forwarded-for': forwarded(index) }).ask(resendReservationEmail, {
      params: { purchaseContextType: 'event', publicIdentifier: shortName, reservationId: UNKNOWN },
      query: { lang: 'en' },
    })
    statuses.add(status)
  }
  expect(statuses).toContain(429)
})

test.each(['urn:uuid:0a0a0a0a-0000-4000-8000-000000000000', '{0a0a0a0a-0000-4000-8000-000000000000}'])(
  'the id %s is no id of a ticket',
  async ticketIdentifier => {
    const answer = await app.inject({ url: pathTo(ticketPath, { eventName: shortName, ticketIdentifier }) })
    expect(answer.statusCode).toBe(400)
  },
)

test('what people type is cleaned, and an address with something hidden in it is refused', async () => {
  const buyer = aBuyer(url)
  const id = await hold(buyer, shortName, { Conference: 1 })
  const [ticket] = ticketsOf(await infoOf(buyer, id))
  const form = filledIn(await infoOf(buyer, id))
  const hidden = { firstName: '\u202eA\u001bda\r\nBcc: x', lastName: 'Love\u200d\u200dlace\u200b' }
  const tickets = { [ticket?.uuid ?? '']: { ...hidden, email: 'ada@example.org', userLanguage: 'en' } }
  expect((await sendDetails(buyer, id, { ...form, ...hidden, tickets })).status).toBe(200)
  const cleaned = { firstName: 'Ada Bcc: x', lastName: 'Love\u200dlace' }
  const info = await infoOf(buyer, id)
  expect([info, ticketsOf(info)[0]]).toMatchObject([cleaned, cleaned])
  for (const email of ['ada\u202e@example.org', 'ada@exam\u200bple.org'])
    expect((await sendDetails(buyer, id, { ...form, email })).status).toBe(422)
  expect((await sendDetails(buyer, id, { ...form, firstName: '\u200b\u2060' })).status).toBe(422)
})

test('an event can not have an unreadable name', async () => {
  const renamed = await organiser.open({
    ...anEventFile(clock.now(), { slug: 'cleaned' }),
    title: 'Fair\u202e\n\u001bgame',
  })
  const { body } = await app.inject({ url: `/api/v2/public/event/${renamed}` })
  expect(JSON.parse(body)).toMatchObject({ displayName: 'Fair game' })
})

test('a head that is too large is answered as every other mistake is', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*content-type: application\/json[^]*\r\n\r\n"bad request: [^"]+"$/)
})

test('the published description says who may call, and what any call can answer', async () => {
  const { paths, components } = (await app.inject({ url: openApiPath })).json()
  expect(Object.keys(components.securitySchemes)).toEqual([
    'apiKey',
    'doorKey',
    'sponsorKey',
    'session',
    'sessionCookie',
    'antiForgery',
    'deskSession',
    'applePass',
  ])
  const reserve = paths['/api/v2/public/event/{shortName}/reserve-tickets'].post
  expect(reserve.security).toEqual([
    { session: [], antiForgery: [] },
    { sessionCookie: [], antiForgery: [] },
  ])
  expect(Object.keys(reserve.responses)).toEqual(expect.arrayContaining(['400', '413', '414', '415', '429', '431']))
  expect(paths['/api/v1/admin/event/create'].post.security).toEqual([{ apiKey: [] }])
  expect(paths['/api/v2/public/events'].get.security).toEqual([])
})
