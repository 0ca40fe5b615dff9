import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import * as device from '#contract/door-device.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { aFreeEventFile, aServiceFile, aCategoryFile, localTime } from '#tests/builders/event-file.ts'
import { type Reply, aBuyer } from '#tests/support/buyer/buyer.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

// A device at the door, written from the organiser contract alone: it fetches numbers, then sealed tickets, and reads the
// one whose code it scans.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
const { api } = aScanner(url, key, '')

const LAYOUT = { content: { firstRow: 'fullName', thirdRow: ['company'] }, general: { printPartialID: true } }
const from = localTime(clock.now(), { days: 59, hours: 22 })
const eventName = await organiser.open(
  aFreeEventFile(clock.now(), {
    slug: 'offline',
    seats: 300,
    settings: { CHECK_IN_COLOR: 'info', LABEL_LAYOUT: JSON.stringify(LAYOUT) },
    additionalServices: [
      aServiceFile({
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        price: 0,
        inception: localTime(clock.now(), { days: -1 }),
      }),
    ],
    categories: [
      aCategoryFile(clock.now(), { name: 'Everybody', price: 0, customValidity: { checkInFrom: from } }),
      aCategoryFile(clock.now(), { name: 'Later', price: 0 }),
    ],
  }),
)
const silent = await organiser.open(
  aFreeEventFile(clock.now(), { slug: 'silent', settings: { OFFLINE_CHECKIN_ENABLED: false } }),
)

async function ticketsFor(category: string, count = 1): Promise<PaperTicket[]> {
  return paperTickets(shop, await buy(buyer, eventName, { [category]: count }, { by: 'NONE' }))
}

const numbersOf = async (tickets: readonly PaperTicket[]): Promise<number[]> => {
  const rows = await shop.db.kysely
    .selectFrom('ticket')
    .select('id')
    .where(
      'uuid',
      'in',
      tickets.map(({ identifier }) => identifier),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => Number(id))
}

async function changed(changedSince?: number, event = eventName): Promise<{ numbers: unknown; time: number }> {
  const query = changedSince === undefined ? {} : { changedSince }
  const answer: Reply = await api.ask(device.getOfflineIdentifiers, { params: { eventName: event }, query })
  return { numbers: answer.value, time: Number(answer.headers.get('Alfio-TIME')) }
}

/** What the device does with a scanned code. */
function unseal(sealed: Readonly<Record<string, string>>, code: string): Record<string, string> | undefined {
  const hmac = code.split('/').slice(1).join('/')
  const found = sealed[createHash('sha256').update(hmac).digest('hex')]
  const [iv, text] = found?.split('|') ?? []
  if (iv === undefined || text === undefined) return undefined
  const decipher = createDecipheriv(
    'aes-256-cbc',
    pbkdf2Sync(code, code, 1000, 32, 'sha1'),
    Buffer.from(iv, 'base64url'),
  )
  const clear = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  return JSON.parse(clear.toString('utf8')) as Record<string, string>
}

test('a device reads exactly the tickets whose codes it scans', async () => {
  const [ticket] = await ticketsFor('Everybody')
  const [later] = await ticketsFor('Later')
  if (!ticket || !later) throw new Error('two tickets')
  const { numbers } = await changed()
  const sealed = await api.expect(device.getOfflineTickets, 200, {
    params: { eventName },
    body: numbers as number[],
  })
  expect(Object.keys(sealed)).toHaveLength(2)
  expect(Object.keys(sealed).every(name => /^[0-9a-f]{64}$/.test(name))).toBe(true)
  expect(Object.values(sealed).every(value => /^[\w-]{22}\|[\w-]+$/.test(value))).toBe(true)

  const read = unseal(sealed, ticket.code)
  expect(read).toEqual({
    firstName: 'Ada 1',
    lastName: 'Lovelace',
    fullName: 'Ada 1 Lovelace',
    email: 'ada1@example.org',
    status: 'ACQUIRED',
    uuid: ticket.identifier,
    category: 'Everybody',
    pin: expect.stringMatching(/^[ACDEFGHJKLMNPQRTUVWXY34679]{6,7}$/),
    boxColor: 'info',
    additionalInfoJson: '{"company":"","category":"Everybody"}',
    validCheckInFrom: String(Math.floor(after(clock.now(), days(60) - minutes(120)) / 60_000) * 60),
    categoryCheckInStrategy: 'ONCE_PER_EVENT',
    additionalServicesInfoJson: JSON.stringify([{ name: 'Booklet', count: 1, fields: [] }]),
  })
  expect(unseal(sealed, later.code)).not.toHaveProperty('validCheckInFrom')
  expect(unseal(sealed, `${ticket.identifier}/${'A'.repeat(43)}=`)).toBeUndefined()
  expect(JSON.stringify(sealed)).not.toContain(ticket.identifier)
})

