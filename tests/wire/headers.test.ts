import { expect, test } from 'vitest'
import { getReservationStatus } from '#contract/booking.ts'
import { allCalls } from '#contract/all-calls.ts'
import { getEvent, getTicketCategories, listEvents } from '#contract/event.ts'
import { creditReservation } from '#contract/invoice.ts'
import { getOrderEnd } from '#contract/order-end.ts'
import {
  downloadInvoicePath,
  downloadPassInvoicePath,
  downloadPassPath,
  downloadPassReceiptPath,
  downloadReceiptPath,
  forceCheckByEventPath,
  forceCheckPath,
  passCalendarPath,
  transferCodePath,
  transferPath,
  withdrawalPath,
  orderDocumentPath,
  reservationPath,
  reservationStatusPath,
} from '#contract/order-paths.ts'
import { listOrganizations, listOwnEvents } from '#contract/organiser.ts'
import { myDataPath, logoutPath } from '#contract/account-paths.ts'
import { infoPath, languagesPath, pathTo, reserveTicketsPath } from '#contract/paths.ts'
import {
  applePassPath,
  appleSubscriptionPath,
  checkInInfoPath,
  downloadTicketPath,
  endedTicketPath,
  fullTicketPath,
  googleSubscriptionPath,
  googleWalletPath,
  passedOnTicketPath,
  ticketCodePagePath,
  ticketCodePath,
  ticketPath,
} from '#contract/ticket-paths.ts'
import { waitingPlacePath } from '#contract/waiting-list-paths.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { getFullTicket, updateTicket } from '#contract/ticket.ts'
import { getMe } from '#contract/user.ts'
import { hours } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { buyPass } from '../support/buyer/pass-purchase.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { storeLegalText } from '../support/organiser/legal-texts.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  buy,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  pay,
  selection,
  sendDetails,
  ticketsOf,
} from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'
import { cookieOf, headerOf } from './session-headers.ts'

