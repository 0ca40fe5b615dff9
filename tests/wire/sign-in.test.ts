import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION_COOKIE } from '#server/foundation/http/visitor.ts'
import { openIdProvider } from '../fakes/openid-provider.ts'
import { aBrowser, signInAs, toCallback, type TestBrowser } from '../support/buyer/signing-in.ts'
import { testShop } from '../support/shop/test-shop.ts'

const { shop, url } = await testShop()
const callback = `${shop.config.baseUrl}/openid/callback`
const provider = await openIdProvider([callback])
const { issuer, clientId, clientSecret } = provider
await shop.db.kysely
  .insertInto('setting')
  .values([
    { key: 'OPENID_PUBLIC_ENABLED', value: 'true' },
    { key: 'OPENID_CONFIGURATION_JSON', value: JSON.stringify({ issuer, clientId, clientSecret }) },
  ])
  .execute()

let person = { sub: '', email: '', email_verified: true, given_name: 'Ada', family_name: 'Rossi' }

beforeEach(() => {
  const sub = crypto.randomUUID()
  person = { ...person, sub, email: `${sub.slice(0, 8)}@example.org` }
  provider.comes(person)
})

const ME = '/api/v2/public/user/me'

async function me(browser: TestBrowser): Promise<unknown> {
  const response = await browser.go(ME)
  return response.status === 204 ? null : await response.json()
}

const accounts = () => shop.db.kysely.selectFrom('account').selectAll().where('subject', '=', person.sub).execute()

describe('a sign-in', () => {
  test('leads to the provider with state, nonce and PKCE, and back to where one was, as another session', async () => {
    const browser = aBrowser(url)
    await browser.go('/api/v2/info')
    const before = browser.cookies().get(SESSION_COOKIE)
    const there = new URL((await browser.go('/openid/authentication')).headers.get('location') ?? '')
    expect(there.origin).toBe(issuer)
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    })
    expect(await signInAs(browser, '/openid/authentication?from=%2Fevent%2Fspring')).toBe('/event/spring')
    expect(browser.cookies().get(SESSION_COOKIE)).not.toBe(before)
    expect(await me(browser)).toEqual({
      firstName: 'Ada',
      lastName: 'Rossi',
      emailAddress: person.email,
      external: true,
      profile: null,
    })
  })

  test('is in every answer: the calls, and the page', async () => {
    const response = await aBrowser(url).go('/api/v2/public/user/authentication-enabled')
    expect([await response.json(), response.headers.get('alfio-openid-enabled')]).toEqual([true, 'true'])
  })

  test('a second time finds the same account, by issuer and subject and not by the address', async () => {
    await signInAs(aBrowser(url))
    provider.comes({ ...person, email: 'other@example.org', given_name: 'Augusta' })
    const browser = aBrowser(url)
    await signInAs(browser)
    expect(await me(browser)).toMatchObject({ firstName: 'Ada', emailAddress: 'other@example.org' })
    expect(await accounts()).toHaveLength(1)
    const stranger = { ...person, sub: `${person.sub}-2` }
    provider.comes(stranger)
    await signInAs(aBrowser(url))
    expect(
      await shop.db.kysely.selectFrom('account').select('id').where('email', '=', stranger.email).execute(),
    ).toHaveLength(1)
  })

  test('with an address that is not verified says nothing about the address', async () => {
    provider.comes({ ...person, email_verified: false })
    await signInAs(aBrowser(url))
    expect((await accounts()).map(row => row.is_email_verified)).toEqual([false])
  })

  test('goes on from several tabs, each where it was', async () => {
    const browser = aBrowser(url)
    const first = await toCallback(browser, '/openid/authentication?from=/a')
    const second = await toCallback(browser, '/openid/authentication?from=/b')
    expect(await (await browser.go(first)).text()).toContain('url=/a')
    expect(await (await browser.go(second)).text()).toContain('url=/b')
  })

  test('may be begun anew by a visitor who is signed in', async () => {
    const browser = aBrowser(url)
    await signInAs(browser)
    const again = await browser.go('/openid/authentication')
    expect([again.status, new URL(again.headers.get('location') ?? '').origin]).toEqual([302, issuer])
    expect(await me(browser)).toMatchObject({ emailAddress: person.email })
  })

  test('is possible however often it was begun and left', async () => {
    const browser = aBrowser(url)
    const from = encodeURIComponent(`/event/${'a'.repeat(200)}`)
    for (let left = 0; left < 40; left += 1) await browser.go(`/openid/authentication?from=${from}`)
    expect(await signInAs(browser, '/openid/authentication?from=/my-orders')).toBe('/my-orders')
  })

  test.each([['//evil.example'], ['https://evil.example/'], ['/openid/authentication']])(
    'never leads elsewhere: %s',
    async from => {
      expect(await signInAs(aBrowser(url), `/openid/authentication?from=${encodeURIComponent(from)}`)).toBe('/')
    },
  )
})

