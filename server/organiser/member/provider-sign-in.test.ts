import { beforeEach, describe, expect, test } from 'vitest'
import { deskProviderCallbackPath, deskMePath } from '#contract/paths.ts'
import * as calls from '#contract/desk-openid.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { instant } from '#domain/foundation/instant.ts'
import { makeLink } from '#server/access/member/links.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { openIdProvider } from '#tests/fakes/openid-provider.ts'
import { type TestBrowser, aBrowser } from '#tests/support/buyer/signing-in.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const BASE_URL = 'http://tickets.test'
// Tokens of a provider are of today.
const clock = manualClock(instant(Math.floor(Date.now() / 1000) * 1000))
const provider = await openIdProvider([BASE_URL + deskProviderCallbackPath])
const served = await testShop({ clock, environment: { FOYER_BASE_URL: BASE_URL, FOYER_MODE: 'development' } })
const { url, apiKey, shop } = served
const alpine = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const scope = { kind: 'organization', organizationId: alpine.organizationId } as const
const query = { organizationId: String(alpine.organizationId) }
const START = `/api/organiser/v1/sign-in/openid/${alpine.organizationId}`
const { issuer, clientId, clientSecret } = provider

beforeEach(() => shop.db.kysely.deleteFrom('request_count').execute())

const owner = await enterDesk(served, { email: 'owner@alpine.example', given: { role: 'OWNER', scope } })
const setProvider = (changes: object = {}, desk = owner, of: Record<string, string> = query) =>
  desk.ask(calls.putDeskProvider, {
    query: of,
    body: { issuer, clientId, clientSecret, domains: ['alpine.example'], role: null, ...changes },
  })

/** Through the provider, up to its answer; the shop listens elsewhere than it says. */
async function toCallback(browser: TestBrowser, start = START): Promise<string> {
  let response = await browser.go(start)
  for (let hop = 0; hop < 8; hop += 1) {
    const target = new URL(response.headers.get('location') ?? 'none:', response.url)
    if (target.pathname === deskProviderCallbackPath) return target.pathname + target.search
    response = await browser.go(target)
  }
  throw new Error('the provider led nowhere')
}

const arriveWith = async (browser: TestBrowser, start?: string) => browser.go(await toCallback(browser, start))
const memberIn = async (browser: TestBrowser) => {
  const answer = await browser.go(deskMePath)
  return answer.status === 200 ? ((await answer.json()) as { email: string; roles: unknown[] }) : undefined
}
const invite = (email: string, given: ScopedRole = { role: 'EDITOR', scope }) =>
  transaction(shop.db, tx => makeLink(tx, { kind: 'INVITATION', email, language: 'en', given }, clock.now()))
const linksTo = (email: string) =>
  shop.db.kysely.selectFrom('member_link').select('digest').where('email', '=', email).execute()
const comes = (sub: string, email = `${sub}@alpine.example`, email_verified = true) =>
  provider.comes({ sub, email, email_verified, given_name: 'Ida', family_name: 'Rhodes' })