const clock = manualClock()
const { url, apiKey, app, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
const opened = aCategoryFile(clock.now(), { accessCode: 'OPEN-CONFERENCE' })
const shortName = await organiser.open(anEventFile(clock.now(), { settings, categories: [opened] }))
const sold = await buy(aBuyer(url), shortName, { Conference: 1 })
const [ticket] = ticketsOf(await infoOf(aBuyer(url), sold))

const order = await buy(aBuyer(url), shortName, { Conference: 1 })
const [formerTicket] = ticketsOf(await infoOf(aBuyer(url), order))
await aBuyer(url).expect(updateTicket, 200, {
  params: { eventName: shortName, ticketIdentifier: formerTicket?.uuid ?? '' },
  body: { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org' },
})

const invoiced = await hold(aBuyer(url), shortName, { Conference: 1 })
await sendDetails(aBuyer(url), invoiced, { ...filledIn(await infoOf(aBuyer(url), invoiced)), ...PRIVATE_INVOICE })
await pay(aBuyer(url), invoiced)
const credited = await hold(aBuyer(url), shortName, { Conference: 1 })
await sendDetails(aBuyer(url), credited, { ...filledIn(await infoOf(aBuyer(url), credited)), ...PRIVATE_INVOICE })
await pay(aBuyer(url), credited)
const [endedTicket] = ticketsOf(await infoOf(aBuyer(url), credited))
await organiser.api.expect(creditReservation, 200, { params: { reservationId: credited } })
const ended = await aBuyer(url).expect(getOrderEnd, 200, { params: { reservationId: credited } })
const transferred = await buy(aBuyer(url), shortName, { Conference: 1 }, { by: 'OFFLINE' })
await organiser.confirm(transferred)
const awaited = await buy(aBuyer(url), shortName, { Conference: 1 }, { by: 'OFFLINE' })

const online = await organiser.open(aFreeEventFile(clock.now(), { slug: 'online', format: 'ONLINE' }))
const legalTextId = await storeLegalText(shop, { at: clock.now() })
const joined = await buy(aBuyer(url), online, { Everybody: 1 }, { by: 'NONE' })
const remote = { eventName: online, ticketIdentifier: ticketsOf(await infoOf(aBuyer(url), joined))[0]?.uuid ?? '' }
const { ticketCodeHash } = await aBuyer(url).expect(getFullTicket, 200, { params: remote })

const { organizationId } = organiser
const ofPass = {
  invoiced: await storePass(shop, {
    organizationId,
    settings: { VAT_NR: settings.VAT_NR, INVOICE_ADDRESS: settings.INVOICE_ADDRESS },
  }),
  receipted: await storePass(shop, { organizationId, validity: { units: 1, unit: 'YEARS' } }),
}
const passInvoiced = await buyPass(aBuyer(url), ofPass.invoiced.publicId, PRIVATE_INVOICE)
const passReceipted = await buyPass(aBuyer(url), ofPass.receipted.publicId)
await organiser.confirm(passReceipted)

/** Which pass these are about. */
const PASSES: ReadonlyMap<string, string> = new Map([
  [downloadPassInvoicePath, ofPass.invoiced.publicId],
  [downloadPassReceiptPath, ofPass.receipted.publicId],
  [downloadPassPath, ofPass.receipted.publicId],
  [passCalendarPath, ofPass.receipted.publicId],
])

/** Where each of these leads somewhere. */
const ORDERS: ReadonlyMap<string, string> = new Map([
  [downloadInvoicePath, invoiced],
  [downloadReceiptPath, transferred],
  [downloadPassInvoicePath, passInvoiced],
  [downloadPassReceiptPath, passReceipted],
  [downloadPassPath, passReceipted],
  [passCalendarPath, passReceipted],
  [withdrawalPath, passReceipted],
  [getOrderEnd.path, credited],
  [orderDocumentPath, credited],
  [transferPath, awaited],
])

/** Which ticket these are about. */
const TICKETS: ReadonlyMap<string, typeof ticket> = new Map([
  [passedOnTicketPath, formerTicket],
  [endedTicketPath, endedTicket],
])

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' })
const post = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { method: 'POST', headers })

/** A new visitor, as the shop names it. */
async function newVisitor(): Promise<{ session: string; token: string }> {
  const answer = await get(languagesPath)
  return { session: headerOf(answer, 'x-auth-token'), token: headerOf(answer, 'xsrf-token') }
}

test('a new session is announced, a good one is not announced again', async () => {
  const { session } = await newVisitor()
  expect((await get(languagesPath, { 'x-auth-token': session })).headers.has('x-auth-token')).toBe(false)
})

test.each(['nonsense', 'a.b.c', '0000'])('a session that is not ours (%s) is replaced by a new one', async strange => {
  expect(headerOf(await get(languagesPath, { 'x-auth-token': strange }), 'x-auth-token')).not.toBe(strange)
})

test('a session with a changed signature is replaced', async () => {
  const { session } = await newVisitor()
  const forged = session.slice(0, -2) + (session.endsWith('AA') ? 'BB' : 'AA')
  expect((await get(languagesPath, { 'x-auth-token': forged })).headers.has('x-auth-token')).toBe(true)
})

test('below the public API the header wins over the cookie', async () => {
  const { session } = await newVisitor()
  const other = await newVisitor()
  const both = { 'x-auth-token': 'nonsense', cookie: cookieOf(other.session) }
  expect((await get(languagesPath, both)).headers.has('x-auth-token')).toBe(true)
  const write = { 'x-auth-token': session, cookie: cookieOf(other.session), 'x-csrf-token': other.token }
  expect((await post(logoutPath, write)).status).toBe(403)
})

test.each(['', '  '])('a blank header ("%s") means: look at the cookie', async blank => {
  const { session, token } = await newVisitor()
  const headers = { 'x-auth-token': blank, cookie: cookieOf(session) }
  expect((await get(languagesPath, headers)).headers.has('x-auth-token')).toBe(false)
  expect((await post(logoutPath, { ...headers, 'x-csrf-token': token })).status).toBe(200)
})

test('a session lives for four hours after its last use, and is renewed while it is used', async () => {
  const { session, token } = await newVisitor()
  clock.move(hours(1))
  const renewed = headerOf(await get(languagesPath, { 'x-auth-token': session }), 'x-auth-token')
  expect(renewed).not.toBe(session)
  clock.move(hours(3.5))
  const used = { 'x-auth-token': renewed, 'x-csrf-token': token }
  expect((await post(logoutPath, used)).status).toBe(200)
  expect((await post(logoutPath, { ...used, 'x-auth-token': session })).status).toBe(403)
  clock.move(-hours(4.5))
})

test('the anti-forgery token is masked anew in every answer, and every mask is good', async () => {
  const { session, token } = await newVisitor()
  const tokens = [token]
  for (let index = 0; index < 5; index += 1) {
    tokens.push(headerOf(await get(languagesPath, { 'x-auth-token': session }), 'xsrf-token'))
  }
  expect(new Set(tokens).size).toBe(tokens.length)
  for (const one of tokens) {
    expect((await post(logoutPath, { 'x-auth-token': session, 'x-csrf-token': one })).status).toBe(200)
  }
})

const WRITES = allCalls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/v2/public/'))

test.each(WRITES.map(({ method, path }) => [method, path]))(
  '%s %s is refused without its own anti-forgery token',
  async (method, path) => {
    const { session } = await newVisitor()
    const other = await newVisitor()
    const address = addressWith(path)
    const refused: Record<string, string>[] = [
      {},
      { 'x-auth-token': session },
      { 'x-auth-token': session, 'x-csrf-token': '' },
      { 'x-auth-token': session, 'x-csrf-token': 'nonsense' },
      { 'x-auth-token': session, 'x-csrf-token': other.token },
      { 'x-csrf-token': other.token },
    ]
    for (const headers of refused) {
      const answer = await fetch(url + address, { method, headers })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await answer.json()).toMatch(/anti-forgery token/)
      expect(answer.headers.has('alfio-verification-missing')).toBe(false)
    }
  },
)

