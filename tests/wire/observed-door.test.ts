import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import * as attendee from '#contract/attendee.ts'
import * as door from '#contract/check-in.ts'
import * as device from '#contract/door-device.ts'
import { configureContext } from '#contract/organiser.ts'
import { downloadAttendees, getCheckInLog } from '#contract/organiser-orders.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, aQuestionFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails } from '../support/buyer/purchase.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// What scanning apps meet, among the answers that were observed of the reference in its second run, over HTTP; what is ours
// and not the reference's is said at its place.

const clock = manualClock()
const now = clock.now()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const buyer = aBuyer(url)

const answerTo = (name: string, label: string, displayAtCheckIn = false) =>
  aQuestionFile({ name, type: 'GENERIC_TEXT', label: [{ lang: 'en', body: label }], displayAtCheckIn })
const event = await organiser.open(
  anEventFile(now, {
    seats: 100,
    categories: [
      aCategoryFile(now, { price: 10 }),
      aCategoryFile(now, { name: 'Guests', price: 0 }),
      aCategoryFile(now, {
        name: 'Later',
        price: 0,
        customValidity: { checkInFrom: localTime(now, { days: 60 }), checkInTo: localTime(now, { days: 61 }) },
      }),
    ],
    additionalInfo: [answerTo('company', 'Your company', true), answerTo('city', 'Your city')],
  }),
)
const other = await organiser.open(aFreeEventFile(now, { slug: 'other' }))
const online = await organiser.open(aFreeEventFile(now, { slug: 'online', format: 'ONLINE', location: null }))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', event)
  .executeTakeFirstOrThrow()

const keyOf = (role: 'OPERATOR' | 'SUPERVISOR' | 'SPONSOR' | 'API_CLIENT') =>
  aKey(url, { systemKey: apiKey, organizationId, role })
const { api: scanner } = aScanner(url, await keyOf('OPERATOR'), event)
const { api: supervisor } = aScanner(url, await keyOf('SUPERVISOR'), event)
const { api: sponsor } = aScanner(url, await keyOf('SPONSOR'), event)

/** The ticket of an attendee from a company. */
async function one(category = 'Guests', by: 'ON_SITE' | 'NONE' = 'NONE'): Promise<PaperTicket> {
  const order = await hold(buyer, event, { [category]: 1 })
  const form = filledIn(await infoOf(buyer, order))
  const additional = { company: ['Foundry AG'], city: ['Bern'] }
  const tickets = Object.fromEntries(
    Object.entries(form.tickets ?? {}).map(([uuid, holder]) => [uuid, { ...holder, additional }]),
  )
  await sendDetails(buyer, order, { ...form, tickets })
  await pay(buyer, order, PAY_BY[by])
  return only(await paperTickets(shop, order))
}
const oneToPay = () => one('Conference', 'ON_SITE')
const elsewhere = only(await paperTickets(shop, await buy(buyer, other, { Everybody: 1 }, { by: 'NONE' })))
const unknown: PaperTicket = { identifier: crypto.randomUUID(), code: 'x' }

function only([ticket]: readonly PaperTicket[]): PaperTicket {
  if (!ticket) throw new Error('no ticket')
  return ticket
}

const rowOf = ({ identifier }: PaperTicket) =>
  shop.db.kysely.selectFrom('ticket').selectAll().where('uuid', '=', identifier).executeTakeFirstOrThrow()
const at = ({ identifier }: PaperTicket, eventName = event) => ({ eventName, ticketIdentifier: identifier })
const byId = ({ identifier }: PaperTicket) => ({ eventId, ticketIdentifier: identifier })
const scan = (ticket: PaperTicket, code = ticket.code, eventName = event) =>
  scanner.expect(door.checkIn, 200, { params: at(ticket, eventName), body: { code } })
const evaluated = (ticket: PaperTicket, code = ticket.code) =>
  scanner.expect(door.evaluateTicket, 200, { params: at(ticket), query: { qrCode: code } })
