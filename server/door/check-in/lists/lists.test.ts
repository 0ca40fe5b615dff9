import { expect, test } from 'vitest'
import * as calls from '#contract/check-in.ts'
import * as device from '#contract/door-device.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, hold } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const now = clock.now()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Others')
const buyer = aBuyer(url)
const { organizationId } = organiser
const supervisor = await aKey(url, { systemKey: apiKey, organizationId, role: 'SUPERVISOR' })
const { api } = aScanner(url, supervisor, '')

const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'Student', price: 10, maxTickets: 50 })]
const paid = await organiser.open(anEventFile(now, { seats: 100, categories }))
const early = await organiser.open(
  aFreeEventFile(now, {
    slug: 'early',
    startDate: localTime(now, { days: 20 }),
    endDate: localTime(now, { days: 21 }),
    categories: [aCategoryFile(now, { name: 'Everybody', price: 0, endSellingDate: localTime(now, { days: 19 }) })],
  }),
)
await other.open(aFreeEventFile(now, { slug: 'not-ours' }))
await buy(buyer, paid, { Conference: 2 })
const students = await buy(buyer, paid, { Student: 2 }, { by: 'OFFLINE' })
await organiser.confirm(students)
await hold(buyer, paid, { Student: 1 })
const [student] = await paperTickets(shop, students)
if (!student) throw new Error('no ticket')
const there = aScanner(url, supervisor, paid)
await there.scan(student)
const event = await shop.db.kysely
  .selectFrom('event')
  .selectAll()
  .where('short_name', '=', paid)
  .executeTakeFirstOrThrow()

const keys = (events: readonly { readonly key: string }[]) => events.map(({ key }) => key)

test('the events of the organisation are listed by their begin, with whole addresses', async () => {
  const events = await api.expect(calls.listEventsForCheckIn, 200, {})
  expect(keys(events)).toEqual([early, paid])
  const utc = (passed: number) => new Date(after(now, passed)).toISOString().replace(/:\d\d\.\d+Z$/, ':00Z')
  expect(events[1]).toEqual({
    name: 'Alpine Systems Days',
    key: paid,
    location: expect.any(String),
    timeZone: 'Europe/Zurich',
    url: `${shop.config.baseUrl}/event/${paid}`,
    begin: utc(days(60)),
    end: utc(days(60) + hours(8)),
    latitude: expect.toBeOneOf([null, expect.any(String)]),
    longitude: expect.toBeOneOf([null, expect.any(String)]),
    imageUrl: null,
    apiVersion: 205,
    descriptions: [{ locale: 'en', description: expect.any(String), shortDescription: expect.any(String) }],
    oneDay: true,
  })
})

test('an event stays listed for a day after its end, for a sponsor for ten', async () => {
  const sponsor = await aKey(url, { systemKey: apiKey, organizationId, role: 'SPONSOR' })
  const listed = async (by: typeof api) => keys(await by.expect(calls.listEventsForCheckIn, 200, {}))
  const ofSponsor = aScanner(url, sponsor, '').api
  clock.set(after(now, days(22)))
  expect([await listed(api), await listed(ofSponsor)]).toEqual([
    [early, paid],
    [early, paid],
  ])
  clock.set(after(now, days(22) + 60_000))
  expect([await listed(api), await listed(ofSponsor)]).toEqual([[paid], [early, paid]])
  clock.set(after(now, days(31) + 60_000))
  expect(await listed(ofSponsor)).toEqual([paid])
  clock.set(now)
})

test('statistics count who is expected and who has come, of some categories or of all', async () => {
  const ask = async (search: string) => {
    const answer = await fetch(`${url}/admin/api/check-in/event/${paid}/statistics${search}`, {
      headers: { authorization: `ApiKey ${supervisor}` },
    })
    return answer.json()
  }
  const ids = new Map(
    (
      await shop.db.kysely
        .selectFrom('ticket_category')
        .select(['id', 'name'])
        .where('event_id', '=', event.id)
        .execute()
    ).map(({ id, name }) => [name, id]),
  )
  const [conference, students_] = [ids.get('Conference'), ids.get('Student')]
  expect(await ask('')).toEqual({ totalAttendees: 4, checkedIn: 1, lastUpdate: clock.now() })
  expect(await ask(`?categoryId=${students_}`)).toMatchObject({ totalAttendees: 2, checkedIn: 1 })
  expect(await ask(`?categoryId=${conference}`)).toMatchObject({ totalAttendees: 2, checkedIn: 0 })
  expect(await ask(`?categoryId=${conference}&categoryId=${students_}`)).toMatchObject({ totalAttendees: 4 })
})

