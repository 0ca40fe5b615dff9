import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import { sponsorScan, sponsorScanMany } from '#contract/attendee.ts'
import { cancelReservation, confirmReservation, resendReservationEmail, validateToOverview } from '#contract/booking.ts'
import type { Call } from '#contract/call.ts'
import * as checkInCalls from '#contract/check-in.ts'
import * as device from '#contract/door-device.ts'
import * as organiserCalls from '#contract/organiser.ts'
import { authenticationEnabledPath } from '#contract/account-paths.ts'
import { answerPoll } from '#contract/poll.ts'
import { checkDiscount } from '#contract/promo-code.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { appleLog, appleRegister } from '#contract/wallet.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { aKey, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  PAY_BY,
  buy,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  readyToPay,
  selection,
  ticketsOf,
} from '../support/buyer/purchase.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'
import { assertAnswer } from './answers.ts'
import { HOSTILE_BODIES, HOSTILE_TEXTS, HOSTILE_TYPES, HOSTILE_VALUES, spoiled } from './hostile.ts'

const clock = manualClock()
const { url, apiKey, shop, app } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'strained', seats: 5_000 }))
const buyer = aBuyer(url)
const bought = await buy(buyer, shortName, { Conference: 1 })
const [ticket] = ticketsOf(await infoOf(buyer, bought))
const [paper = { identifier: '', code: '' }] = await paperTickets(shop, bought)
const { id: eventId } = await shop.db.kysely.selectFrom('event').select('id').executeTakeFirstOrThrow()
const filling = await hold(buyer, shortName, { Conference: 1 })
const paying = await readyToPay(buyer, shortName, { Conference: 1 })

/** What each path parameter is when it is right; a call on a reservation gets the one that suits it. */
function paramsOf(call: Call): Readonly<Record<string, string>> {
  const reservations = new Map<Call, string>([
    [validateToOverview, filling],
    [confirmReservation, paying],
    [cancelReservation, OTHER_PERSON],
  ])
  const slug = call === organiserCalls.createEvent ? '' : shortName
  return {
    shortName,
    eventName: shortName,
    publicIdentifier: shortName,
    slug,
    reservationId: reservations.get(call) ?? bought,
    ticketIdentifier: isForDoor(call) ? paper.identifier : (ticket?.uuid ?? ''),
    UUID: paper.identifier,
    eventKey: shortName,
    eventId: String(eventId),
    locale: 'en',
    lang: 'en',
    purchaseContextType: 'event',
    digest: '0'.repeat(64),
    id: String(organiser.organizationId),
    organizationId: String(organiser.organizationId),
    organizerSlug: 'alpine-systems',
    apiKey: 'unknown',
    code: 'EARLY10',
    checkInCode: '0'.repeat(64),
    ticketCodeHash: '0'.repeat(64),
    pollId: '1',
    uuid: ticket?.uuid ?? '',
    passTypeIdentifier: 'pass.example',
    serialNumber: paper.identifier,
    device: 'device',
    method: 'PAYPAL',
  }
}

const OTHER_PERSON = '00000000-0000-4000-8000-000000000000'

const isForDoor = ({ tag }: Call): boolean => tag === 'check-in' || tag === 'attendee'

const aScan = {
  eventName: shortName,
  ticketIdentifier: paper.identifier,
  notes: 'x',
  leadStatus: 'HOT',
  timestamp: clock.now(),
}

