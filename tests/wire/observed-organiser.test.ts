import { expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import {
  configureContext,
  confirmPaidReservation,
  createApiKey,
  createOrganization,
  deleteApiKey,
  getEventStats,
  updateEvent,
  updateOrganization,
} from '#contract/organiser.ts'
import { deleteTicket, getReservationDetail } from '#contract/organiser-orders.ts'
import * as desk from '#contract/organiser-reservations.ts'
import * as passes from '#contract/organiser-subscription.ts'
import { getSubscription } from '#contract/subscription.ts'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import {
  PAY_BY,
  buy,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
} from '../support/buyer/purchase.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// What organisers' clients meet, among the answers that were observed of the reference in its second run, over HTTP; what is
// ours and not the reference's is said at its place.

const clock = manualClock()
const now = clock.now()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const { api, organizationId } = organiser
const stranger = await anOrganiser(url, apiKey, 'Others')
const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
const buyer = aBuyer(url)

const event = await organiser.open(anEventFile(now, { seats: 100 }))
const other = await organiser.open(aFreeEventFile(now, { slug: 'other' }))
const foreign = await stranger.open(aFreeEventFile(now, { slug: 'foreign' }))
const categoryOf = async (slug: string) => [...(await categoryIds(buyer, slug)).values()][0] ?? 0
const [own, others] = [await categoryOf(event), await categoryOf(other)]
const DENIED = { status: 403, value: 'Access to resource has been denied' }
const UNKNOWN = crypto.randomUUID()

const reserveFor = (body: object, slug = event) =>
  api.ask(desk.createTicketsReservation, {
    params: { slug },
    body: { tickets: [{ ticketCategoryId: own, quantity: 1 }], ...body },
  })
const detailOf = (id: string) =>
  api.expect(getReservationDetail, 200, {
    params: { purchaseContextType: 'event', publicIdentifier: event, id },
  })

test('reservation by API: what is not the event’s is denied, and names beyond the tickets are dropped', async () => {
  const none = await reserveFor({ tickets: [{ ticketCategoryId: others, quantity: 1 }] })
  expect(none).toMatchObject(DENIED)
  expect(await reserveFor({ additionalServices: [{ additionalServiceId: 999_999, quantity: 1 }] })).toMatchObject(
    DENIED,
  )
  expect(await reserveFor({}, 'nowhere')).toMatchObject(DENIED)
  const withoutQuantity = await reserveFor({ tickets: [{ ticketCategoryId: own }] })
  expect(withoutQuantity).toMatchObject({
    status: 400,
    value: { errors: [{ description: 'error.STEP_1_SELECT_AT_LEAST_ONE' }] },
  })
  const named = ['Ada', 'Grace'].map(firstName => ({ firstName, lastName: 'L', email: 'a@b.example' }))
  const one = await reserveFor({
    tickets: [{ ticketCategoryId: own, quantity: 1, attendees: named }],
    language: 'xx',
  })
  const { id, href } = one.value as { id: string; href: string }
  expect(href).toContain('lang=xx')
  expect((await detailOf(id)).tickets[0]?.attendees?.map(({ firstName }) => firstName)).toEqual(['Ada'])
})

test('detail: full names, metadata of each category, no names before details, links once complete', async () => {
  const held = await detailOf(await hold(buyer, event, { Conference: 1 }))
  expect(held.user).toEqual({ username: null, id: null, firstName: null, lastName: null, email: null })
  expect(held.tickets).toMatchObject([{ metadata: [], attendees: [{ fullName: '', email: '', resources: {} }] }])
  const bought = await detailOf(await buy(buyer, event, { Conference: 1 }))
  const [attendee] = bought.tickets[0]?.attendees ?? []
  expect(attendee).toMatchObject({ fullName: 'Ada 1 Lovelace', email: 'ada1@example.org' })
  expect(Object.keys(attendee?.resources ?? {}).toSorted()).toEqual(['ready', 'ticketPdf', 'ticketQrCode'])
})

test('delete-ticket, delete-subscription and an import of what is not there are denied', async () => {
  const deletion = { params: { slug: event, ticketUUID: UNKNOWN } }
  expect(await api.ask(deleteTicket, deletion)).toMatchObject(DENIED)
  const id = await create()
  const ofPass = { params: { id, subscriptionToDelete: UNKNOWN } }
  expect(await api.ask(passes.deleteSubscription, ofPass)).toMatchObject(DENIED)
  const body = [{ tickets: [{ ticketCategoryId: others, quantity: 1 }], language: 'en' }]
  const query = { language: 'en' }
  expect(await api.ask(desk.importReservations, { params: { slug: event }, query, body })).toMatchObject(DENIED)
  const good = await api.expect(desk.importReservations, 200, {
    params: { slug: event },
    query,
    body: [{ tickets: [{ ticketCategoryId: own, quantity: 1 }], language: 'en' }],
  })
  const batch = { params: { slug: other, requestId: good.batchId ?? '' } }
  expect((await api.ask(desk.bulkStatus, batch)).status).toBe(400)
})

const create = (changes: SubscriptionRequest = {}) =>
  api.expect(passes.createSubscription, 200, {
    body: aPassFile({
      isPublic: true,
      settings: { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93' },
      ...changes,
    }),
  })

test('GET subscription/{id}: the descriptor, and its counts beside it', async () => {
  const id = await create()
  const described = await api.expect(passes.getOwnSubscription, 200, { params: { id } })
  const { descriptor, ...counts } = described
  expect(counts).toMatchObject({
    soldCount: 0,
    pendingCount: 0,
    reservationsCount: 0,
    linkedEventsCount: 0,
    unitPrice: 120,
  })
  expect(descriptor).toMatchObject({
    id,
    publicIdentifier: id,
    organizationId,
    price: 12_000,
    formattedPrice: '120.00',
    vat: 8.1,
    vatStatus: 'INCLUDED',
    currency: 'CHF',
    public: true,
    maxEntries: expect.any(Number),
    maxAvailable: expect.any(Number),
    validityType: 'STANDARD',
    validityTimeUnit: 'MONTHS',
    validityUnits: 6,
    timeZone: expect.any(String),
    titleAsText: descriptor.title['en'],
  })
  const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
  for (const moment of [descriptor.creation, descriptor.onSaleFrom]) expect(moment).toMatch(zoned)
})

test('subscription/{id}/events: none is refused, twice the same counts once, what is not theirs is denied', async () => {
  const id = await create()
  const link = (body: { slug: string }[] | null) =>
    api.ask(passes.linkEvents, { params: { id }, body: body as { slug: string }[] })
  expect((await link(null)).status).toBe(400)
  expect(await link([{ slug: event }, { slug: event }])).toMatchObject({ status: 200, value: [{ slug: event }] })
  expect(await link([{ slug: 'nowhere' }])).toMatchObject(DENIED)
  expect(await link([{ slug: foreign }])).toMatchObject(DENIED)
})

test('a deactivated pass is neither shown nor reserved, and can’t be deactivated again', async () => {
  const id = await create()
  await api.expect(passes.deactivateSubscription, 200, { params: { id } })
  expect((await buyer.ask(getSubscription, { params: { id } })).status).toBe(404)
  expect((await api.ask(passes.createSubscriptionReservation, { params: { id }, body: {} })).status).toBe(404)
  expect(await api.ask(passes.deactivateSubscription, { params: { id } })).toMatchObject(DENIED)
})

test('organisation: the id is in the body, and a slug that is left out stays', async () => {
  const form = { name: 'Movers', email: 'm@movers.example', description: 'x' }
  const made = await system.expect(createOrganization, 200, { body: { ...form, slug: 'movers' } })
  const params = { id: made.id }
  for (const body of [form, { ...form, id: made.id + 1 }]) {
    expect(await system.ask(updateOrganization, { params, body })).toMatchObject({ status: 400, value: undefined })
  }
  // Ours: kept; the reference empties it.
  const changed = await system.expect(updateOrganization, 200, { params, body: { ...form, id: made.id } })
  expect(changed.slug).toBe('movers')
})

test('keys: any case of the type, API_CLIENT for none, and true when one is revoked', async () => {
  const params = { id: organizationId }
  const typeOf = async (type: string | null) =>
    (await system.expect(createApiKey, 200, { params, body: { type } })).apiKeyType
  expect([await typeOf('sponsor'), await typeOf(''), await typeOf(null)]).toEqual([
    'SPONSOR',
    'API_CLIENT',
    'API_CLIENT',
  ])
  const { apiKey: key } = await system.expect(createApiKey, 200, { params, body: { type: 'OPERATOR' } })
  expect(await system.expect(deleteApiKey, 200, { params: { ...params, apiKey: key } })).toBe(true)
  expect((await system.ask(deleteApiKey, { params: { ...params, apiKey: key } })).status).toBe(404)
})

test('a key that was revoked, and an unknown one, are denied without a body', async () => {
  const { apiKey: key } = await system.expect(createApiKey, 200, { params: { id: organizationId }, body: {} })
  const client = aBuyer(url, { authorization: `ApiKey ${key}` })
  const detail = { params: { slug: event } }
  expect((await client.ask(getEventStats, detail)).status).toBe(200)
  await system.expect(deleteApiKey, 200, { params: { id: organizationId, apiKey: key } })
  expect(await client.ask(getEventStats, detail)).toMatchObject({ status: 403, value: undefined })
  expect(await aBuyer(url, { authorization: 'ApiKey none' }).ask(getEventStats, detail)).toMatchObject({
    status: 403,
    value: undefined,
  })
  expect(await stranger.api.ask(getEventStats, detail)).toMatchObject(DENIED)
})

test('settings of an event that is not there, or is another’s, are denied without a body', async () => {
  const put = (publicIdentifier: string, id = organizationId) =>
    api.ask(configureContext, {
      params: { organizationId: id, purchaseContextType: 'event', publicIdentifier },
      body: { OFFLINE_PAYMENT_DAYS: '5' },
    })
  expect((await put(event)).status).toBe(200)
  for (const slug of ['nowhere', foreign]) expect(await put(slug)).toMatchObject({ status: 403, value: undefined })
  expect(await put(event, stranger.organizationId)).toMatchObject(DENIED)
})

const BILLING = {
  fullName: 'Augusta King',
  company: 'Analytical Engines',
  line1: 'Am Markt 1',
  line2: null,
  zip: '1010',
  city: 'Wien',
  state: null,
  countryCode: 'AT',
}

test.each(['ADMIN', 'OFFLINE'] as const)('confirm (%s): billingData fills the address', async paymentProvider => {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  if (paymentProvider === 'OFFLINE') await pay(buyer, id, PAY_BY.OFFLINE)
  expect((await infoOf(buyer, id)).billingAddress).toBeNull()
  const body = { transaction: { paymentProvider }, billingData: BILLING }
  await api.expect(confirmPaidReservation, 200, { params: { reservationId: id }, body })
  expect((await infoOf(buyer, id)).billingAddress).toMatch(/^Analytical Engines\nAugusta King\nAm Markt 1\n1010 Wien\n/)
})

test('confirm: billingData leaves what is left out, and an invoice that is issued names the address for good', async () => {
  const settings = {
    GENERATE_ONLY_INVOICE: true,
    VAT_NR: 'CHE-123.456.788',
    INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano',
  }
  const invoiced = await organiser.open(anEventFile(now, { slug: 'invoiced', settings }))
  const id = await hold(buyer, invoiced, { Conference: 1 })
  const typed = { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE }
  expect((await sendDetails(buyer, id, typed)).status).toBe(200)
  await pay(buyer, id, PAY_BY.OFFLINE)
  const before = await infoOf(buyer, id)
  expect(before).toMatchObject({ status: 'OFFLINE_PAYMENT', invoiceNumber: expect.any(String) as string })
  const body = { transaction: { paymentProvider: 'OFFLINE' as const }, billingData: BILLING }
  await api.expect(confirmPaidReservation, 200, { params: { reservationId: id }, body })
  expect((await infoOf(buyer, id)).billingAddress).toBe(before.billingAddress)
})

test('an event that moves to another zone without dates keeps its local times', async () => {
  const before = await buyer.expect(getEvent, 200, { params: { shortName: other } })
  await api.expect(updateEvent, 200, { params: { slug: other }, body: { timezone: 'America/New_York' } })
  const after = await buyer.expect(getEvent, 200, { params: { shortName: other } })
  expect(after.timeZone).toBe('America/New_York')
  expect(after.formattedBeginTime).toEqual(before.formattedBeginTime)
  expect(after.formattedEndDate).toEqual(before.formattedEndDate)
  expect(after.datesWithOffset.startDateTime).not.toBe(before.datesWithOffset.startDateTime)
})

test('event detail: without an account owner one empty line', async () => {
  expect((await buyer.expect(getEvent, 200, { params: { shortName: event } })).bankAccountOwner).toEqual([''])
})

test('confirm: details first, a foreign order and an unknown provider', async () => {
  const held = await hold(buyer, event, { Conference: 1 })
  // Ours: 400 with the reason; the reference answers 500.
  expect((await organiser.confirm(held)).status).toBe(400)
  const ready = await readyToPay(buyer, event, { Conference: 1 })
  expect((await stranger.confirm(ready, { paymentProvider: 'ADMIN' })).status).toBe(403)
  const unknown = await organiser.confirm(ready, { paymentProvider: 'NOBODY' as 'ADMIN' })
  expect([unknown.status, String(unknown.value)]).toEqual([400, expect.stringContaining('bad request')])
  expect((await organiser.confirm(ready, { paymentProvider: 'ADMIN' })).status).toBe(200)
})
