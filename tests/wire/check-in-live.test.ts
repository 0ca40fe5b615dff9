import { expect, test } from 'vitest'
import { allCalls } from '#contract/all-calls.ts'
import * as attendee from '#contract/attendee.ts'
import { type Call, Empty } from '#contract/call.ts'
import * as door from '#contract/check-in.ts'
import * as device from '#contract/door-device.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { type AskOf, type Buyer, aBuyer } from '../support/buyer/buyer.ts'
import { type PaperTicket, aKey, paperTickets } from '../support/organiser/door.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Every call of scanners answers here as the contract says: `ask` checks status, media type and each member.

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Others')
const { organizationId } = organiser
const holding = async (role: 'OPERATOR' | 'SUPERVISOR' | 'SPONSOR'): Promise<Buyer> =>
  aBuyer(url, { authorization: `ApiKey ${await aKey(url, { systemKey: apiKey, organizationId, role })}` })
const [operator, supervisor, sponsor] = [
  await holding('OPERATOR'),
  await holding('SUPERVISOR'),
  await holding('SPONSOR'),
]
const keyless = aBuyer(url, { authorization: 'ApiKey of-nobody' })
const buyer = aBuyer(url)

const settings = {
  LABEL_LAYOUT: '{"general": {"printPartialID": true}}',
}
const eventName = await organiser.open(anEventFile(clock.now(), { seats: 100, settings }))
const plain = await organiser.open(aFreeEventFile(clock.now(), { settings: { OFFLINE_CHECKIN_ENABLED: false } }))
const foreign = await other.open(aFreeEventFile(clock.now(), { slug: 'foreign' }))
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', eventName)
  .executeTakeFirstOrThrow()
const [first, second, third] = await paperTickets(shop, await buy(buyer, eventName, { Conference: 3 }))
if (!first || !second || !third) throw new Error('three tickets')

const seen = new Set<string>()

async function answers<C extends Call>(call: C, status: number, ask: AskOf<C>, by = operator): Promise<unknown> {
  const answer = await by.ask(call, ask)
  expect([call.operationId, answer.status]).toEqual([call.operationId, status])
  seen.add(`${call.operationId} ${status}`)
  return answer.value
}

const at = ({ identifier }: PaperTicket, event = eventName) => ({ eventName: event, ticketIdentifier: identifier })
const byId = ({ identifier }: PaperTicket, id = eventId) => ({ eventId: id, ticketIdentifier: identifier })
const code = ({ code: text }: PaperTicket) => ({ code: text })

test('the key and its events', async () => {
  for (const by of [operator, supervisor, sponsor]) {
    await answers(door.getUserType, 200, {}, by)
    await answers(door.getUserDetails, 200, {}, by)
    await answers(door.listEventsForCheckIn, 200, {}, by)
  }
  for (const call of [door.getUserType, door.getUserDetails, door.listEventsForCheckIn]) {
    await answers(call, 403, {}, keyless)
  }
})

test('scans', async () => {
  const qrCode = first.code
  await answers(door.evaluateTicket, 200, { params: at(first), query: { qrCode } })
  await answers(door.evaluateTicket, 400, { params: at(first) })
  await answers(door.evaluateTicket, 403, { params: at(first, foreign), query: { qrCode } })
  await answers(door.evaluateTicketById, 200, { params: byId(first), query: { qrCode } })
  await answers(door.evaluateTicketById, 403, { params: byId(first, 999), query: { qrCode } })
  await answers(door.checkIn, 200, { params: at(first), body: code(first) })
  await answers(door.checkIn, 200, { params: at(first, 'unknown'), body: code(first) })
  await answers(door.checkIn, 403, { params: at(first), body: code(first) }, sponsor)
  await answers(door.checkInById, 200, { params: byId(second), body: code(second) })
  await answers(door.checkInById, 403, { params: byId(second, 999), body: code(second) })
  await answers(door.getCheckInStatus, 200, { params: at(first) })
  await answers(door.getCheckInStatus, 403, { params: at(first, foreign) })
  await answers(door.confirmOnSitePayment, 200, { params: at(first), body: code(first) })
  await answers(door.confirmOnSitePayment, 200, { params: at(first), body: code(first) })
  await answers(door.confirmOnSitePayment, 403, { params: at(first, foreign), body: code(first) })
  await answers(door.bulkCheckIn, 200, { params: { eventName }, body: [first, second] })
  await answers(door.bulkCheckIn, 200, {
    params: { eventName },
    query: { forceCheckInPaymentOnSite: true },
    body: [second],
  })
  await answers(door.bulkCheckIn, 403, { params: { eventName: foreign }, body: [first] })
  await answers(door.manualCheckIn, 200, { params: at(third) })
  await answers(door.manualCheckIn, 403, { params: at(third, foreign) })
  await answers(door.manualCheckIn, 403, { params: at(third, 'unknown') })
  await answers(door.revertCheckIn, 200, { params: at(third) })
  await answers(door.revertCheckIn, 403, { params: at(third, foreign) })
  await answers(door.manualCheckInById, 200, { params: byId(third) })
  await answers(door.manualCheckInById, 403, { params: byId(third, 999) })
  await answers(door.revertCheckInById, 200, { params: byId(third) })
  await answers(door.revertCheckInById, 403, { params: byId(third, 999) })
})