const configure = (settings: Record<string, boolean | string>) =>
  organiser.api.ask(configureContext, {
    params: { organizationId, purchaseContextType: 'event', publicIdentifier: event },
    body: settings,
  })

test('GET /admin/api/events: what scanning apps choose from, online events where they ask for them', async () => {
  const list = (query = {}) => scanner.expect(door.listEventsForCheckIn, 200, { query })
  const [first, ...others] = await list()
  expect([first, ...others].map(listed => listed?.key)).toEqual([event, other])
  expect(first).toEqual({
    name: 'Alpine Systems Days',
    key: event,
    location: expect.any(String),
    timeZone: 'Europe/Zurich',
    url: `${shop.config.baseUrl}/event/${event}`,
    begin: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/),
    end: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/),
    latitude: '46.0',
    longitude: '8.95',
    imageUrl: null,
    apiVersion: 205,
    descriptions: [{ locale: 'en', description: expect.any(String), shortDescription: '' }],
    oneDay: true,
  })
  expect((await list({ includeOnline: true })).map(({ key }) => key)).toEqual([event, other, online])
})

test('defaults: offline check-in and printing are on, and what is internal is refused', async () => {
  const params = { eventName: event }
  const numbers = await scanner.ask(device.getOfflineIdentifiers, { params })
  expect(numbers.headers.get('Alfio-TIME')).toBe(String(now))
  await scanner.expect(device.getLabelLayout, 204, { params })
  await configure({ LABEL_LAYOUT: '{"content": {"firstRow": "fullName"}}' })
  expect(await scanner.expect(device.getLabelLayout, 200, { params })).toEqual({
    content: { firstRow: 'fullName', thirdRow: [], additionalRows: [] },
  })
  await configure({ LABEL_LAYOUT: '{no JSON}' })
  await scanner.expect(device.getLabelLayout, 204, { params })
  await configure({ OFFLINE_CHECKIN_ENABLED: false })
  const off = await scanner.ask(device.getOfflineIdentifiers, { params })
  expect([off.value, off.headers.get('Alfio-TIME')]).toEqual([[], '0'])
  await configure({ OFFLINE_CHECKIN_ENABLED: true })
  expect(await configure({ ALFIO_PI_INTEGRATION_ENABLED: true })).toMatchObject({
    status: 400,
    value: 'Request contains internal settings',
  })
})

test('sealed offline entry: company and category always, PIN and colour where they are used', async () => {
  const ticket = await one()
  const plain = await opened(ticket)
  expect(plain).toMatchObject({ categoryCheckInStrategy: 'ONCE_PER_EVENT' })
  expect(plain).not.toHaveProperty('pin')
  expect(plain).not.toHaveProperty('boxColor')
  expect(JSON.parse(plain['additionalInfoJson'] ?? '')).toEqual({ company: 'Foundry AG', category: 'Guests' })
  const withCity = JSON.parse((await opened(ticket, { additionalField: 'city' }))['additionalInfoJson'] ?? '')
  expect(withCity).toEqual({ company: 'Foundry AG', city: 'Bern', category: 'Guests' })
  await configure({ LABEL_LAYOUT: '{"general": {"printPartialID": true}}', CHECK_IN_COLOR: 'info' })
  expect(await opened(ticket)).toMatchObject({ pin: expect.any(String), boxColor: 'info' })
  await configure({ LABEL_PRINTING_ENABLED: false })
  expect(await opened(ticket)).not.toHaveProperty('pin')
  await configure({ LABEL_PRINTING_ENABLED: true })
})

/** What a device reads of a ticket whose code it scans. */
async function opened(ticket: PaperTicket, query = {}): Promise<Record<string, string>> {
  const body = [Number((await rowOf(ticket)).id)]
  const sealed = await scanner.expect(device.getOfflineTickets, 200, { params: { eventName: event }, query, body })
  const [iv = '', text = ''] = Object.values(sealed)[0]?.split('|') ?? []
  const secret = pbkdf2Sync(ticket.code, ticket.code, 1000, 32, 'sha1')
  const decipher = createDecipheriv('aes-256-cbc', secret, Buffer.from(iv, 'base64url'))
  const clear = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  return JSON.parse(clear.toString('utf8')) as Record<string, string>
}