describe('the provider of an organisation', () => {
  test('is kept by its owners, tried at once, and never shows its secret', async () => {
    expect((await owner.ask(calls.readDeskProvider, { query })).status).toBe(404)
    expect(codes(await setProvider({ issuer: 'ftp://x', clientId: '', clientSecret: '' }))).toEqual([
      ['issuer', 'foyer.desk.provider.issuer'],
      ['clientId', 'foyer.desk.provider.client-id'],
      ['clientSecret', 'foyer.desk.provider.client-secret'],
    ])
    expect(codes(await setProvider({ issuer: 'http://127.0.0.1:9' }))).toEqual([
      ['issuer', 'foyer.desk.provider.unreachable'],
    ])
    expect(codes(await setProvider({ role: 'EDITOR', domains: [] }))).toEqual([
      ['domains', 'foyer.desk.provider.role-without-domains'],
    ])
    expect((await setProvider()).status).toBe(204)
    const shown = await owner.ask(calls.readDeskProvider, { query })
    expect(shown.body).toEqual({
      issuer,
      clientId,
      domains: ['alpine.example'],
      role: null,
      callbackUrl: BASE_URL + deskProviderCallbackPath,
    })
    expect((await setProvider({ clientSecret: null })).status).toBe(204)
    expect(codes(await setProvider({ clientSecret: null, issuer: `${issuer}/` }))).toEqual([
      ['clientSecret', 'foyer.desk.provider.client-secret'],
    ])
    const stored = await shop.db.kysely.selectFrom('setting').select('value').execute()
    expect(JSON.stringify(stored)).not.toContain(clientSecret)
    const stranger = await enterDesk(served, {
      email: 'owner@other.example',
      given: { role: 'OWNER', scope: { kind: 'organization', organizationId: other.organizationId } },
    })
    expect((await setProvider({}, stranger)).status).toBe(403)
    expect((await setProvider({}, owner, {})).status).toBe(403)
    expect(await (await fetch(`${url}/api/organiser/v1/sign-in/openid`)).json()).toEqual([
      { of: query.organizationId, name: 'Alpine Systems' },
    ])
  })

  test('lets an invited person in by the address it has verified, and recognises them from then on', async () => {
    comes('ida')
    const browser = aBrowser(url)
    const token = await invite('ida@alpine.example')
    const arrived = await arriveWith(browser, `${START}?link=${token}`)
    expect(arrived.status).toBe(200)
    expect(await arrived.text()).toContain('url=/desk"')
    expect(await memberIn(browser)).toMatchObject({
      email: 'ida@alpine.example',
      name: 'Ida Rhodes',
      roles: [{ role: 'EDITOR', organizationId: alpine.organizationId }],
    })
    comes('ida', 'renamed@elsewhere.example', false)
    const again = aBrowser(url)
    await arriveWith(again)
    expect(await memberIn(again)).toMatchObject({ email: 'ida@alpine.example' })
  })

  test('lets no person in whom it has not verified, who was not invited, or whose invitation is to another address', async () => {
    const refused = async (start?: string) => {
      const browser = aBrowser(url)
      const answer = await arriveWith(browser, start)
      return [answer.status, (await memberIn(browser)) === undefined]
    }
    comes('mallory')
    expect(await refused()).toEqual([403, true])
    comes('mallory', 'mallory@alpine.example', false)
    expect(await refused(`${START}?link=${await invite('mallory@alpine.example')}`)).toEqual([403, true])
    comes('mallory')
    expect(await refused(`${START}?link=${await invite('trent@alpine.example')}`)).toEqual([403, true])
    comes('mallory', 'mallory@elsewhere.example')
    expect(await refused(`${START}?link=${await invite('mallory@elsewhere.example')}`)).toEqual([403, true])
    // An address alone proves no identity.
    comes('mallory', 'owner@alpine.example')
    expect(await refused()).toEqual([403, true])
    provider.comes('refuses')
    expect(await refused()).toEqual([403, true])
  })

  test('opens nothing of another organisation or the shop', async () => {
    const shopOwner = 'root@alpine.example'
    await enterDesk(served, { email: shopOwner, given: { role: 'OWNER', scope: { kind: 'shop' } } })
    const elsewhere = { kind: 'organization', organizationId: other.organizationId } as const
    for (const [sub, email, given] of [
      ['eve', 'eve@alpine.example', { role: 'OWNER', scope: elsewhere }],
      ['eve', 'eve@alpine.example', { role: 'OWNER', scope: { kind: 'shop' } }],
      ['eve', shopOwner, { role: 'EDITOR', scope }],
    ] as const) {
      comes(sub, email)
      const browser = aBrowser(url)
      const token = await invite(email, given)
      const before = await linksTo(email)
      expect((await arriveWith(browser, `${START}?link=${token}`)).status).toBe(403)
      expect(await memberIn(browser)).toBeUndefined()
      expect(await linksTo(email)).toEqual(before)
    }
  })

  test('takes people of its domains without an invitation where it says as what', async () => {
    expect((await setProvider({ role: 'DESK' })).status).toBe(204)
    comes('newcomer')
    const browser = aBrowser(url)
    expect((await arriveWith(browser)).status).toBe(200)
    expect(await memberIn(browser)).toMatchObject({ roles: [{ role: 'DESK', organizationId: alpine.organizationId }] })
    comes('outsider', 'outsider@elsewhere.example')
    expect((await arriveWith(aBrowser(url))).status).toBe(403)
    comes('unverified', 'unverified@alpine.example', false)
    expect((await arriveWith(aBrowser(url))).status).toBe(403)
    expect((await setProvider({ role: null })).status).toBe(204)
  })
})

