import { beforeEach, describe, expect, test } from 'vitest'
import { openIdProvider } from '../fakes/openid-provider.ts'
import { type TestBrowser, aBrowser, signInAs } from '../support/buyer/signing-in.ts'
import { testShop } from '../support/shop/test-shop.ts'

// The end of a session at a provider that says by itself where it ends (lifecycle H; OpenID Connect RP-Initiated Logout 1.0).

const { shop, url } = await testShop()
const { baseUrl } = shop.config
const provider = await openIdProvider([`${baseUrl}/openid/callback`], [baseUrl])
const { issuer, clientId, clientSecret } = provider
await shop.db.kysely
  .insertInto('setting')
  .values([
    { key: 'OPENID_PUBLIC_ENABLED', value: 'true' },
    { key: 'OPENID_CONFIGURATION_JSON', value: JSON.stringify({ issuer, clientId, clientSecret }) },
  ])
  .execute()

const USER = '/api/v2/public/user'
let sub = ''

beforeEach(() => {
  sub = crypto.randomUUID()
  provider.comes({ sub, email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Rossi' })
})

async function leave(browser: TestBrowser, method: string, path: string): Promise<URL> {
  const first = await browser.go(`${USER}/authentication-enabled`)
  const response = await browser.go(path, {
    method,
    headers: { 'x-csrf-token': first.headers.get('xsrf-token') ?? '' },
  })
  const { targetUrl }: { targetUrl: string } = JSON.parse(await response.text())
  return new URL(targetUrl, baseUrl)
}

const keptTokens = async () =>
  (
    await shop.db.kysely
      .selectFrom('account_session')
      .innerJoin('account', 'account.id', 'account_id')
      .select('id_token')
      .where('subject', '=', sub)
      .execute()
  ).map(row => row.id_token ?? '')

describe.each([
  ['who signs out', 'POST', `${USER}/logout`],
  ['who deletes the account', 'DELETE', `${USER}/me`],
])('a buyer %s', (_, method, path) => {
  test('is led to the end of the session at the provider, with the identity token as the hint', async () => {
    const browser = aBrowser(url)
    await signInAs(browser)
    const target = await leave(browser, method, path)
    expect(target.origin).toBe(issuer)
    const { id_token_hint: hint = '', ...others } = Object.fromEntries(target.searchParams)
    expect(others).toEqual({ client_id: clientId, post_logout_redirect_uri: baseUrl })
    expect(JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iss: issuer,
      sub,
    })
    // The provider takes the token and the address to go on at.
    expect((await browser.go(target)).status).toBe(200)
    expect(await keptTokens()).toEqual([])
  })
})

test('the identity token is kept sealed', async () => {
  await signInAs(aBrowser(url))
  expect(await keptTokens()).toEqual([expect.stringMatching(/^sealed-1:/)])
})

test('a session whose identity token no key opens ends without the hint', async () => {
  const browser = aBrowser(url)
  await signInAs(browser)
  await shop.db.kysely.updateTable('account_session').set({ id_token: 'sealed-1:00000000:' }).execute()
  const target = await leave(browser, 'POST', `${USER}/logout`)
  expect([target.origin, target.searchParams.has('id_token_hint')]).toEqual([issuer, false])
})