describe('a sign-in is refused', () => {
  const expectRefused = async (browser: TestBrowser, address: string) => {
    const response = await browser.go(address)
    expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store'])
    expect(await response.text()).toContain('href="/openid/authentication')
    expect(await me(browser)).toBeNull()
  }

  test('to a visitor who says no at the provider', async () => {
    const browser = aBrowser(url)
    provider.comes('refuses')
    const back = await toCallback(browser, '/openid/authentication?from=/event/x')
    expect(back).toContain('error=access_denied')
    await expectRefused(browser, back)
  })

  test('for an answer that another browser has begun', async () => {
    const back = await toCallback(aBrowser(url))
    await expectRefused(aBrowser(url), back)
  })

  test('for an answer that comes a second time', async () => {
    const browser = aBrowser(url)
    const back = await toCallback(browser)
    await browser.go(back)
    await browser.go('/api/v2/public/user/me')
    const again = await browser.go(back)
    expect(again.status).toBe(403)
  })

  test.each([
    ['state', (back: URL) => back.searchParams.set('state', `${back.searchParams.get('state')}x`)],
    ['code', (back: URL) => back.searchParams.set('code', `${back.searchParams.get('code')}x`)],
    ['issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example')],
    ['no code', (back: URL) => back.searchParams.delete('code')],
  ])('by an answer that was tampered with: %s', async (_, change) => {
    const browser = aBrowser(url)
    const back = new URL(await toCallback(browser), url)
    change(back)
    await expectRefused(browser, back.href)
  })

  test('for a cookie that was made up', async () => {
    const browser = aBrowser(url)
    const back = new URL(await toCallback(browser), url)
    const [name = '', value = ''] = [...browser.cookies()].find(([key]) => key.startsWith('FOYER_SIGN_IN')) ?? []
    const [content = ''] = value.split('.')
    const forged = { ...JSON.parse(Buffer.from(content, 'base64url').toString()), path: '/evil' }
    const cookie = `${name}=${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${value.split('.')[1]}`
    const response = await fetch(back, { redirect: 'manual', headers: { cookie } })
    expect(response.status).toBe(403)
  })

  test('while the provider is away, and works when it is back', async () => {
    const browser = aBrowser(url)
    const back = await toCallback(browser)
    await provider.halt()
    const response = await browser.go(back)
    expect(response.status).toBe(403)
    await provider.resume()
    expect(await signInAs(browser)).toBe('/')
  })
})

test('the provider may change its keys at any time', async () => {
  await signInAs(aBrowser(url))
  await provider.changeKeys()
  const browser = aBrowser(url)
  expect(await signInAs(browser)).toBe('/')
  expect(await me(browser)).toMatchObject({ emailAddress: person.email })
})

test('where sign-in is off its addresses lead home and to the order, without asking who the visitor is', async () => {
  const offered = shop.db.kysely.updateTable('setting').where('key', '=', 'OPENID_PUBLIC_ENABLED')
  const browser = aBrowser(url)
  const locationOf = async (address: string) => {
    const { status, headers } = await browser.go(address)
    return [status, headers.get('location')]
  }
  await offered.set({ value: 'false' }).execute()
  const isOff = async () => {
    const response = await browser.go('/api/v2/public/user/authentication-enabled')
    expect([await response.json(), response.headers.get('alfio-openid-enabled')]).toEqual([false, 'false'])
  }
  await vi.waitFor(isOff, { timeout: 5_000, interval: 100 })
  expect(await locationOf('/openid/authentication')).toEqual([302, '/?error'])
  expect(await locationOf('/openid/callback?state=x')).toEqual([403, null])
  const order = `/event/spring/reservation/${crypto.randomUUID()}`
  expect(await locationOf(`/openid${order}`)).toEqual([302, order])
  expect(await me(browser)).toBeNull()
  await offered.set({ value: 'true' }).execute()
})
