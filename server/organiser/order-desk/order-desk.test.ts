import { describe, expect, test } from 'vitest'
import * as calls from '#contract/organiser-orders.ts'
import { getTicketCategories } from '#contract/event.ts'
import { after, days, hours } from '#domain/foundation/instant.ts'
import { eraseDue } from '#server/order/retention/erase-personal-data.ts'
import { aCategoryFile, aQuestionFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buyPass, passOf } from '#tests/support/buyer/pass-purchase.ts'
import { ADA, buy, filledIn, hold, infoOf, pay, readyToPay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { PASS_TYPE_IDENTIFIER, appleSettings } from '#tests/support/documents/wallets.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { bring } from '#tests/support/organiser/ticket-desk.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const start = clock.now()
const { url, apiKey, shop, runJobs } = await testShop({
  clock,
  environment: { FOYER_MODE: 'development', FOYER_BASE_URL: 'https://tickets.example.org' },
})
const organiser = await anOrganiser(url, apiKey)
const { api, organizationId } = organiser
const stranger = await anOrganiser(url, apiKey, 'Other House')
const buyer = aBuyer(url)
const key = await aKey(url, { systemKey: apiKey, organizationId, role: 'OPERATOR' })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const wallets = appleSettings(passCertificates(PASS_TYPE_IDENTIFIER))

let number = 0
async function anEvent(changes: Parameters<typeof anEventFile>[1] = {}): Promise<string> {
  number += 1
  const categories = [aCategoryFile(start), aCategoryFile(start, { name: 'Student', price: 0 })]
  return organiser.open(anEventFile(start, { slug: `desk-${number}`, categories, ...changes }))
}

/** With what each attendee of Conference says to the question about meals. */
async function boughtWith(slug: string, meal: string): Promise<string> {
  const order = await hold(buyer, slug, { Conference: 2 })
  const form = filledIn(await infoOf(buyer, order))
  const tickets = Object.fromEntries(
    Object.entries(form.tickets ?? {}).map(([id, owner]) => [id, { ...owner, additional: { meal: [meal] } }]),
  )
  expect((await sendDetails(buyer, order, { ...form, tickets })).status).toBe(200)
  expect((await pay(buyer, order)).status).toBe(200)
  return order
}

const categoriesOf = async (slug: string) => {
  const { ticketCategories } = await buyer.expect(getTicketCategories, 200, { params: { shortName: slug } })
  return new Map(ticketCategories.map(({ name, id }) => [name, id]))
}
const attendeesOf = (slug: string) => api.expect(calls.downloadAttendees, 200, { params: { slug } })
const privateIds = async (order: string) => (await paperTickets(shop, order)).map(({ identifier }) => identifier)
const detailOf = (slug: string, id: string, type = 'event') =>
  api.expect(calls.getReservationDetail, 200, {
    params: { purchaseContextType: type, publicIdentifier: slug, id },
  })
const statusOfDetail = async (slug: string, id: string, { type = 'event', who = api } = {}) =>
  (
    await who.ask(calls.getReservationDetail, {
      params: { purchaseContextType: type, publicIdentifier: slug, id },
    })
  ).status

describe('the attendees of an event', () => {
  test('are those who hold a good ticket, by category, with their answers and when their order was confirmed', async () => {
    const slug = await anEvent({ additionalInfo: [aQuestionFile()] })
    await boughtWith(slug, 'vegan')
    const categories = await categoriesOf(slug)
    const attendee = (name: string) => ({
      firstName: name,
      lastName: 'Lovelace',
      email: `${name.toLowerCase().replace(' ', '')}@example.org`,
      userLanguage: 'en',
      externalReference: null,
      metadata: {},
      additional: { meal: ['vegan'] },
      status: 'TO_BE_PAID',
      confirmationTimestamp: new Date(start).toISOString().replace('.000Z', 'Z'),
    })
    expect(await attendeesOf(slug)).toEqual([
      { ticketCategoryId: categories.get('Conference'), attendees: [attendee('Ada 1'), attendee('Ada 2')] },
    ])
    await buy(buyer, slug, { Student: 1 }, { by: 'NONE' })
    expect(
      (await attendeesOf(slug)).map(({ ticketCategoryId, attendees }) => [ticketCategoryId, attendees.length]),
    ).toEqual([
      [categories.get('Conference'), 2],
      [categories.get('Student'), 1],
    ])
  })

  test('are not those who hold, have filled in or are to transfer, and not tickets without a holder', async () => {
    const slug = await anEvent()
    await hold(buyer, slug, { Conference: 1 })
    await readyToPay(buyer, slug, { Conference: 1 })
    await buy(buyer, slug, { Conference: 1 }, { by: 'OFFLINE' })
    expect(await attendeesOf(slug)).toEqual([])
    const order = await hold(buyer, slug, { Conference: 2 })
    await sendDetails(buyer, order, { ...ADA, tickets: {}, postponeAssignment: true })
    expect((await pay(buyer, order)).status).toBe(200)
    expect(await attendeesOf(slug)).toEqual([])
  })

  test('are read by two statements, however many there are', async () => {
    const slug = await anEvent({ additionalInfo: [aQuestionFile()] })
    await boughtWith(slug, 'vegan')
    await boughtWith(slug, 'meat')
    const sent = await statementsOf(() => attendeesOf(slug))
    expect(sent.filter(text => /from (ticket|field_value) /.test(text))).toHaveLength(2)
  })

  test('come in, and their status says so', async () => {
    const slug = await anEvent()
    const [ticket] = await paperTickets(shop, await buy(buyer, slug, { Student: 1 }, { by: 'NONE' }))
    if (!ticket) throw new Error('no ticket')
    await aScanner(url, key, slug).scan(ticket)
    expect((await attendeesOf(slug)).flatMap(({ attendees }) => attendees.map(({ status }) => status))).toEqual([
      'CHECKED_IN',
    ])
  })

  test('are of the own organisation, and none once they have been erased', async () => {
    const slug = await anEvent({ settings: { RETENTION_DAYS: 1 } })
    const order = await buy(buyer, slug, { Student: 1 }, { by: 'NONE' })
    const [ticket = ''] = await privateIds(order)
    const request = { params: { slug } }
    for (const who of [stranger.api, buyer]) {
      expect((await who.ask(calls.downloadAttendees, request)).status).toBe(403)
    }
    expect((await api.ask(calls.downloadAttendees, { params: { slug: 'unknown' } })).status).toBe(403)
    clock.set(after(start, days(62) + hours(8)))
    await eraseDue(shop)
    expect(await attendeesOf(slug)).toEqual([])
    expect(await statusOfDetail(slug, order)).toBe(403)
    const deletion = { params: { slug, ticketUUID: ticket } }
    expect((await api.ask(calls.deleteTicket, deletion)).status).toBe(403)
    clock.set(start)
  })
})

describe('an order that its organiser reads', () => {
  test('shows what the organiser has said of its tickets, and so do the lists', async () => {
    const slug = await anEvent()
    const student = (await categoriesOf(slug)).get('Student') ?? 0
    const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', metadata: { seat: '7' } }
    const tickets = [{ ticketCategoryId: student, quantity: 1, attendees: [grace] }]
    await bring(api, slug, [{ tickets, externalReference: 'CRM-7' }])
    await runJobs()
    const [held] = (await attendeesOf(slug))[0]?.attendees ?? []
    expect(held).toMatchObject({ firstName: 'Grace', externalReference: 'CRM-7', metadata: {} })
    const { id: order } = await shop.db.kysely
      .selectFrom('reservation')
      .innerJoin('ticket', 'reservation_id', 'reservation.id')
      .select('reservation.id')
      .where('external_reference', '=', 'CRM-7')
      .executeTakeFirstOrThrow()
    const [ticket] = await paperTickets(shop, order)
    if (ticket) await aScanner(url, key, slug).scan(ticket)
    const words = { externalReference: 'CRM-7', metadata: { seat: '7' } }
    expect((await detailOf(slug, order)).tickets[0]?.attendees).toMatchObject([words])
    const [scanned] = await api.expect(calls.getCheckInLog, 200, { params: { slug } })
    expect(scanned?.attendeeData).toMatchObject(words)
  })

  test('shows its buyer, its attendees by category, and where their tickets are', async () => {
    const slug = await anEvent({ additionalInfo: [aQuestionFile()], settings: wallets })
    const order = await boughtWith(slug, 'meat')
    const categories = await categoriesOf(slug)
    const detail = await detailOf(slug, order.toUpperCase())
    expect(detail).toEqual({
      id: order,
      status: 'COMPLETE',
      user: { username: null, id: null, ...ADA },
      tickets: [
        { ticketCategoryId: categories.get('Conference'), quantity: 2, attendees: expect.any(Array), metadata: [] },
      ],
      subscriptionOwners: [],
    })
    const [attendee] = detail.tickets[0]?.attendees ?? []
    expect(attendee).toMatchObject({
      fullName: 'Ada 1 Lovelace',
      firstName: 'Ada 1',
      email: 'ada1@example.org',
      userLanguage: 'en',
      externalReference: null,
      metadata: {},
      additional: { meal: ['meat'] },
    })
    const { ready, ...links } = attendee?.resources ?? {}
    expect([ready, Object.keys(links).toSorted()]).toEqual([true, ['applePass', 'ticketPdf', 'ticketQrCode']])
    for (const link of Object.values(links)) {
      expect((await fetch(link.replace(shop.config.baseUrl, url))).status).toBe(200)
    }
  })

  test('has no links while it is pending, and none but to tickets with a holder', async () => {
    const slug = await anEvent({ settings: wallets })
    const held = await hold(buyer, slug, { Conference: 1 })
    const resources = async (id: string) =>
      (await detailOf(slug, id)).tickets.flatMap(({ attendees }) => attendees?.map(one => one.resources) ?? [])
    expect(await detailOf(slug, held)).toMatchObject({
      status: 'PENDING',
      user: { firstName: null, lastName: null, email: null },
      tickets: [{ quantity: 1, attendees: [{ fullName: '', firstName: null, email: '', additional: {} }] }],
    })
    expect(await resources(held)).toEqual([{}])
    await sendDetails(buyer, held, { ...ADA, tickets: {}, postponeAssignment: true })
    await pay(buyer, held)
    expect(await resources(held)).toEqual([{ ready: false }])
  })

  test('of a pass shows the owner, and not the id that pays for tickets', async () => {
    const pass = await storePass(shop, { organizationId, price: 0n })
    const owner = { firstName: 'Ida', lastName: 'Rhodes', email: 'ida@example.org' }
    const order = await buyPass(buyer, pass.publicId, {
      by: 'NONE',
      differentSubscriptionOwner: true,
      subscriptionOwner: owner,
    })
    const code = (await passOf(buyer, order)).id ?? ''
    const detail = await detailOf(pass.publicId, order, 'subscription')
    const { public_id: subscriptionId } = await shop.db.kysely
      .selectFrom('bought_pass')
      .select('public_id')
      .where('reservation_id', '=', order)
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({
      id: order,
      status: 'COMPLETE',
      user: { username: null, id: null, ...ADA },
      tickets: [],
      subscriptionOwners: [{ subscriptionId, ...owner, additional: {}, metadata: {} }],
    })
    expect(JSON.stringify(detail)).not.toContain(code)
    const own = await buyPass(buyer, pass.publicId, { by: 'NONE' })
    expect((await detailOf(pass.publicId, own, 'subscription')).subscriptionOwners).toMatchObject([ADA])
  })

  test('is of this event or pass and of the own organisation; everything else is denied alike', async () => {
    const [slug, other] = [await anEvent(), await anEvent()]
    const order = await buy(buyer, slug, { Student: 1 }, { by: 'NONE' })
    const pass = await storePass(shop, { organizationId, price: 0n })
    const passOrder = await buyPass(buyer, pass.publicId, { by: 'NONE' })
    const type = 'subscription'
    for (const who of [stranger.api, buyer]) {
      expect(await statusOfDetail(slug, order, { who })).toBe(403)
      expect(await statusOfDetail(pass.publicId, passOrder, { who, type })).toBe(403)
    }
    const denied = await Promise.all([
      statusOfDetail(other, order),
      statusOfDetail(slug, passOrder),
      statusOfDetail(pass.publicId, order, { type }),
      statusOfDetail(slug, order, { type }),
      statusOfDetail('unknown', order),
      statusOfDetail(slug, UNKNOWN),
      statusOfDetail(slug, 'nonsense'),
    ])
    expect(denied).toEqual(denied.map(() => 403))
  })
})