/** A right body for every call that takes one. */
const BODIES = new Map<Call, unknown>([
  [
    reserveTickets,
    {
      ...selection(await categoryIds(buyer, shortName), { Conference: 1 }),
      additionalService: [{ additionalServiceId: 1, quantity: 0, amount: 1 }],
      captcha: null,
      promoCode: null,
    },
  ],
  [
    joinWaitingList,
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      fullName: null,
      email: 'ada@example.org',
      selectedCategory: '1',
      userLanguage: 'en',
      termAndConditionsAccepted: true,
      privacyPolicyAccepted: true,
    },
  ],
  [answerPoll, { pin: 'C4F7XA', optionId: 1 }],
  [checkDiscount, selection(await categoryIds(buyer, shortName), { Conference: 1 })],
  [
    validateToOverview,
    {
      ...filledIn(await infoOf(buyer, filling)),
      customerReference: 'x',
      postponeAssignment: false,
      billingAddressZip: '1',
      italyEInvoicingReferenceType: 'NONE',
    },
  ],
  [
    confirmReservation,
    { ...PAY_BY.OFFLINE, termAndConditionsAccepted: false, captcha: null, hmac: null, gatewayToken: null },
  ],
  [
    organiserCalls.createEvent,
    {
      ...anEventFile(clock.now(), {
        categories: [aCategoryFile(clock.now(), { ordinal: 1, settings: { SEND_TICKETS_AUTOMATICALLY: true } })],
      }),
      slug: null,
      tags: ['a'],
      onlineCallLinks: [],
    },
  ],
  [
    organiserCalls.updateEvent,
    {
      title: 'Strained',
      tags: ['a'],
      settings: { RESERVATION_TIMEOUT: 25 },
      tickets: { max: 5_000, categories: [{ name: 'Conference', price: 120 }] },
    },
  ],
  [
    organiserCalls.confirmPaidReservation,
    {
      transaction: { id: 'a', paidAmount: 1, timestamp: 'x', notes: 'x', paymentProvider: 'OFFLINE' },
      notification: { customer: true },
    },
  ],
  [organiserCalls.configureOrganization, { RESERVATION_TIMEOUT: 25 }],
  [organiserCalls.configureContext, { RESERVATION_TIMEOUT: 25 }],
  [
    organiserCalls.createOrganization,
    { name: 'Another', email: 'a@example.org', description: 'Made for a test', slug: null, externalId: null },
  ],
  [
    organiserCalls.updateOrganization,
    { name: 'Alpine Systems', email: 'a@example.org', description: 'Made for a test', slug: 'alpine-systems' },
  ],
  [organiserCalls.createApiKey, { type: 'API_CLIENT', description: '' }],
  [checkInCalls.checkIn, { code: paper.code }],
  [checkInCalls.checkInById, { code: paper.code }],
  [checkInCalls.confirmOnSitePayment, { code: paper.code }],
  [checkInCalls.bulkCheckIn, [paper]],
  [device.getOfflineTickets, [1]],
  [device.getTicketsForCheckIn, [1]],
  [sponsorScan, aScan],
  [appleRegister, { pushToken: 'abc' }],
  [appleLog, { logs: ['x'] }],
  [sponsorScanMany, [aScan]],
])

const token = await app.inject({ url: authenticationEnabledPath })
const visitor = {
  'x-auth-token': String(token.headers['x-auth-token']),
  'x-csrf-token': String(token.headers['xsrf-token']),
}
const ofOrganiser = { systemKey: apiKey, organizationId: organiser.organizationId }
const keys = {
  ...(await organiserKey()),
  system: apiKey,
  supervisor: await aKey(url, { ...ofOrganiser, role: 'SUPERVISOR' }),
  sponsor: await aKey(url, { ...ofOrganiser, role: 'SPONSOR' }),
}

async function organiserKey(): Promise<{ organiser: string }> {
  const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
  const params = { id: organiser.organizationId }
  return {
    organiser: (await system.expect(organiserCalls.createApiKey, 200, { params, body: { type: 'API_CLIENT' } })).apiKey,
  }
}

function headersFor({ path }: Call): Record<string, string> {
  if (path.startsWith('/api/attendees/')) return { authorization: `ApiKey ${keys.sponsor}` }
  if (path.startsWith('/admin/api/')) return { authorization: `ApiKey ${keys.supervisor}` }
  if (!path.startsWith('/api/v1/')) return visitor
  return { authorization: `ApiKey ${path.includes('/system/') ? keys.system : keys.organiser}` }
}

const faults: string[] = []
let sent = 0

/** Sends it, and writes down an answer that no caller must ever get. */
async function strain(call: Call, options: InjectOptions & { readonly url: string }): Promise<void> {
  sent += 1
  const answer = await app.inject({
    method: call.method,
    ...options,
    headers: { ...headersFor(call), ...options.headers },
  })
  const payload = JSON.stringify(options.payload ?? null).slice(0, 300)
  const described = `${call.method} ${options.url.slice(0, 200)} ${payload} → ${answer.statusCode} ${answer.body.slice(0, 100)}`
  if (answer.statusCode >= 500) faults.push(described)
  else if (answer.statusCode in call.responses) {
    await assertAnswer(call, answer).catch((error: Error) =>
      faults.push(`${described}: ${error.message.slice(0, 200)}`),
    )
  } else if (!(answer.statusCode === 404 ? answer.body === '' : isText(answer.body)))
    faults.push(`${described}: not a JSON text`)
}

/** The error of a call that never began is one JSON text, as all others are. */
function isText(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'string'
  } catch {
    return false
  }
}

function address(call: Call, params: Readonly<Record<string, string>>, query = queryOf(call)): string {
  return `${call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}${query ? `?${query}` : ''}`
}

function queryOf({ query }: Call): string {
  if (query && 'qrCode' in query.properties) return 'qrCode=x'
  return query && 'lang' in query.properties ? 'lang=en' : ''
}