describe('an answer of the provider', () => {
  test('is good for the browser that asked for it, once', async () => {
    comes('ida')
    const browser = aBrowser(url)
    const callback = await toCallback(browser)
    expect((await aBrowser(url).go(callback)).status).toBe(403)
    const foreign = new URL(callback, url)
    foreign.searchParams.set('state', 'forged')
    expect((await browser.go(foreign)).status).toBe(403)
    expect((await browser.go(callback)).status).toBe(200)
    expect((await browser.go(callback)).status).toBe(403)
    const used = aBrowser(url)
    const fresh = new URL(await toCallback(used), url)
    fresh.searchParams.set('code', new URL(callback, url).searchParams.get('code') ?? '')
    expect((await used.go(fresh)).status).toBe(403)
  })

  test('of another issuer is refused, and so is one that waited while the provider was taken away', async () => {
    comes('ida')
    const browser = aBrowser(url)
    const callback = new URL(await toCallback(browser), url)
    callback.searchParams.set('iss', 'https://evil.example')
    expect((await browser.go(callback)).status).toBe(403)
    const late = aBrowser(url)
    const waiting = await toCallback(late)
    expect((await owner.ask(calls.removeDeskProvider, { query })).status).toBe(204)
    expect((await late.go(waiting)).status).toBe(403)
    expect((await late.go(START)).status).toBe(404)
    expect((await owner.ask(calls.removeDeskProvider, { query })).status).toBe(404)
    expect((await setProvider()).status).toBe(204)
  })

  test('while the provider is away, the browser reads so', async () => {
    const away = await openIdProvider([])
    const { organizationId } = other
    const json = JSON.stringify({ issuer: away.issuer, clientId: 'x', clientSecret: 'y' })
    await shop.db.kysely
      .insertInto('setting')
      .values({
        key: 'DESK_OPENID_CONFIGURATION_JSON',
        organization_id: organizationId,
        value: shop.db.sealing.seal(json, `setting DESK_OPENID_CONFIGURATION_JSON organization ${organizationId}`),
      })
      .execute()
    await away.halt()
    expect((await aBrowser(url).go(`/api/organiser/v1/sign-in/openid/${organizationId}`)).status).toBe(503)
  })
})

describe('a member', () => {
  const BIND = `/api/organiser/v1/me/openid/${alpine.organizationId}`
  const withCookie = (desk: typeof owner) => {
    const browser = aBrowser(url)
    const headers = { cookie: `foyer_desk=${desk.cookie()}` }
    return { browser, begin: () => browser.go(BIND, { headers }) }
  }

  test('connects the own account, signs in by it then, and disconnects it', async () => {
    comes('owner-sub', 'owner@alpine.example')
    const { browser, begin } = withCookie(owner)
    const first = await begin()
    const callback = await toCallback(browser, first.headers.get('location') ?? '')
    const arrived = await browser.go(callback)
    expect(arrived.status).toBe(200)
    expect(await arrived.text()).toContain('url=/desk/account"')
    const again = aBrowser(url)
    await arriveWith(again)
    expect(await memberIn(again)).toMatchObject({ email: 'owner@alpine.example' })
    const { body } = await owner.ask(calls.listDeskIdentities)
    expect(body).toMatchObject([{ issuer }])
    const params = { id: String((body as { id: number }[])[0]?.id) }
    expect((await owner.ask(calls.removeDeskIdentity, { params })).status).toBe(204)
    expect((await owner.ask(calls.removeDeskIdentity, { params })).status).toBe(404)
    expect((await arriveWith(aBrowser(url))).status).toBe(403)
  })

  test('can’t take the identity of another member, nor bind by a session that has ended', async () => {
    comes('ida')
    const { browser, begin } = withCookie(owner)
    const first = await begin()
    expect((await browser.go(await toCallback(browser, first.headers.get('location') ?? ''))).status).toBe(403)
    comes('later', 'later@alpine.example')
    const desk = await enterDesk(served, { email: 'ended@alpine.example', given: { role: 'DESK', scope } })
    const ended = withCookie(desk)
    const started = await ended.begin()
    const callback = await toCallback(ended.browser, started.headers.get('location') ?? '')
    await shop.db.kysely.deleteFrom('member_session').execute()
    expect((await ended.browser.go(callback)).status).toBe(403)
    expect((await fetch(url + BIND, { redirect: 'manual' })).status).toBe(401)
  })

  test('without a password keeps the last identity', async () => {
    comes('ida')
    const browser = aBrowser(url)
    await arriveWith(browser)
    const list = (await (await browser.go('/api/organiser/v1/me/identities')).json()) as { id: number }[]
    const answer = await browser.go(`/api/organiser/v1/me/identities/${list[0]?.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(422)
  })
})