test.each(['/api/v2/%70ublic', '/api/v2/public%2F..%2Fpublic', '/%61pi/v2/public', '/api/%76%32/public'])(
  'writing the address another way (%s) does not get around the token',
  async prefix => {
    const path = pathTo(reservationPath, { reservationId: '00000000-0000-4000-8000-000000000000' })
    const answer = await app.inject({ method: 'DELETE', url: path.replace('/api/v2/public', prefix) })
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toBe('true')
  },
)

/** Every GET that is really registered, with parameters that lead somewhere. */
function registeredGets(): string[] {
  const paths = allCalls
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v2/'))
    .map(({ path }) => path)
  for (const path of paths)
    if (!app.hasRoute({ method: 'GET', url: path })) throw new Error(`GET ${path} is not served`)
  return paths
}

function addressWith(path: string): string {
  const values: Record<string, string> = {
    shortName,
    eventName: shortName,
    id: PASSES.get(path) ?? ofPass.invoiced.publicId,
    publicIdentifier: shortName,
    purchaseContextType: 'event',
    reservationId: ORDERS.get(path) ?? sold,
    ticketIdentifier: (TICKETS.get(path) ?? ticket)?.uuid ?? '',
    documentId: ended.documents[0]?.id ?? '',
    code: 'OPEN-CONFERENCE',
    organizerSlug: 'alpine-systems',
    legalTextId,
    lang: 'en',
    locale: 'en',
    ...(path === checkInInfoPath && { ...remote, checkInCode: ticketCodeHash ?? '' }),
  }
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'missing')
}

const REFUSED: ReadonlySet<string> = new Set([
  forceCheckPath,
  forceCheckByEventPath,
  myDataPath,
  googleSubscriptionPath,
  appleSubscriptionPath,
  waitingPlacePath,
  transferCodePath,
])

test.each(registeredGets())(
  "GET %s says whether visitors can sign in, and can't be taken for another type",
  async path => {
    const answer = await get(addressWith(path))
    // An order whose payment is over, an account that doesn't exist and a wallet that is not set up are refused.
    const isRefused = REFUSED.has(path)
    expect(answer.status).toBeLessThan(isRefused ? 405 : 401)
    expect(answer.headers.get('alfio-openid-enabled')).toBe('false')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const isPublic = path !== infoPath
    expect(answer.headers.has('xsrf-token')).toBe(isPublic)
    expect(answer.headers.has('x-auth-token')).toBe(isPublic)
  },
)

test('all GETs below /api/v2 have been walked', () => {
  expect(registeredGets().length).toBeGreaterThanOrEqual(19)
})

test('a read that finds nothing still carries token and sign-in state', async () => {
  for (const path of ['/api/v2/public/event/unknown', '/api/v2/public/reservation/unknown/status']) {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('alfio-openid-enabled')).toBe('false')
    expect(answer.headers.has('xsrf-token')).toBe(true)
  }
})

