import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { createApiKey } from '#contract/organiser.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, app } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now()))

type Method = NonNullable<InjectOptions['method']>

const ALL_METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Pages have no routes; tests/wire/pages.test.ts asks them. */
const PAGES = new Set(['/', '/event/x'])
/** Below it the key is asked for before anything else, whatever the address and the method are. */
const OF_DOOR = '/admin/api/'

const addressesOf = (isIncluded: (address: string) => boolean): string[] =>
  [...new Set(allCalls.map(({ path }) => path.replaceAll(/:\w+/g, 'x')))].filter(isIncluded)

const addresses = addressesOf(address => !PAGES.has(address) && !address.startsWith(OF_DOOR))

/** Of all calls it can be of: `/event/list` is an address of `/event/:slug` too. */
function methodsOf(address: string): Set<string> {
  const calls = allCalls.filter(({ path }) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(address),
  )
  return new Set(calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
}

test('every path is in the table', () => {
  expect(addresses.length).toBeGreaterThan(70)
})

test.each(addresses)('%s answers 405 to every other method, and lists those it has', async address => {
  const methods = methodsOf(address)
  const allow = [...methods, 'OPTIONS'].toSorted().join(', ')
  const others = ALL_METHODS.filter(method => !methods.has(method))
  for (const method of others) {
    const answer = await app.inject({ method, url: address })
    expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, allow])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body).toBe(method === 'HEAD' ? '' : '"method not allowed"')
  }
  const options = await app.inject({ method: 'OPTIONS', url: address })
  expect([options.statusCode, options.headers.allow, options.body]).toEqual([204, allow, ''])
  expect(options.headers['access-control-allow-origin']).toBeUndefined()
})

test('the body of a wrong method is not read', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/v2/info', headers, payload: '{"not json' })
  expect(answer.statusCode).toBe(405)
})

test('an unknown path is not found, whatever the method', async () => {
  for (const method of [...ALL_METHODS, 'OPTIONS'] as const) {
    for (const address of ['/api/v2/nothing', '/api/v2/info/more', '/api', '/nothing/at/all']) {
      const answer = await app.inject({ method, url: address })
      expect([method, address, answer.statusCode, answer.headers.allow]).toEqual([method, address, 404, undefined])
    }
  }
})

test('the answer is the same for what exists and for what does not, with a key and without one', async () => {
  const ask = async (slug: string, headers = {}) => {
    const {
      statusCode,
      body,
      headers: sent,
    } = await app.inject({
      method: 'PATCH',
      url: `/api/v1/admin/event/${slug}`,
      headers,
    })
    return [statusCode, body, sent.allow]
  }
  const ofEvent = await ask(shortName)
  expect(ofEvent[0]).toBe(405)
  expect(await ask('unknown')).toEqual(ofEvent)
  expect(await ask(shortName, { authorization: `ApiKey ${apiKey}` })).toEqual(ofEvent)
})

const doorAddresses = addressesOf(path => path.startsWith(OF_DOOR))
const keyFor = async (type: 'SUPERVISOR' | 'OPERATOR') => {
  const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
  const key = await system.expect(createApiKey, 200, { params: { id: organiser.organizationId }, body: { type } })
  return { authorization: `ApiKey ${key.apiKey}` }
}
const [supervisor, operator] = [await keyFor('SUPERVISOR'), await keyFor('OPERATOR')]

test.each(doorAddresses)('%s answers a wrong method only to callers with a key for it', async address => {
  const methods = methodsOf(address)
  const allow = [...methods, 'OPTIONS'].toSorted().join(', ')
  for (const method of ALL_METHODS.filter(one => !methods.has(one))) {
    const answers = [supervisor, { authorization: `ApiKey ${apiKey}` }, {}].map(async headers => {
      const answer = await app.inject({ method, url: address, headers })
      return [answer.statusCode, answer.headers.allow]
    })
    expect([method, ...(await Promise.all(answers))]).toEqual([
      method,
      [405, allow],
      [403, undefined],
      [403, undefined],
    ])
  }
})

test('below the addresses of door devices answers show neither what exists nor what is for other keys', async () => {
  expect(doorAddresses.length).toBeGreaterThan(10)
  const attendees = '/admin/api/check-in/event/x/attendees'
  for (const [path, headers] of [
    ['/admin/api/nothing', supervisor],
    ['/admin/api/nothing', {}],
    [attendees, operator],
  ] as const) {
    const answer = await app.inject({ method: 'DELETE', url: path, headers })
    expect([path, answer.statusCode, answer.headers.allow]).toEqual([path, 403, undefined])
  }
})

test('an address written with percent signs is the same address', async () => {
  const answer = await app.inject({ method: 'DELETE', url: '/%61pi/v2/info?x=1' })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
