import { describe, expect, test } from 'vitest'
import * as calls from '#contract/attendee.ts'
import { after, hours } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, app } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Others')
const buyer = aBuyer(url)
const { organizationId } = organiser
const aSponsor = () => aKey(url, { systemKey: apiKey, organizationId, role: 'SPONSOR' })
const sponsorKey = await aSponsor()
const sponsor = aBuyer(url, { authorization: `ApiKey ${sponsorKey}` })
const eventName = await organiser.open(aFreeEventFile(clock.now(), { seats: 100 }))
const elsewhere = await other.open(aFreeEventFile(clock.now(), { slug: 'elsewhere' }))
const door = aScanner(url, await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' }), eventName)

async function aTicket(event = eventName): Promise<PaperTicket> {
  const [ticket] = await paperTickets(shop, await buy(buyer, event, { Everybody: 1 }, { by: 'NONE' }))
  if (!ticket) throw new Error('no ticket')
  return ticket
}

async function checkedInTicket(): Promise<PaperTicket> {
  const ticket = await aTicket()
  await door.scan(ticket)
  return ticket
}

const scan = (ticketIdentifier: string, more: Partial<calls.SponsorScanForm> = {}, by = sponsor, headers = {}) =>
  by.expect(calls.sponsorScan, 200, { headers, body: { eventName, ticketIdentifier, ...more } })

const leadsOf = ({ identifier }: PaperTicket) =>
  shop.db.kysely
    .selectFrom('sponsor_scan')
    .select(['operator', 'notes', 'lead_status', 'at'])
    .where('ticket_uuid', '=', identifier)
    .orderBy('id')
    .execute()

const mine = (query: Readonly<Record<string, string>> = {}, by = sponsor) =>
  by.expect(calls.listMySponsorScans, 200, { params: { eventKey: eventName }, query })

describe('a sponsor', () => {
  test('learns who an attendee inside is, and scanning again changes what is noted', async () => {
    const ticket = await checkedInTicket()
    const answer = await scan(ticket.identifier, { notes: 'likes cables', leadStatus: 'HOT' })
    expect(answer).toMatchObject({ result: { status: 'SUCCESS' }, ticket: { fullName: 'Ada 1 Lovelace' } })
    expect(answer.ticket?.ticketsReservationId).toBe('')
    clock.move(hours(1))
    await scan(ticket.identifier, { notes: 'really', leadStatus: 'BOILING' })
    clock.move(-hours(1))
    expect(await leadsOf(ticket)).toEqual([
      { operator: '__DEFAULT__', notes: 'really', lead_status: 'WARM', at: clock.now() },
    ])
  })

  test('learns nothing of an attendee who is not inside', async () => {
    const ticket = await aTicket()
    const answer = await scan(ticket.identifier)
    expect(answer).toEqual({
      ticket: null,
      result: { status: 'INVALID_TICKET_STATE', message: 'The ticket is not valid' },
    })
    expect(await leadsOf(ticket)).toEqual([])
    await door.scan(ticket)
    await door.revert(ticket)
    expect((await scan(ticket.identifier)).result.status).toBe('INVALID_TICKET_STATE')
  })

  test('learns nothing from other events', async () => {
    const foreign = await aTicket(elsewhere)
    expect((await scan(foreign.identifier, { eventName: elsewhere })).result.status).toBe('EVENT_NOT_FOUND')
    expect((await scan(foreign.identifier)).result.status).toBe('TICKET_NOT_FOUND')
    expect((await scan(foreign.identifier, { eventName: 'nowhere' })).result.status).toBe('EVENT_NOT_FOUND')
    expect((await scan('nonsense')).result.status).toBe('TICKET_NOT_FOUND')
  })

  test('may have several people who scan, each for themselves', async () => {
    const ticket = await checkedInTicket()
    for (const operator of ['anna', 'ben', 'anna']) {
      await scan(ticket.identifier, { notes: operator }, sponsor, { 'Alfio-Operator': operator })
    }
    expect((await leadsOf(ticket)).map(({ operator }) => operator)).toEqual(['anna', 'ben'])
  })

  test('uploads many at once and gets the answers in their order', async () => {
    const inside = await checkedInTicket()
    const outside = await aTicket()
    const body = [outside, inside, { identifier: 'x' }].map(({ identifier }) => ({
      eventName,
      ticketIdentifier: identifier,
    }))
    const answers = await sponsor.expect(calls.sponsorScanMany, 200, { body })
    expect(answers.map(({ result }) => result.status)).toEqual(['INVALID_TICKET_STATE', 'SUCCESS', 'TICKET_NOT_FOUND'])
    expect(answers[1]?.ticket?.ticketsReservationId).toBe('')
  })

  test('lists what its own key has scanned, since a moment or ever', async () => {
    const key = await aSponsor()
    const another = aBuyer(url, { authorization: `ApiKey ${key}` })
    const [first, second] = [await checkedInTicket(), await checkedInTicket()]
    const begin = clock.now()
    await scan(first.identifier, { timestamp: after(begin, hours(1)) }, another)
    await scan(second.identifier, { timestamp: after(begin, hours(2)) }, another)
    const at = (moment: number) => new Date(moment).toISOString().replace('.000', '')
    expect(await mine({}, another)).toEqual([
      {
        ticketId: first.identifier,
        timestamp: at(after(begin, hours(1))),
        fullName: 'Ada 1 Lovelace',
        email: 'ada1@example.org',
      },
      {
        ticketId: second.identifier,
        timestamp: at(after(begin, hours(2))),
        fullName: 'Ada 1 Lovelace',
        email: 'ada1@example.org',
      },
    ])
    expect(await mine({ from: at(after(begin, hours(2))) }, another)).toMatchObject([{ ticketId: second.identifier }])
    expect(await mine()).not.toContainEqual(expect.objectContaining({ ticketId: first.identifier }))
    await door.revert(first)
    expect((await mine({}, another)).map(({ ticketId }) => ticketId)).toEqual([second.identifier])
  })
})

test.each(['yesterday', '2027-13-01T00:00:00Z', '2027-01-01', '-271821-04-20T00:00:00Z', '2027-01-01T00:00:00+01:00'])(
  'a list since %s is refused',
  async from => {
    const answer = await sponsor.ask(calls.listMySponsorScans, { params: { eventKey: eventName }, query: { from } })
    expect(answer.status).toBe(400)
  },
)

test.each(['{', '[]', '{"eventName":1,"ticketIdentifier":{}}', '{"eventName":"a","ticketIdentifier":"\\u0000"}'])(
  'a scan that cannot be read is answered in the words of the contract: %s',
  async payload => {
    const answer = await app.inject({
      method: 'POST',
      url: calls.sponsorScan.path,
      headers: { authorization: `ApiKey ${sponsorKey}`, 'content-type': 'application/json' },
      payload,
    })
    expect([answer.statusCode, answer.body]).toEqual([400, '"bad input parameters"'])
  },
)

test('the attendee behind a ticket is shown to every key of the event, and to a sponsor once inside', async () => {
  const ticket = await aTicket()
  const params = { eventKey: eventName, UUID: ticket.identifier }
  await sponsor.expect(calls.getAttendee, 400, { params })
  expect(await door.api.expect(calls.getAttendee, 200, { params })).toMatchObject({ fullName: 'Ada 1 Lovelace' })
  await door.scan(ticket)
  expect(await sponsor.expect(calls.getAttendee, 200, { params })).toEqual({
    uuid: ticket.identifier,
    fullName: 'Ada 1 Lovelace',
    firstName: 'Ada 1',
    lastName: 'Lovelace',
    email: 'ada1@example.org',
    userLanguage: 'en',
    additionalFields: {},
  })
  await sponsor.expect(calls.getAttendee, 400, { params: { ...params, UUID: 'x' } })
  await sponsor.expect(calls.getAttendee, 400, { params: { ...params, eventKey: 'nowhere' } })
})
