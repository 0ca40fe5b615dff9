import { beforeEach, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/foundation/http/visitor.ts'
import { isOfOneBuyer } from '#contract/common-responses.ts'
import { allCalls } from '#contract/all-calls.ts'
import { openReservationsPath, pathTo } from '#contract/paths.ts'
import { hours, instant } from '#domain/foundation/instant.ts'
import { createSubscription } from '#contract/organiser-subscription.ts'
import { PAY_BY } from '../support/buyer/purchase.ts'
import { aPassFile } from '../builders/pass-file.ts'
import { anEventFile } from '../builders/event-file.ts'
import { openIdProvider } from '../fakes/openid-provider.ts'
import { type TestBrowser, aBrowser, signInAs } from '../support/buyer/signing-in.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { setUpEvent } from '../support/organiser/event-setup.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Tokens of a provider are of today.
const clock = manualClock(instant(Date.now()))
const { shop, url, apiKey, runJobs } = await testShop({ clock })
const provider = await openIdProvider([`${shop.config.baseUrl}/openid/callback`])
const { issuer, clientId, clientSecret } = provider
const configuration = {
  issuer,
  clientId,
  clientSecret,
  logoutUrl: `${issuer}/bye`,
  logoutRedirectUrl: `${issuer}/done`,
}
await shop.db.kysely
  .insertInto('setting')
  .values([
    { key: 'OPENID_PUBLIC_ENABLED', value: 'true' },
    { key: 'OPENID_CONFIGURATION_JSON', value: JSON.stringify(configuration) },
  ])
  .execute()
const organiser = await anOrganiser(url, apiKey)
const setup = await setUpEvent(shop, await organiser.open(anEventFile(clock.now(), { slug: 'spring', seats: 200 })))

let sub = ''
const email = () => `${sub.slice(0, 8)}@example.org`

beforeEach(() => {
  sub = crypto.randomUUID()
  provider.comes({ sub, email: email(), email_verified: true, given_name: 'Ada', family_name: 'Rossi' })
})

const USER = '/api/v2/public/user'

/** As a page does: without a cookie it keeps the session of the answer. */
async function ask(browser: TestBrowser, method: string, path: string, body?: unknown) {
  const first = await browser.go('/api/v2/public/user/authentication-enabled')
  const session = first.headers.get('x-auth-token')
  const response = await browser.go(path, {
    method,
    headers: {
      'x-csrf-token': first.headers.get('xsrf-token') ?? '',
      ...(session !== null && { 'x-auth-token': session }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, value: text === '' ? null : JSON.parse(text) }
}

async function signedIn(): Promise<TestBrowser> {
  const browser = aBrowser(url)
  await signInAs(browser)
  return browser
}

async function reserve(browser: TestBrowser): Promise<string> {
  const path = '/api/v2/public/event/spring/reserve-tickets?lang=en'
  const { status, value } = await ask(browser, 'POST', path, setup.form({ tickets: { Conference: 1 } }))
  expect(status).toBe(200)
  return value.value
}

describe('the profile of an account', () => {
  test('is nothing of a visitor who has not signed in, and can’t be changed', async () => {
    const browser = aBrowser(url)
    const [me, orders] = [await ask(browser, 'GET', `${USER}/me`), await ask(browser, 'GET', `${USER}/reservations`)]
    expect([me.status, orders.status]).toEqual([204, 204])
    for (const [method, path] of [
      ['POST', `${USER}/me`],
      ['DELETE', `${USER}/me`],
      ['GET', `${USER}/me/data`],
    ] as const) {
      expect((await ask(browser, method, path, method === 'POST' ? {} : undefined)).status, path).toBe(401)
    }
  })

  test('is changed by them: what is sent is kept, what is not is cleared, and the address stays', async () => {
    const browser = await signedIn()
    const sent = { firstName: 'Augusta', lastName: 'King', billingAddressCity: 'London', vatCountryCode: 'GB' }
    const { status, value } = await ask(browser, 'POST', `${USER}/me`, { ...sent, email: 'other@example.org' })
    expect(status).toBe(200)
    const user = { firstName: 'Augusta', lastName: 'King', emailAddress: email() }
    expect(value.value).toMatchObject({ ...user, profile: { billingDetails: { city: 'London', country: 'GB' } } })
    await ask(browser, 'POST', `${USER}/me`, { firstName: 'Augusta', lastName: 'King' })
    const after = (await ask(browser, 'GET', `${USER}/me`)).value
    expect(after).toMatchObject({ ...user, profile: { billingDetails: { city: null }, additionalData: {} } })
  })

  test('is refused with its fields, and nothing is changed', async () => {
    const browser = await signedIn()
    const { status, value } = await ask(browser, 'POST', `${USER}/me`, { firstName: ' ', invoiceRequested: true })
    expect(status).toBe(422)
    const codes = value.validationErrors.map(({ fieldName, code }: Record<string, string>) => `${fieldName} ${code}`)
    expect(codes).toEqual([
      'firstName error.STEP_2_EMPTY_FIRSTNAME',
      'lastName error.STEP_2_EMPTY_LASTNAME',
      'billingAddressLine1 error.emptyField',
      'billingAddressZip error.emptyField',
      'billingAddressCity error.emptyField',
      'vatCountryCode error.emptyField',
    ])
    expect((await ask(browser, 'GET', `${USER}/me`)).value).toMatchObject({ firstName: 'Ada', profile: null })
  })

  test('is stored, with a warning for each strange value', async () => {
    const settings = { VAT_NR: 'IT01234567897', INVOICE_ADDRESS: 'Via Roma 1', ENABLE_ITALY_E_INVOICING: 'true' }
    const rows = Object.entries(settings).map(([key, value]) => ({ key, value }))
    await shop.db.kysely.insertInto('setting').values(rows).execute()
    const ofOtherPerson = { vatCountryCode: 'IT', italyEInvoicingFiscalCode: 'RSSMRA85T10A562S' }
    const browser = await signedIn()
    const sent = { firstName: 'Augusta', lastName: 'King', ...ofOtherPerson }
    const { status, value } = await ask(browser, 'POST', `${USER}/me`, sent)
    expect([status, value.warnings]).toEqual([200, [{ code: 'warning.fiscal-code-name-mismatch', params: [] }]])
    expect((await ask(browser, 'GET', `${USER}/me`)).value.firstName).toBe('Augusta')
    await shop.db.kysely.deleteFrom('setting').where('key', 'in', Object.keys(settings)).execute()
  })

  test('comes as a file, with the orders', async () => {
    const browser = await signedIn()
    const id = await reserve(browser)
    const { headers, value } = await ask(browser, 'GET', `${USER}/me/data`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(value).toMatchObject({
      account: { firstName: 'Ada', email: email(), isEmailVerified: true },
      orders: [{ publicIdentifier: 'spring', reservations: [{ id }] }],
    })
  })
})

describe('the end of a session', () => {
  test('by logging out leads to the provider, and the session is good for nothing', async () => {
    const browser = await signedIn()
    const session = browser.cookies().get(SESSION_COOKIE) ?? ''
    const { status, headers, value } = await ask(browser, 'POST', `${USER}/logout`)
    const targetUrl = `${issuer}/bye?redirect_uri=${encodeURIComponent(`${issuer}/done`)}`
    expect([status, headers.get('x-auth-token'), value]).toEqual([200, '', { targetUrl, empty: false }])
    const stolen = await fetch(`${url}${USER}/me`, { headers: { cookie: `${SESSION_COOKIE}=${session}` } })
    expect(stolen.status).toBe(204)
    expect((await ask(aBrowser(url), 'POST', `${USER}/logout`)).value).toEqual({ targetUrl: '/', empty: false })
  })

  test('comes after four hours without a call, and after a week in any case', async () => {
    const browser = await signedIn()
    const start = clock.now()
    clock.move(hours(4))
    expect((await browser.go(`${USER}/me`)).status).toBe(204)
    clock.set(start)
    const busy = await signedIn()
    for (let passed = 0; passed < 7 * 24 - 2; passed += 2) {
      clock.move(hours(2))
      expect((await busy.go(`${USER}/me`)).status).toBe(200)
    }
    clock.move(hours(2))
    expect((await busy.go(`${USER}/me`)).status).toBe(204)
    await runJobs()
    expect(await shop.db.kysely.selectFrom('account_session').select('session').execute()).toEqual([])
    clock.set(start)
  })

  test('is renewed in the cookie, which scripts can’t read, and never in a header', async () => {
    const browser = await signedIn()
    const start = clock.now()
    const before = browser.cookies().get(SESSION_COOKIE)
    clock.move(hours(2))
    const response = await browser.go(`${USER}/me`)
    expect([response.status, response.headers.get('x-auth-token')]).toEqual([200, null])
    expect(browser.cookies().get(SESSION_COOKIE)).not.toBe(before)
    expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly/)
    clock.set(start)
  })

  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logout = async (claims: Record<string, unknown>) => {
    const iat = Math.floor(Date.now() / 1000)
    const token = await provider.sign({ iss: issuer, aud: clientId, iat, jti: crypto.randomUUID(), ...claims })
    const response = await fetch(`${url}/openid/back-channel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }),
    })
    return response.status
  }

  test('is sent by the provider, for all sessions of one person', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    provider.comes({ sub: `${sub}-2`, email: 'b@example.org' })
    const stranger = await signedIn()
    expect(await logout({ sub, events: EVENTS })).toBe(200)
    const statuses = await Promise.all([one, other, stranger].map(browser => browser.go(`${USER}/me`)))
    expect(statuses.map(({ status }) => status)).toEqual([204, 204, 200])
  })

  test.each([
    ['without the event', () => ({ sub })],
    ['with a nonce, as an identity has', () => ({ sub, events: EVENTS, nonce: 'n' })],
    ['for another shop', () => ({ sub, events: EVENTS, aud: 'other' })],
    ['of another issuer', () => ({ sub, events: EVENTS, iss: 'https://evil.example' })],
    ['an old one', () => ({ sub, events: EVENTS, iat: Math.floor(Date.now() / 1000) - 3600 })],
    ['about an unknown account', () => ({ events: EVENTS })],
  ])('is not believed of a message %s', async (_, claims) => {
    const browser = await signedIn()
    expect(await logout(claims())).toBe(400)
    expect((await browser.go(`${USER}/me`)).status).toBe(200)
  })
})

test('a deleted account ends everywhere, its orders stay, and its person can begin anew', async () => {
  const [browser, telephone] = [await signedIn(), await signedIn()]
  const id = await reserve(browser)
  const { status, value } = await ask(browser, 'DELETE', `${USER}/me`)
  expect([status, value.targetUrl]).toEqual([200, expect.stringContaining(`${issuer}/bye`)])
  expect((await telephone.go(`${USER}/me`)).status).toBe(204)
  expect((await aBrowser(url).go(`/api/v2/public/reservation/${id}`)).status).toBe(200)
  const again = await signedIn()
  expect((await ask(again, 'GET', `${USER}/me`)).value).toMatchObject({ firstName: 'Ada', profile: null })
  expect((await ask(again, 'GET', `${USER}/reservations`)).status).toBe(204)
})

describe('an order', () => {
  test('that is begun while signed in is listed at once, the newest first', async () => {
    const browser = await signedIn()
    const first = await reserve(browser)
    clock.move(60_000)
    const second = await reserve(browser)
    const { value } = await ask(browser, 'GET', `${USER}/reservations`)
    expect(value).toEqual([
      expect.objectContaining({ type: 'event', publicIdentifier: 'spring', title: expect.any(Object) }),
    ])
    const orders = value[0].reservations
    expect(orders.map(({ id, status }: Record<string, string>) => [id, status])).toEqual([
      [second, 'PENDING'],
      [first, 'PENDING'],
    ])
    expect(orders[0]).toMatchObject({
      formattedCreatedOn: null,
      formattedConfirmedOn: null,
      items: [{ firstName: null }],
    })
  })

  test('of a pass has the dates of its validity once it is bought, in every language of the shop', async () => {
    const pass = await organiser.api.expect(createSubscription, 200, {
      body: aPassFile({
        isPublic: true,
        price: 0,
        taxPolicy: 'NONE',
        paymentMethods: [],
        onSaleFrom: '2026-01-01T00:00',
      }),
    })
    const browser = await signedIn()
    const held = await ask(browser, 'POST', `/api/v2/public/subscription/${pass}`, {})
    const order = `/api/v2/public/reservation/${held.value.value}`
    const details = { firstName: 'Ada', lastName: 'Rossi', email: email(), tickets: {} }
    expect((await ask(browser, 'POST', `${order}/validate-to-overview?lang=en`, details)).status).toBe(200)
    const dates = async () => (await ask(browser, 'GET', `${USER}/reservations`)).value[0]
    expect(await dates()).toMatchObject({ type: 'subscription', formattedStartDate: null, formattedEndDate: null })
    expect((await ask(browser, 'POST', `${order}?lang=en`, PAY_BY.NONE)).status).toBe(200)
    const { formattedStartDate, formattedEndDate, startsAt, endsAt, timeZone } = await dates()
    expect([startsAt <= clock.now(), endsAt > clock.now(), timeZone]).toEqual([true, true, 'Europe/Zurich'])
    const languages = ['de', 'en', 'fr', 'it']
    expect(Object.keys(formattedStartDate).toSorted()).toEqual(languages)
    expect(Object.keys(formattedEndDate).toSorted()).toEqual(languages)
  })

  test('that was begun before is theirs once they have given its details, which the next one remembers', async () => {
    const browser = aBrowser(url)
    const id = await reserve(browser)
    await signInAs(browser)
    expect((await ask(browser, 'GET', `${USER}/reservations`)).status).toBe(204)
    const info = (await ask(browser, 'GET', `/api/v2/public/reservation/${id}`)).value
    const person = { firstName: 'Ada', lastName: 'Rossi', email: email() }
    const [ticket] = info.ticketsByCategory[0].tickets
    const details = { ...person, tickets: { [ticket.uuid]: person } }
    const path = `/api/v2/public/reservation/${id}/validate-to-overview?lang=en`
    expect((await ask(browser, 'POST', path, details)).status).toBe(200)
    expect((await ask(browser, 'GET', `${USER}/reservations`)).value[0].reservations[0].id).toBe(id)
    expect((await ask(browser, 'GET', `${USER}/me`)).value.profile).not.toBeNull()
  })

  test('that was held before the sign-in is held after it', async () => {
    const browser = aBrowser(url)
    await browser.go('/api/v2/info')
    const id = await reserve(browser)
    await signInAs(browser)
    const held = (await ask(browser, 'GET', openReservationsPath)).value
    expect(held.map((open: { id: string }) => open.id)).toEqual([id])
  })

  test('is refused to every other caller, on every call but its status', async () => {
    const id = await reserve(await signedIn())
    provider.comes({ sub: `${sub}-2`, email: 'b@example.org' })
    const [stranger, visitor] = [await signedIn(), aBrowser(url)]
    const routes = allCalls.filter(({ path }) => isOfOneBuyer(path))
    expect(routes.length).toBeGreaterThan(15)
    for (const browser of [stranger, visitor]) {
      for (const { method, path } of routes) {
        const address = pathTo(path, ids(path, id))
        const { status, value } = await ask(browser, method, address, method === 'POST' ? {} : undefined)
        expect([status, value], `${method} ${path}`).toEqual([401, 'Access to this reservation has been denied'])
      }
      expect((await browser.go(`/api/v2/public/reservation/${id}/status`)).status).toBe(200)
    }
  })

  test('is led to by a sign-in, and from there to its page', async () => {
    const browser = aBrowser(url)
    const id = await reserve(await signedIn())
    const address = `/openid/event/spring/reservation/${id}`
    const anonymous = await browser.go(address)
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      302,
      `/openid/authentication?from=${encodeURIComponent(address)}`,
    ])
    expect(await signInAs(browser, address)).toBe(address)
    expect((await browser.go(address)).headers.get('location')).toBe(`/event/spring/reservation/${id}`)
    const answer = await aBrowser(url).go(address, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    expect(answer.status).toBe(401)
  })
})

const ids = (path: string, id: string): Record<string, string> => ({
  reservationId: id,
  ...(path.includes(':eventName') && { eventName: 'spring' }),
  ...(path.includes(':purchaseContextType') && { purchaseContextType: 'event' }),
  ...(path.includes(':publicIdentifier') && { publicIdentifier: 'spring' }),
  ...(path.includes(':method') && { method: 'STRIPE' }),
  ...(path.includes(':id') && { id: crypto.randomUUID() }),
  ...(path.includes(':locale') && { locale: 'en' }),
  ...(path.includes(':documentId') && { documentId: crypto.randomUUID() }),
})