test('the same ticket is sealed anew each time', async () => {
  const numbers = await numbersOf(await ticketsFor('Later'))
  const ask = () => api.expect(device.getOfflineTickets, 200, { params: { eventName }, body: numbers })
  const [[first], [second]] = [Object.values(await ask()), Object.values(await ask())]
  expect(first).not.toBe(second)
})

test('a device gets what has changed since it asked last, and in the second before', async () => {
  clock.move(minutes(5))
  const { time } = await changed()
  expect(time).toBe(clock.now())
  expect((await changed(time)).numbers).toEqual([])
  clock.move(minutes(5))
  const [ticket, other] = await ticketsFor('Later', 2)
  if (!ticket || !other) throw new Error('two tickets')
  const bought = await numbersOf([ticket, other])
  expect((await changed(time)).numbers).toEqual(bought)
  expect((await changed(clock.now() + 1_000)).numbers).toEqual(bought)
  expect((await changed(clock.now() + 1_001)).numbers).toEqual([])
  clock.move(minutes(5))
  const before = clock.now()
  clock.move(minutes(1))
  expect((await changed(before)).numbers).toEqual([])
  expect(await aScanner(url, key, eventName).byHand(ticket)).toBe(true)
  expect((await changed(before)).numbers).toEqual(bought)
})

test('all are sent again when the event has changed', async () => {
  clock.move(minutes(5))
  const { time, numbers } = await changed()
  clock.move(minutes(5))
  expect((await changed(time)).numbers).toEqual([])
  await organiser.change(eventName, { title: 'Offline, and another title' })
  expect((await changed(time)).numbers).toEqual(numbers)
})

test('an event that keeps devices online returns no tickets to them', async () => {
  await buy(buyer, silent, { Everybody: 1 }, { by: 'NONE' })
  const params = { eventName: silent }
  expect(await changed(undefined, silent)).toEqual({ numbers: [], time: 0 })
  expect(await api.expect(device.getOfflineTickets, 200, { params, body: [1] })).toEqual({})
  await api.expect(device.getLabelLayout, 412, { params })
})

test('no device gets tickets of another event, of too many, or of none', async () => {
  const foreign = await shop.db.kysely.selectFrom('ticket').select('id').where('status', '=', 'ACQUIRED').execute()
  const ids = foreign.map(({ id }) => Number(id))
  const mine = (await changed()).numbers as number[]
  const params = { eventName }
  const sealed = await api.expect(device.getOfflineTickets, 200, { params, body: ids.slice(0, 200) })
  expect(Object.keys(sealed).length).toBeLessThanOrEqual(mine.length)
  expect(ids.length).toBeGreaterThan(mine.length - 1)
  const tooMany = Array.from({ length: 201 }, (_, index) => index)
  expect((await api.ask(device.getOfflineTickets, { params, body: tooMany })).status).toBe(400)
  expect((await api.ask(device.getOfflineTickets, { params, body: [] })).status).toBe(400)
})

test('a label layout is answered with its lists of rows, and not at all when it cannot be read', async () => {
  const params = { eventName }
  const rows = { ...LAYOUT.content, additionalRows: [] }
  expect(await api.expect(device.getLabelLayout, 200, { params })).toEqual({ ...LAYOUT, content: rows })
  await organiser.change(eventName, { settings: { LABEL_LAYOUT: '{"content": [}' } })
  await api.expect(device.getLabelLayout, 204, { params })
  await organiser.change(eventName, { settings: { LABEL_LAYOUT: '{"mediaName": 7}' } })
  await api.expect(device.getLabelLayout, 204, { params })
})