const search = (query: string, page = 0) =>
  api.expect(calls.searchAttendees, 200, { params: { publicIdentifier: paid }, query: { query, page } })

test('attendees are found by every word of what is asked', async () => {
  expect(await search('lovelace ADA STUDENT')).toMatchObject({
    totalResults: 2,
    checkedIn: 1,
    totalPages: 1,
    numPage: 0,
  })
  expect(await search('lovelace nobody')).toMatchObject({ totalResults: 0, totalPages: 0, attendees: [] })
  expect(await search(student.identifier)).toMatchObject({
    totalResults: 1,
    attendees: [{ uuid: student.identifier, ticketStatus: 'CHECKED_IN', amountToPay: null, additionalInfo: {} }],
  })
  expect(await search(students.slice(0, 8).toUpperCase())).toMatchObject({ totalResults: 2 })
})

test('wildcards of a pattern are searched for as plain characters', async () => {
  for (const query of ['%', '_', '\\', 'A%a', "'"]) expect(await search(query)).toMatchObject({ totalResults: 0 })
})

test('an attendee who pays at the desk is listed with what is due', async () => {
  const { attendees } = await search('Conference')
  expect(attendees?.map(({ amountToPay }) => amountToPay)).toEqual(['CHF 120.00', 'CHF 120.00'])
})

test('results come in pages of twenty, and a page after the last one still knows how many there are', async () => {
  const crowd = await organiser.open(aFreeEventFile(now, { slug: 'crowd', seats: 100 }))
  for (let index = 0; index < 5; index += 1) await buy(buyer, crowd, { Everybody: 5 }, { by: 'NONE' })
  const ask = (page: number) =>
    api.expect(calls.searchAttendees, 200, { params: { publicIdentifier: crowd }, query: { query: 'ada', page } })
  const pages = [await ask(0), await ask(1), await ask(7)]
  expect(pages.map(({ attendees }) => attendees?.length)).toEqual([20, 5, 0])
  expect(pages.every(({ totalResults, totalPages }) => totalResults === 25 && totalPages === 2)).toBe(true)
  const all = pages.flatMap(({ attendees = [] }) => attendees.map(({ uuid }) => uuid))
  expect(new Set(all).size).toBe(25)
})

test('nothing is searched for without words', async () => {
  for (const query of ['', '  ']) {
    await api.expect(calls.searchAttendees, 204, { params: { publicIdentifier: paid }, query: { query } })
  }
})

test('the state of a ticket is returned, and nothing of what is no good ticket', async () => {
  const [waiting] = await paperTickets(shop, students).then(tickets => tickets.slice(1))
  const ask = (ticketIdentifier = '') =>
    api.ask(calls.getCheckInStatus, { params: { eventName: paid, ticketIdentifier } })
  expect((await ask(student.identifier)).value).toMatchObject({ checkInStatus: 'ALREADY_CHECK_IN', tags: [] })
  expect((await ask(waiting?.identifier)).value).toMatchObject({ checkInStatus: 'OK_READY_TO_BE_CHECKED_IN' })
  const held = await shop.db.kysely
    .selectFrom('ticket')
    .select('uuid')
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  expect((await ask(held.uuid)).status).toBe(403)
  expect((await ask('nonsense')).status).toBe(403)
})

test('the desk sees tickets with their orders', async () => {
  const numbers = await api.expect(device.getTicketIdentifiers, 200, { params: { eventId: event.id } })
  expect(numbers).toHaveLength(4)
  const tickets = await api.expect(device.getTicketsForCheckIn, 200, { params: { eventId: event.id }, body: numbers })
  expect(tickets.map(({ categoryName, status }) => `${categoryName} ${status}`).toSorted()).toEqual([
    'Conference TO_BE_PAID',
    'Conference TO_BE_PAID',
    'Student ACQUIRED',
    'Student CHECKED_IN',
  ])
  expect(tickets[0]).toMatchObject({ reservation: { email: 'ada@example.org' }, billingDetails: expect.anything() })
})