test('evaluate: unknown, of another event, or a public id is denied; a scan finds no ticket', async () => {
  const ticket = await one()
  const byPublicId = { ...ticket, identifier: (await rowOf(ticket)).public_uuid }
  for (const shown of [unknown, elsewhere, byPublicId]) {
    const answer = await scanner.ask(door.evaluateTicket, { params: at(shown), query: { qrCode: shown.code } })
    expect(answer).toMatchObject({ status: 403, value: 'Access to resource has been denied' })
    const numbered = await scanner.ask(door.evaluateTicketById, { params: byId(shown), query: { qrCode: shown.code } })
    expect(numbered.status).toBe(403)
    expect(await scan(shown)).toEqual({ ticket: null, result: NOT_FOUND })
  }
  expect(await scan(ticket, ticket.code, 'nowhere')).toEqual({ ticket: null, result: NOT_FOUND })
})

const NOT_FOUND = { status: 'TICKET_NOT_FOUND', message: 'Ticket not found' }

test('manual and revert: unknown is denied, and both exist by the number of the event', async () => {
  const ticket = await one()
  for (const call of [door.manualCheckIn, door.revertCheckIn]) {
    expect((await scanner.ask(call, { params: at(unknown) })).status).toBe(403)
    expect((await scanner.ask(call, { params: at(ticket, 'nowhere') })).status).toBe(403)
  }
  expect(await scanner.expect(door.manualCheckInById, 200, { params: byId(ticket) })).toBe(true)
  expect(await scanner.expect(door.revertCheckInById, 200, { params: byId(ticket) })).toBe(true)
  for (const call of [door.manualCheckInById, door.revertCheckInById]) {
    expect((await scanner.ask(call, { params: byId(unknown) })).status).toBe(403)
  }
})

test('codes refused: no ticket, whatever the reason', async () => {
  const [ticket, later, foreign] = [await one(), await one('Later'), await one()]
  const codes = [
    ['EMPTY_TICKET_CODE', ' '],
    ['INVALID_TICKET_CODE', `${ticket.identifier}/wrong`],
    ['INVALID_TICKET_CODE', foreign.code],
  ] as const
  for (const [status, code] of codes) {
    expect(await scan(ticket, code)).toMatchObject({ ticket: null, result: { status } })
    expect(await evaluated(ticket, `${code}`)).toMatchObject({ ticket: null, result: { status } })
    expect(await paid(ticket, code)).toMatchObject({ ticket: null })
  }
  // Ours: neither before the doors are open, where the time is checked before the code.
  const early = { status: 'INVALID_TICKET_CATEGORY_CHECK_IN_DATE' }
  expect(await scan(later, foreign.code)).toMatchObject({ ticket: null, result: early })
  expect(await scan(later)).toMatchObject({ ticket: { uuid: later.identifier }, result: early })
})

const paid = (ticket: PaperTicket, code = ticket.code) =>
  scanner.expect(door.confirmOnSitePayment, 200, { params: at(ticket), body: { code } })

test('codes accepted: the ticket as it was before the scan, its price "0" where it is free', async () => {
  const free = await one()
  const shown = { uuid: free.identifier, checkedIn: false, formattedFinalPrice: '0', formattedNetPrice: '0' }
  expect(await evaluated(free)).toMatchObject({ ticket: shown, result: { status: 'OK_READY_TO_BE_CHECKED_IN' } })
  expect(await scan(free)).toMatchObject({ ticket: shown, result: { status: 'SUCCESS' } })
  expect(await scan(free)).toMatchObject({ ticket: { checkedIn: true }, result: { status: 'ALREADY_CHECK_IN' } })
  const due = await oneToPay()
  // Ours: with its extras (server/door/check-in/extras.test.ts).
  expect(await scan(due)).toMatchObject({
    ticket: { uuid: due.identifier, formattedFinalPrice: '10.00' },
    result: { status: 'MUST_PAY', dueAmount: 10 },
  })
})

