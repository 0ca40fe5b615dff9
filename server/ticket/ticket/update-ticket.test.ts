import { expect, test } from 'vitest'
import type { UpdateTicketOwnerForm } from '#contract/booking-form.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { getFullTicket, getTicket, updateTicket } from '#contract/ticket.ts'
import { days } from '#domain/foundation/instant.ts'
import { aCategoryFile, aFreeEventFile, aQuestionFile, aServiceFile, anEventFile } from '#tests/builders/event-file.ts'
import { linkGroup } from '#tests/support/organiser/attendee-group.ts'
import { countAudit } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { ADA, buy, codesOf, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({
  clock,
  // No server answers there.
  environment: { VIES_API_BASE: 'http://127.0.0.1:9' },
})
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const meetup = await organiser.open(aFreeEventFile(clock.now(), { seats: 100 }))
const EVA = { firstName: 'Eva', lastName: 'Noether', email: 'eva@example.org' }

type TicketAt = { readonly eventName: string; readonly ticketIdentifier: string; readonly order: string }

async function bought(eventName = meetup, counts: Record<string, number> = { Everybody: 1 }): Promise<TicketAt> {
  const order = await buy(buyer, eventName, counts, { by: 'NONE' })
  return { eventName, order, ticketIdentifier: ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? '' }
}

async function postponed(): Promise<TicketAt> {
  const order = await hold(buyer, meetup, { Everybody: 1 })
  await sendDetails(buyer, order, { ...ADA, postponeAssignment: true, tickets: {} })
  await pay(buyer, order, { termAndConditionsAccepted: true, selectedPaymentMethod: 'NONE' })
  return { eventName: meetup, order, ticketIdentifier: ticketsOf(await infoOf(buyer, order))[0]?.uuid ?? '' }
}

const paramsOf = ({ eventName, ticketIdentifier }: TicketAt) => ({ eventName, ticketIdentifier })

const put = (ticket: TicketAt, body: UpdateTicketOwnerForm) =>
  buyer.ask(updateTicket, { params: paramsOf(ticket), body })

/** As its holder has it now. */
async function full({ eventName, order }: TicketAt) {
  const [ticketIdentifier = ''] = await ticketIdsOf(shop, order)
  return (await buyer.expect(getFullTicket, 200, { params: { eventName, ticketIdentifier } })).tickets[0]
}

async function mailsTo(order: string) {
  const rows = await shop.db.kysely
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text_body', 'status'])
    .where('reservation_id', '=', order)
    .orderBy('id')
    .execute()
  return rows
}

const problems = ({ value }: { readonly value: unknown }) =>
  (value as { validationErrors: { fieldName: string; code: string }[] }).validationErrors.map(
    ({ fieldName, code }) => `${fieldName} ${code}`,
  )

test('a ticket goes to another person: the old code is worthless, the private id stays, and both are written to', async () => {
  const ticket = await bought()
  await runJobs()
  const [old] = await paperTickets(shop, ticket.order)
  expect(await put(ticket, { ...EVA, userLanguage: 'de' })).toMatchObject({ status: 200, value: { value: true } })

  const [fresh] = await paperTickets(shop, ticket.order)
  expect(fresh?.identifier).toBe(old?.identifier)
  expect(fresh?.code).not.toBe(old?.code)
  const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
  const door = aScanner(url, key, meetup)
  expect(await door.scan(old ?? fresh ?? { identifier: '', code: '' })).toBe('INVALID_TICKET_CODE')
  expect(await door.scan(fresh ?? { identifier: '', code: '' })).toBe('SUCCESS')

  const mails = await mailsTo(ticket.order)
  const toNew = mails.find(({ recipient }) => recipient === EVA.email)
  expect(toNew?.subject).toBe('Ihr Ticket für Meetup')
  const toOld = mails.find(({ recipient, subject }) => recipient === 'ada1@example.org' && /new name/.test(subject))
  expect(toOld?.text_body).toContain('from ada1@example.org to eva@example.org')
  expect(toOld?.text_body).not.toContain(ticket.ticketIdentifier)
  expect(
    mails.some(({ recipient, subject }) => recipient === 'hello@alpine-systems.example' && /new name/.test(subject)),
  ).toBe(false)
  expect(await countAudit(shop.db, ticket.order, 'TICKET_HOLDER_CHANGED')).toBe(1)
  expect(await countAudit(shop.db, ticket.order, 'UPDATE_TICKET')).toBe(1)
  expect(await full(ticket)).toMatchObject({ ...EVA, userLanguage: 'de', assigned: true, locked: true })
})

test('another spelling of the same person keeps the code, and no former holder is notified', async () => {
  const ticket = await bought()
  const [old] = await paperTickets(shop, ticket.order)
  await put(ticket, { firstName: 'ADA 1', lastName: 'LOVELACE', email: 'ada1@example.org' })
  expect(await paperTickets(shop, ticket.order)).toEqual([old])
  expect(await countAudit(shop.db, ticket.order, 'TICKET_HOLDER_CHANGED')).toBe(0)
  expect((await mailsTo(ticket.order)).filter(({ subject }) => /new name/.test(subject))).toEqual([])
})

test('a mail that has not left does not take the new code to the old holder', async () => {
  const ticket = await bought()
  await put(ticket, EVA)
  const waiting = (await mailsTo(ticket.order)).filter(({ status }) => status === 'WAITING')
  const carrying = waiting.filter(({ subject }) => subject === 'Your ticket for Meetup')
  expect(carrying.map(({ recipient }) => recipient)).toEqual([EVA.email])
})

test('once the event has begun the organiser is notified of a new holder', async () => {
  const ticket = await bought()
  const before = clock.now()
  clock.move(days(60) + 60_000)
  const params = paramsOf(ticket)
  await aBuyer(url).expect(updateTicket, 200, { params, body: EVA })
  clock.set(before)
  const recipients = (await mailsTo(ticket.order)).filter(({ subject }) => /new name/.test(subject))
  expect(recipients.map(({ recipient }) => recipient)).toEqual(['ada1@example.org', 'hello@alpine-systems.example'])
})

test('a ticket without a holder can be read and gets its first holder', async () => {
  const ticket = await postponed()
  expect(await full(ticket)).toMatchObject({ assigned: false, locked: false, cancellationEnabled: false })
  expect((await put(ticket, EVA)).status).toBe(200)
  expect(await countAudit(shop.db, ticket.order, 'TICKET_HOLDER_CHANGED')).toBe(0)
  expect((await mailsTo(ticket.order)).map(({ recipient }) => recipient)).toContain(EVA.email)
  const params = paramsOf(ticket)
  expect(await buyer.expect(getTicket, 200, { params })).toMatchObject({ email: EVA.email })
})

test('where tickets may not be passed on, the holder stays; the language may change', async () => {
  const settings = { ENABLE_TICKET_TRANSFER: false }
  const event = await organiser.open(aFreeEventFile(clock.now(), { slug: 'no-transfer', settings }))
  const ticket = await bought(event)
  expect(await full(ticket)).toMatchObject({ locked: true })
  expect((await put(ticket, { ...EVA, userLanguage: 'fr' })).status).toBe(200)
  expect(await full(ticket)).toMatchObject({ email: 'ada1@example.org', firstName: 'Ada 1', userLanguage: 'fr' })
})

test('who has come in stays the holder', async () => {
  const ticket = await bought()
  const key = await aKey(url, { systemKey: apiKey, organizationId: organiser.organizationId, role: 'OPERATOR' })
  for (const paper of await paperTickets(shop, ticket.order)) await aScanner(url, key, meetup).scan(paper)
  await put(ticket, EVA)
  expect(await full(ticket)).toMatchObject({ email: 'ada1@example.org', locked: true })
})

/** Sold before the event was for members, of whom Eva is the only one. */
async function forMembers(slug: string): Promise<TicketAt> {
  const event = await organiser.open(aFreeEventFile(clock.now(), { slug }))
  const ticket = await bought(event)
  await linkGroup(shop.db, event, { members: ['eva@example.org'] })
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', event)
    .executeTakeFirstOrThrow()
  shop.catalog.offerChanged({ id, shortName: event })
  return ticket
}

test('a ticket for members goes to members only, and to one of them once', async () => {
  const ticket = await forMembers('members')
  expect(problems(await put(ticket, { ...EVA, email: 'max@example.org' }))).toEqual([
    'email error.STEP_2_WHITELIST_CHECK_FAILED',
  ])
  expect((await put(ticket, EVA)).status).toBe(200)
  expect(await full(ticket)).toMatchObject({ email: EVA.email, locked: true })
  await put(ticket, { ...EVA, email: 'max@example.org' })
  expect(await full(ticket)).toMatchObject({ email: EVA.email })
})

const unknown = '00000000-0000-4000-8000-000000000000'

test('only a ticket of a complete order of this event can be changed', async () => {
  const ticket = await bought()
  const held = ticketsOf(await infoOf(buyer, await hold(buyer, meetup, { Everybody: 1 })))[0]?.uuid ?? ''
  for (const at of [
    { ...ticket, ticketIdentifier: unknown },
    { ...ticket, ticketIdentifier: held },
    { ...ticket, eventName: 'no-transfer' },
    { ...ticket, eventName: 'unknown' },
  ]) {
    expect((await put(at, EVA)).status).toBe(404)
    const params = paramsOf(at)
    expect((await buyer.ask(getFullTicket, { params })).status).toBe(404)
  }
})

const asking = await organiser.open(
  anEventFile(clock.now(), {
    slug: 'asking',
    seats: 50,
    settings: { COUNTRY_OF_BUSINESS: 'DE' },
    categories: [aCategoryFile(clock.now(), { name: 'Everybody', price: 0 })],
    additionalServices: [aServiceFile({ price: 0 })],
    additionalInfo: [
      aQuestionFile({
        required: true,
        restrictedValues: [{ value: 'meat' }, { value: 'vegan' }, { value: 'fish', enabled: false }],
      }),
      aQuestionFile({ name: 'birth', type: 'DATE_OF_BIRTH', contentLength: { min: 18, max: 99 } }),
      aQuestionFile({ name: 'badge', type: 'GENERIC_TEXT', editable: false, contentLength: { min: 2, max: 9 } }),
      aQuestionFile({ name: 'vat', type: 'EU_VAT_NR' }),
      aQuestionFile({ name: 'size', type: 'GENERIC_TEXT', required: true, additionalService: 'Booklet' }),
    ],
  }),
)

clock.move(1000)

/** With one booklet, and nothing answered yet. */
async function bookedWithQuestions(): Promise<TicketAt & { readonly item: number }> {
  const setup = await setUpEvent(shop, asking)
  const offered = await shop.catalog.offeredEvent(asking)
  const serviceId = offered?.services[0]?.id ?? 0
  const form = setup.form({ tickets: { Everybody: 1 } })
  const { value } = await buyer.expect(reserveTickets, 200, {
    params: { shortName: asking },
    query: { lang: 'en' },
    body: { ...form, additionalService: [{ additionalServiceId: serviceId, quantity: 1 }] },
  })
  const order = value ?? ''
  await sendDetails(buyer, order, { ...ADA, postponeAssignment: true, tickets: {} })
  await pay(buyer, order, { termAndConditionsAccepted: true, selectedPaymentMethod: 'NONE' })
  const info = await infoOf(buyer, order)
  return {
    eventName: asking,
    order,
    ticketIdentifier: ticketsOf(info)[0]?.uuid ?? '',
    item: info.additionalServiceWithData[0]?.itemId ?? 0,
  }
}

const answersOf = async (ticket: TicketAt) => {
  const shown = await full(ticket)
  return Object.fromEntries(
    (shown?.ticketFieldConfigurationAfterStandard ?? []).map(({ name, value }) => [name, value]),
  )
}

test('what the organiser asks is judged, stored and shown again; a final answer stays', async () => {
  const { item: _, ...ticket } = await bookedWithQuestions()
  expect(
    problems(await put(ticket, { ...EVA, additional: { meal: ['stones'], badge: ['x'], vat: ['nonsense'] } })),
  ).toEqual([
    'additional[meal][0] error.restrictedValue',
    'additional[badge][0] error.tooShort',
    'additional[vat][0] error.STEP_2_INVALID_VAT',
    'additional[vat] error.STEP_2_INVALID_VAT',
  ])
  expect(problems(await put(ticket, EVA))).toEqual(['additional[meal][0] error.emptyField'])
  await put(ticket, { ...EVA, additional: { meal: ['vegan'], badge: ['Emmy'] } })
  expect(await answersOf(ticket)).toEqual({ meal: 'vegan', birth: null, badge: 'Emmy', vat: null })
  expect((await put(ticket, { ...EVA, additional: { meal: ['meat'], badge: ['x'] } })).status).toBe(200)
  expect(await answersOf(ticket)).toEqual({ meal: 'meat', birth: null, badge: 'Emmy', vat: null })
})

test('extras of the ticket are answered with it, whole; when none is listed they stay as they are', async () => {
  const { item, ...ticket } = await bookedWithQuestions()
  const other = await bookedWithQuestions()
  const form = { ...EVA, additional: { meal: ['meat'] } }
  const listing = (id: number, additional: Record<string, string[]>) => ({
    ...form,
    additionalServices: {
      [ticket.ticketIdentifier]: [{ additionalServiceItemId: id, ticketUUID: ticket.ticketIdentifier, additional }],
    },
  })
  expect((await put(ticket, { ...form, additionalServices: {} })).status).toBe(200)
  expect(problems(await put(ticket, listing(item, {})))).toEqual([' error.emptyField'])
  expect(problems(await put(ticket, listing(other.item, { size: ['M'] })))).toEqual([' error.emptyField'])
  expect(problems(await put(ticket, listing(item, { size: [''] })))).toEqual([
    `additionalServices[${ticket.ticketIdentifier}][0].additional[size][0] error.emptyField`,
  ])
  expect((await put(ticket, listing(item, { size: ['M'] }))).status).toBe(200)
  const params = paramsOf(ticket)
  const shown = await buyer.expect(getTicket, 200, { params })
  expect(shown.additionalServiceWithData).toMatchObject([
    { itemId: item, ticketUUID: ticket.ticketIdentifier, ticketFieldConfiguration: [{ name: 'size', value: 'M' }] },
  ])
})

test('a ticket of an online event shows from when it opens the room', async () => {
  const event = await organiser.open(
    aFreeEventFile(clock.now(), { slug: 'online', format: 'ONLINE', onlineCallLinks: [] }),
  )
  const ticket = await bought(event)
  const shown = await full(ticket)
  expect(shown?.onlineEventStarted).toBe(false)
  expect(shown?.formattedOnlineCheckInDate['en']).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)
  expect(shown?.onlineCheckInAt).toBeGreaterThan(clock.now())
  const inPlace = await full(await bought())
  expect([inPlace?.formattedOnlineCheckInDate, inPlace?.onlineCheckInAt]).toEqual([{}, undefined])
})

test('all that is wrong is reported at once', async () => {
  expect(codesOf(await put(await bought(), {}))).toEqual([
    'error.STEP_2_EMPTY_FIRSTNAME',
    'error.STEP_2_EMPTY_LASTNAME',
    'error.email',
  ])
})
