import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import * as checkIn from '#contract/check-in.ts'
import { ACCESS_DENIED } from '#contract/organiser.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aKey, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { apiKey, url, app, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Others')
const own = await organiser.open(aFreeEventFile(clock.now()))
const foreign = await other.open(aFreeEventFile(clock.now(), { slug: 'foreign' }))

const ROLES = ['API_CLIENT', 'OPERATOR', 'SUPERVISOR', 'SPONSOR'] as const
type Role = (typeof ROLES)[number]
const { organizationId } = organiser
const keys = new Map<Role, string>()
for (const role of ROLES) keys.set(role, await aKey(url, { systemKey: apiKey, organizationId, role }))
const idOf = async (name: string) =>
  (await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', name).executeTakeFirstOrThrow()).id
const [ticket] = await paperTickets(shop, await buy(aBuyer(url), own, { Everybody: 1 }, { by: 'NONE' }))
const ids = new Map([
  [own, await idOf(own)],
  [foreign, await idOf(foreign)],
])

const calls = allCalls.filter(({ tag }) => tag === 'check-in' || tag === 'attendee')

/** Who may, by the organiser contract; what isn't named here is for those who scan. */
const FOR: Readonly<Record<string, readonly Role[]>> = {
  userType: ['OPERATOR', 'SUPERVISOR', 'SPONSOR'],
  userDetails: ['OPERATOR', 'SUPERVISOR', 'SPONSOR'],
  listEventsForCheckIn: ['OPERATOR', 'SUPERVISOR', 'SPONSOR'],
  labelLayout: ['OPERATOR', 'SUPERVISOR', 'SPONSOR'],
  searchAttendees: ['SUPERVISOR'],
  sponsorScan: ['SPONSOR'],
  sponsorScanBulk: ['SPONSOR'],
  myScans: ROLES,
  attendeeTicket: ['OPERATOR', 'SUPERVISOR', 'SPONSOR'],
}

const BODIES: Readonly<Record<string, object>> = {
  bulkCheckIn: [{ identifier: 'x', code: 'x' }],
  offlineEncryptedInfo: [1],
  ticketsForAdminCheckIn: [1],
  sponsorScan: { eventName: own, ticketIdentifier: 'x' },
  sponsorScanBulk: [{ eventName: own, ticketIdentifier: 'x' }],
}

function ask(call: Call, authorization: string | undefined, event = own) {
  const names = new Map([
    ['eventId', String(ids.get(event))],
    ['ticketIdentifier', ticket?.identifier ?? ''],
    ['UUID', ticket?.identifier ?? ''],
  ])
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => names.get(name) ?? event)
  return app.inject({
    method: call.method,
    url: call.operationId.startsWith('evaluate') ? `${path}?qrCode=x` : path,
    headers: authorization === undefined ? {} : { authorization },
    ...(call.method === 'POST' && { payload: BODIES[call.operationId] ?? { code: 'x' } }),
  })
}

const DENIED = { statusCode: 403, body: JSON.stringify(ACCESS_DENIED) }

describe.each(calls.map(call => [call.operationId, call] as const))('%s', (id, call) => {
  const may = FOR[id] ?? ['OPERATOR', 'SUPERVISOR']

  test.each(ROLES)('with a key of role %s', async role => {
    const { statusCode } = await ask(call, `ApiKey ${keys.get(role)}`)
    expect(statusCode === 403).toBe(!may.includes(role))
  })

  test('without a good key is denied, whatever else is wrong', async () => {
    for (const key of [undefined, 'ApiKey', `Bearer ${keys.get('OPERATOR')}`, `ApiKey ${apiKey}`]) {
      expect(await ask(call, key)).toMatchObject(DENIED)
    }
    expect(await ask(call, 'ApiKey unknown')).toMatchObject({ statusCode: 403, body: '' })
  })
})

test('these are all calls of scanners', () => expect(calls).toHaveLength(25))

const ofEvent = calls.filter(({ path }) => /:(eventName|eventId|eventKey|publicIdentifier)/.test(path))

const answerAbroad = async (call: Call) => {
  const [role = 'SUPERVISOR'] = FOR[call.operationId]?.toReversed() ?? ['SUPERVISOR' as const]
  return ask(call, `ApiKey ${keys.get(role)}`, foreign)
}

test('events of other organisations are out of reach of every key', async () => {
  expect(ofEvent.length).toBeGreaterThan(15)
  for (const call of ofEvent.filter(one => one !== checkIn.checkIn)) {
    expect([call.operationId, (await answerAbroad(call)).statusCode]).toEqual([call.operationId, 403])
  }
})

test('a scan at the door of another organisation finds no ticket', async () => {
  const answer = await answerAbroad(checkIn.checkIn)
  expect(answer.json()).toMatchObject({ ticket: null, result: { status: 'TICKET_NOT_FOUND' } })
})

test('the key shows who it is', async () => {
  for (const [role, type] of [
    ['OPERATOR', 'OPERATOR'],
    ['SUPERVISOR', 'SUPERVISOR'],
    ['SPONSOR', 'SPONSOR'],
  ] as const) {
    const authorization = `apikey ${keys.get(role)}`
    expect((await ask(checkIn.getUserType, authorization)).json()).toBe(type)
    expect((await ask(checkIn.getUserDetails, authorization)).json()).toEqual({
      apiKey: keys.get(role),
      description: `Door ${role}`,
      userType: type,
    })
  }
})

test('what else is under /admin/api is denied, and nothing of it is kept by a proxy', async () => {
  const headers = { authorization: `ApiKey ${keys.get('SUPERVISOR')}` }
  for (const path of ['/admin/api/users', '/admin/api/check-in/unknown', '/admin/api/']) {
    expect(await app.inject({ url: path, headers })).toMatchObject(DENIED)
  }
  expect((await app.inject({ url: '/admin/api/events', headers })).headers['cache-control']).toBe('no-store')
})

test('a key that has lapsed or is disabled opens nothing', async () => {
  const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
  const opens = async () => (await ask(checkIn.getUserType, `ApiKey ${key}`)).statusCode
  const change = shop.db.kysely
    .updateTable('api_key')
    .where('id', '=', eb => eb.selectFrom('api_key').select(({ fn }) => fn.max('id').as('id')))
  expect(await opens()).toBe(200)
  await change.set({ expires_at: new Date(clock.now()) }).execute()
  expect(await opens()).toBe(403)
  await change.set({ expires_at: new Date(clock.now() + 1), enabled: false }).execute()
  expect(await opens()).toBe(403)
})