test('fieldsToDisplay: the members that scanning apps know, and our label', async () => {
  const ticket = await one()
  const { fieldsToDisplay } = await scan(ticket)
  expect(fieldsToDisplay).toEqual([
    {
      name: 'company',
      label: 'Your company',
      value: 'Foundry AG',
      description: null,
      context: 'ATTENDEE',
      fieldConfigurationId: expect.any(Number),
      ticketId: Number((await rowOf(ticket)).id),
      subscriptionId: null,
      additionalServiceItemId: null,
    },
  ])
})

test('attendee search: what is due, and an object of what was answered', async () => {
  const due = await oneToPay()
  const [bare] = await paperTickets(shop, await buy(buyer, event, { Conference: 1 }))
  const found = async (query: string) => {
    const params = { publicIdentifier: event }
    return (await supervisor.expect(door.searchAttendees, 200, { params, query: { query } })).attendees?.[0]
  }
  expect(await found(due.identifier)).toMatchObject({
    amountToPay: 'CHF 10.00',
    additionalInfo: { company: ['Foundry AG'] },
  })
  expect((await found(bare?.identifier ?? ''))?.additionalInfo).toEqual({})
  await paid(due)
  // Ours: what is due; the reference goes on saying the price.
  expect((await found(due.identifier))?.amountToPay).toBeNull()
})

test('sponsor scans: an empty one finds no event, none are answered by none, and every key lists its own', async () => {
  const empty = await sponsor.expect(attendee.sponsorScan, 200, { body: {} })
  expect(empty).toMatchObject({ ticket: null, result: { status: 'EVENT_NOT_FOUND' } })
  expect(await sponsor.expect(attendee.sponsorScanMany, 200, { body: [] })).toEqual([])
  const ticket = await one()
  await scan(ticket)
  const body = { eventName: event, ticketIdentifier: ticket.identifier }
  const scanned = await sponsor.expect(attendee.sponsorScan, 200, { body })
  expect(scanned).toMatchObject({ ticket: { uuid: ticket.identifier, categoryName: null } })
  const { api: client } = organiser
  for (const [api, count] of [
    [sponsor, 1],
    [supervisor, 0],
    [scanner, 0],
    [client, 0],
  ] as const) {
    const mine = (query = {}) => api.ask(attendee.listMySponsorScans, { params: { eventKey: event }, query })
    expect((await mine()).value).toHaveLength(count)
    expect((await mine({ from: ' ' })).value).toHaveLength(count)
    // Ours: 400; the reference answers 500.
    expect((await mine({ from: '2026-12-30 08:00' })).status).toBe(400)
  }
})

test('check-in-log: the latest first, and ours has every scan', async () => {
  const ticket = await one()
  clock.move(minutes(1))
  await scan(ticket, 'wrong')
  clock.move(minutes(1))
  await scan(ticket)
  clock.move(minutes(1))
  await scanner.expect(door.revertCheckIn, 200, { params: at(ticket) })
  const [latest] = await organiser.api.expect(getCheckInLog, 200, { params: { slug: event } })
  clock.set(now)
  expect(latest?.ticketId).toBe(ticket.identifier)
  expect(latest?.audit?.map(({ operation, checkInStatus }) => [operation, checkInStatus])).toEqual([
    ['REVERT', 'OK_READY_TO_BE_CHECKED_IN'],
    ['SCAN', 'SUCCESS'],
    ['SCAN', 'INVALID_TICKET_CODE'],
  ])
})

test('download-attendees: the moment of the confirmation in UTC, and who may come', async () => {
  await scan(await one())
  await oneToPay()
  const byCategory = await organiser.api.expect(downloadAttendees, 200, { params: { slug: event } })
  const attendees = byCategory.flatMap(category => category.attendees)
  expect(new Set(attendees.map(({ status }) => status))).toEqual(new Set(['TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN']))
  for (const { confirmationTimestamp } of attendees) {
    expect(confirmationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  }
})