test('only the three catalogue reads and the refusal to reserve may be read by other sites', async () => {
  const open: Set<string> = new Set([listEvents.path, getEvent.path, getTicketCategories.path])
  for (const path of registeredGets()) {
    const answer = await get(addressWith(path), { origin: 'https://other.example' })
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, open.has(path) ? '*' : null])
  }
  for (const path of ['/api/v2/public/event/unknown', '/api/v2/public/event/unknown/ticket-categories']) {
    expect((await get(path)).headers.get('access-control-allow-origin')).toBe('*')
  }
  const buyer = aBuyer(url)
  const params = { shortName }
  const refused = await buyer.ask(reserveTickets, { params, query: { lang: 'en' }, body: {} })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([422, '*'])
  const body = selection(await categoryIds(buyer, shortName), { Conference: 1 })
  const held = await buyer.ask(reserveTickets, { params, query: { lang: 'en' }, body })
  expect([held.status, held.headers.get('access-control-allow-origin')]).toEqual([200, null])
  const unknown = await buyer.ask(reserveTickets, { params: { shortName: 'unknown' }, query: { lang: 'en' }, body })
  expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, null])
  const preflight = await fetch(url + pathTo(reserveTicketsPath, { shortName }), {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.has('access-control-allow-origin')).toBe(false)
})

test('leaving empties the session header; info keeps its session in the cookie', async () => {
  const { session, token } = await newVisitor()
  const left = await post(logoutPath, { 'x-auth-token': session, 'x-csrf-token': token })
  expect(left.headers.get('x-auth-token')).toBe('')
  const info = await get(infoPath, { 'x-auth-token': session })
  expect(info.headers.has('x-auth-token')).toBe(false)
  const cookie = headerOf(info, 'set-cookie')
  expect(cookie).toMatch(/^ALFIO_SESSION=[^;]+;.*HttpOnly/)
  expect((await get(infoPath, { cookie: cookie.split(';')[0] ?? '' })).headers.has('set-cookie')).toBe(false)
})

test('the session of a cookie is the same visitor as the session of the header', async () => {
  const info = await get(infoPath)
  const cookie = headerOf(info, 'set-cookie').split(';')[0] ?? ''
  const answer = await get(languagesPath, { cookie })
  expect(answer.headers.has('x-auth-token')).toBe(false)
  expect((await post(logoutPath, { cookie, 'x-csrf-token': headerOf(answer, 'xsrf-token') })).status).toBe(200)
})

test('answers without a body have none: 404 and 204', async () => {
  const buyer = aBuyer(url)
  expect(await buyer.ask(getReservationStatus, { params: { reservationId: 'unknown' } })).toMatchObject({
    status: 404,
    value: undefined,
  })
  expect(await buyer.ask(getEvent, { params: { shortName: 'unknown' } })).toMatchObject({
    status: 404,
    value: undefined,
  })
  expect(await buyer.ask(getMe, {})).toMatchObject({ status: 204, value: undefined })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('what belongs to one person is in no cache, and neither is a refusal of it', async () => {
  const reservationId = await hold(aBuyer(url), shortName, { Conference: 1 })
  const ofOrder = [sold, reservationId, UNKNOWN].flatMap(id => [
    pathTo(reservationPath, { reservationId: id }),
    pathTo(reservationStatusPath, { reservationId: id }),
    pathTo(withdrawalPath, { reservationId: id }),
    pathTo(downloadReceiptPath, { eventName: shortName, reservationId: id }),
    pathTo(downloadPassPath, { id: ofPass.receipted.publicId, reservationId: id }),
    pathTo(passCalendarPath, { id: ofPass.receipted.publicId, reservationId: id, locale: 'en' }),
    pathTo(googleSubscriptionPath, { id: ofPass.receipted.publicId, reservationId: id }),
    pathTo(appleSubscriptionPath, { id: ofPass.receipted.publicId, reservationId: id }),
  ])
  const ofTicket = [ticket?.uuid ?? '', UNKNOWN, 'x'].flatMap(ticketIdentifier =>
    [ticketPath, fullTicketPath, ticketCodePath, ticketCodePagePath, downloadTicketPath].map(path =>
      pathTo(path, { eventName: shortName, ticketIdentifier }),
    ),
  )
  const passes = [googleWalletPath, applePassPath].map(path => pathTo(path, { eventName: shortName, uuid: UNKNOWN }))
  for (const path of [...ofOrder, ...ofTicket, ...passes]) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, answer.status, 'no-store'])
  }
})

test('an answer to a call with a key, or without the key it needs, is in no cache', async () => {
  const control = async (reply: Promise<{ readonly headers: Headers }>) => (await reply).headers.get('cache-control')
  expect(await control(aBuyer(url, { authorization: `ApiKey ${apiKey}` }).ask(listOrganizations, {}))).toBe('no-store')
  expect(await control(organiser.api.ask(listOwnEvents, {}))).toBe('no-store')
  expect(await control(aBuyer(url).ask(listOwnEvents, {}))).toBe('no-store')
})