test('lists', async () => {
  await answers(door.getCheckInStatistics, 200, { params: { eventName }, query: { categoryId: 1 } })
  await answers(door.getCheckInStatistics, 403, { params: { eventName: foreign } })
  const params = { publicIdentifier: eventName }
  await answers(door.searchAttendees, 200, { params, query: { query: 'ada' } }, supervisor)
  await answers(door.searchAttendees, 204, { params }, supervisor)
  await answers(door.searchAttendees, 403, { params: { publicIdentifier: foreign } }, supervisor)
  await answers(door.searchAttendees, 404, { params: { publicIdentifier: 'unknown' } }, supervisor)
  await answers(device.getTicketIdentifiers, 200, { params: { eventId }, query: { changedSince: 0 } })
  await answers(device.getTicketIdentifiers, 403, { params: { eventId: 999 } })
  const numbers = await answers(device.getTicketIdentifiers, 200, { params: { eventId } })
  await answers(device.getTicketsForCheckIn, 200, { params: { eventId }, body: numbers as number[] })
  await answers(device.getTicketsForCheckIn, 403, { params: { eventId: 999 }, body: [1] })
})

test('devices', async () => {
  const numbers = await answers(device.getOfflineIdentifiers, 200, { params: { eventName } })
  expect(numbers).toHaveLength(3)
  await answers(device.getOfflineIdentifiers, 200, { params: { eventName: plain } })
  await answers(device.getOfflineIdentifiers, 403, { params: { eventName: foreign } })
  await answers(device.getOfflineTickets, 200, { params: { eventName }, body: numbers as number[] })
  await answers(device.getOfflineTickets, 400, { params: { eventName }, body: [] })
  await answers(device.getOfflineTickets, 403, { params: { eventName: foreign }, body: [1] })
  await answers(device.getLabelLayout, 200, { params: { eventName } })
  await answers(device.getLabelLayout, 403, { params: { eventName: foreign } })
  await answers(device.getLabelLayout, 412, { params: { eventName: plain } })
  await organiser.change(eventName, { settings: { LABEL_LAYOUT: '{"general": 1}' } })
  await answers(device.getLabelLayout, 204, { params: { eventName } })
})

test('sponsors', async () => {
  const body = { eventName, ticketIdentifier: first.identifier, notes: null, leadStatus: null, timestamp: null }
  await answers(attendee.sponsorScan, 200, { body }, sponsor)
  await answers(attendee.sponsorScan, 403, { body }, operator)
  await answers(attendee.sponsorScan, 400, { body: { ...body, timestamp: -1 } }, sponsor)
  await answers(attendee.sponsorScanMany, 200, { body: [body, { ...body, eventName: foreign }] }, sponsor)
  await answers(attendee.sponsorScanMany, 400, { body: [{ ...body, timestamp: 1e300 }] }, sponsor)
  await answers(attendee.listMySponsorScans, 200, { params: { eventKey: eventName } }, sponsor)
  await answers(attendee.listMySponsorScans, 400, { params: { eventKey: eventName }, query: { from: 'x' } }, sponsor)
  await answers(attendee.listMySponsorScans, 403, { params: { eventKey: foreign } }, sponsor)
  await answers(attendee.listMySponsorScans, 404, { params: { eventKey: 'unknown' } }, sponsor)
  const params = { eventKey: eventName, UUID: first.identifier }
  await answers(attendee.getAttendee, 200, { params }, sponsor)
  await answers(attendee.getAttendee, 400, { params: { ...params, eventKey: 'unknown' } }, sponsor)
  await answers(attendee.getAttendee, 403, { params: { ...params, eventKey: foreign } }, sponsor)
})

test('each good answer of each call of scanners, each refusal of their own, has been received and checked', () => {
  const expected = allCalls
    .filter(({ tag }) => tag === 'check-in' || tag === 'attendee')
    .flatMap(call =>
      Object.entries(call.responses).map(([status, answer]) => ({ call, status: Number(status), answer })),
    )
    .filter(({ status, answer }) => status < 300 || status === 403 || answer === Empty)
    .map(({ call, status }) => `${call.operationId} ${status}`)
  expect(expected.length).toBeGreaterThan(45)
  expect(expected.filter(title => !seen.has(title) && title !== 'sponsorScanBulk 403')).toEqual([])
})