// Pages are no part of this server (hasPages), and the limit of mails is no fault.
const calls = allCalls.filter(
  call => call !== resendReservationEmail && !['getShell', 'getEventPage'].includes(call.operationId),
)

/** No divisor of how many there are, so that each part gets some values, and each value comes to some parts; by chance the rest comes in `fuzz`. */
const IN_TURN = 7
let turns = 0

/** One of so many, others for each call; all in the long run. */
function byTurns<T>(all: readonly T[], one: number): readonly T[] {
  turns += 1
  return isLongRun() ? all : all.filter((_, index) => (index + turns) % one === 0)
}

test.each(calls.map(call => [`${call.method} ${call.path}`, call] as const))(
  '%s answers a malformed address and query with less than 500',
  async (_, call) => {
    faults.length = 0
    const right = paramsOf(call)
    const ofParams = Object.keys(call.params?.properties ?? {}).flatMap(name =>
      HOSTILE_TEXTS.map(text => address(call, { ...right, [name]: text })).filter(isOfItsOwn),
    )
    const ofQueries = [...Object.keys(call.query?.properties ?? {}), 'unknown'].flatMap(name =>
      hostileQueries(name).map(query => address(call, right, `${queryOf(call)}&${query}`)),
    )
    await strainAll(call, [...byTurns(ofParams, 3), ...byTurns(ofQueries, IN_TURN)])
    expect(faults).toEqual([])
  },
)

/** Every client takes `%2e%2e` between two slashes for the way up, and so asks for another address. */
function isOfItsOwn(requestedUrl: string): boolean {
  return !/\/%2e%2e\//.test(requestedUrl)
}

/** A parameter that no call knows is passed over in the same way by all: once for each text, unless there is time. */
function hostileQueries(name: string): readonly string[] {
  if (name === 'unknown' && !isLongRun()) return HOSTILE_TEXTS.map(text => `${name}=${text}`)
  return HOSTILE_TEXTS.flatMap(text => [`${name}=${text}`, `${name}=a&${name}=${text}`, `${name}[a]=${text}`])
}

/** Reads at the same time, as many as there are connections; writes one after the other. */
async function strainAll(call: Call, urls: readonly string[]): Promise<void> {
  const atOnce = call.method === 'GET' ? 16 : 1
  for (let first = 0; first < urls.length; first += atOnce)
    await Promise.all(urls.slice(first, first + atOnce).map(url => strain(call, { url, ...bodyOf(call) })))
}

/** A write with a hostile address must not find a right body wrong; reads have none. */
function bodyOf(call: Call): { payload?: object } {
  const body = call === confirmReservation ? {} : BODIES.get(call)
  return typeof body === 'object' && body !== null ? { payload: body } : {}
}

test('the values that are taken by turns are others for each part', () => {
  expect(HOSTILE_VALUES.length % IN_TURN).not.toBe(0)
  expect(HOSTILE_TEXTS.length % IN_TURN).not.toBe(0)
})

test.each(calls.filter(({ method }) => method !== 'GET').map(call => [`${call.method} ${call.path}`, call] as const))(
  '%s answers whatever bytes it is sent with less than 500',
  async (_, call) => {
    faults.length = 0
    const url = address(call, paramsOf(call))
    for (const [turn, type] of HOSTILE_TYPES.entries()) {
      for (const [index, payload] of HOSTILE_BODIES.entries()) {
        if (!isLongRun() && type !== 'application/json' && (turn + index) % IN_TURN !== 0) continue
        await strain(call, { url, payload, headers: type === undefined ? {} : { 'content-type': type } })
      }
    }
    await strain(call, {
      url,
      payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      headers: { 'content-type': 'application/json' },
    })
    await strain(call, {
      url,
      payload: 'email=a%00b&firstName=%00',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(faults).toEqual([])
  },
)

test.each([...BODIES].map(([call, body]) => [`${call.method} ${call.path}`, call, body] as const))(
  '%s answers a body with any wrong part with less than 500',
  async (_, call, body) => {
    faults.length = 0
    const url = address(call, paramsOf(call))
    for (const wrong of byTurns([...spoiled(body, HOSTILE_VALUES)], IN_TURN)) {
      const payload = JSON.stringify(wrong)
      await strain(call, { url, payload, headers: { 'content-type': 'application/json' } })
    }
    expect(faults).toEqual([])
  },
  60_000,
)

test('after all of it the data of the shop is consistent', async () => {
  expect(sent).toBeGreaterThan(3_000)
  await expectConsistentData(shop.db, shortName)
})
