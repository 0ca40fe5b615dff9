import { expect, test } from 'vitest'
import { authenticationEnabledPath } from '#contract/account-paths.ts'
import { instant } from '#domain/foundation/instant.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { aKey } from '#tests/support/organiser/door.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const { url, apiKey, clock, app, shop } = await testShop()
const BY_KEY = { authorization: `ApiKey ${apiKey}` }

/** What a page of the shop itself has: a session and its token. */
async function visitor(): Promise<Record<string, string>> {
  const { headers } = await fetch(url + authenticationEnabledPath)
  return { 'x-auth-token': headers.get('x-auth-token') ?? '', 'x-csrf-token': headers.get('xsrf-token') ?? '' }
}

async function setClock(
  headers: Readonly<Record<string, string>>,
  move: object = { set: '2030-01-01T00:00:00Z' },
): Promise<number> {
  const answer = await fetch(`${url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(move),
  })
  return answer.status
}

async function runJobs(headers: Readonly<Record<string, string>>): Promise<number> {
  return (await fetch(`${url}/dev/jobs/run`, { method: 'POST', headers })).status
}

test('a client without a token neither moves the clock nor runs jobs', async () => {
  const before = clock.now()
  const { organizationId } = await anOrganiser(url, apiKey)
  const ofAnOrganisation = await aKey(url, { systemKey: apiKey, organizationId, role: 'API_CLIENT' })
  const refused = [{}, { authorization: 'ApiKey guessed' }, { authorization: `ApiKey ${ofAnOrganisation}` }]
  for (const headers of [...refused, { ...(await visitor()), 'x-csrf-token': 'guessed' }]) {
    expect([await setClock(headers), await runJobs(headers)]).toEqual([403, 403])
  }
  expect(clock.now() - before).toBeLessThan(600_000)
})

test('a page of another site can do neither, even with a token', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example.org' },
    { origin: 'null' },
  ]) {
    expect([await setClock({ ...BY_KEY, ...headers }), await runJobs({ ...BY_KEY, ...headers })]).toEqual([403, 403])
  }
})

test('the system API key does both, and so does the token of a visitor', async () => {
  expect(await runJobs({ ...(await visitor()), origin: url, 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect([await setClock(BY_KEY), await runJobs(BY_KEY)]).toEqual([200, 200])
  expect(clock.now()).toBeGreaterThanOrEqual(instant(Date.UTC(2030, 0, 1)))
})

test('a clock that is reset shows the real time again', async () => {
  expect(await setClock(BY_KEY, { set: '2030-01-01T00:00:00Z' })).toBe(200)
  expect(await setClock(BY_KEY, { reset: true })).toBe(200)
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000)
})

test('what changes nothing needs no token', async () => {
  for (const path of ['/dev', '/dev/clock', '/dev/outbox']) expect((await fetch(url + path)).status).toBe(200)
})

const statusAt = async (path: string, host: string, headers: Readonly<Record<string, string>> = {}) =>
  (await app.inject({ url: path, headers: { ...headers, host } })).statusCode

test.each(['/dev', '/dev/clock', '/dev/outbox', '/dev/mails'])(
  '%s answers under names of this machine and of the shop only: another name may lead here without our knowledge',
  async path => {
    const { host } = new URL(shop.config.baseUrl)
    const own = ['localhost', 'localhost:8080', 'shop.localhost:1', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080', host]
    for (const name of own) expect([name, await statusAt(path, name)]).toEqual([name, 200])
    const others = [
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'xlocalhost',
      'localhost@evil.example',
    ]
    for (const name of others) expect([name, await statusAt(path, name)]).toEqual([name, 403])
    expect(await statusAt(path, 'evil.example', { 'x-forwarded-host': 'localhost' })).toBe(403)
  },
)
