import { expect, test } from 'vitest'
import { downloadTicket } from '#contract/ticket.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  ADA,
  buy,
  codesOf,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(
  anEventFile(clock.now(), { seats: 200, settings: { ENABLE_CUSTOMER_REFERENCE: true } }),
)
const strict = await organiser.open(
  anEventFile(clock.now(), { slug: 'strict', settings: { FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: true } }),
)

test('what was typed is kept although it was refused, and the overview stays closed', async () => {
  const id = await hold(buyer, shortName, { Conference: 2 })
  const [first, second] = ticketsOf(await infoOf(buyer, id))
  const answer = await sendDetails(buyer, id, {
    firstName: ' Ada ',
    lastName: '',
    email: 'not an address',
    customerReference: 'PO 7',
    tickets: { [first?.uuid ?? '']: { firstName: 'Grace', lastName: 'Hopper', email: '', userLanguage: 'en' } },
  })
  expect(answer.status).toBe(422)
  expect(codesOf(answer)).toEqual([
    'error.STEP_2_INVALID_EMAIL',
    'error.STEP_2_EMPTY_LASTNAME',
    'error.email',
    'error.STEP_2_EMPTY_FIRSTNAME',
    'error.STEP_2_EMPTY_LASTNAME',
    'error.email',
    'error.STEP_2_MISSING_ATTENDEE_DATA',
  ])
  const info = await infoOf(buyer, id)
  expect(info).toMatchObject({
    firstName: 'Ada',
    lastName: null,
    email: 'not an address',
    customerReference: 'PO 7',
    validatedBookingInformation: false,
  })
  expect(ticketsOf(info)).toMatchObject([
    { uuid: first?.uuid, firstName: 'Grace', lastName: 'Hopper', email: null, assigned: false },
    { uuid: second?.uuid, firstName: null, assigned: false },
  ])
})

test('details that were good and are changed for the worse close the overview again', async () => {
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), email: '' })
  expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(false)
  expect(codesOf(await pay(buyer, id))).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
})

test('what is longer than there is room for is refused, and does no harm', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const answer = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), firstName: '😀'.repeat(4_000) })
  expect(codesOf(answer)).toEqual(['error.STEP_2_MAX_LENGTH_FIRSTNAME'])
  expect((await infoOf(buyer, id)).firstName?.length).toBeLessThanOrEqual(255)
})

test('the ticket of another holder is neither changed nor returned', async () => {
  const theirs = await readyToPay(aBuyer(url), shortName, { Conference: 1 })
  const [foreign] = ticketsOf(await infoOf(buyer, theirs))
  const mine = await hold(buyer, shortName, { Conference: 1 })
  const form = filledIn(await infoOf(buyer, mine))
  const answer = await sendDetails(buyer, mine, {
    ...form,
    tickets: { ...form.tickets, [foreign?.uuid ?? '']: { ...ADA, firstName: 'Eve' } },
  })
  expect(codesOf(answer)).toEqual(['error.generic'])
  expect(ticketsOf(await infoOf(buyer, theirs))).toEqual([foreign])
  expect(await infoOf(buyer, mine)).toMatchObject({ firstName: null, validatedBookingInformation: false })
})

test("an order of one person can't be read through another one", async () => {
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  expect((await infoOf(aBuyer(url), id)).id).toBe(id)
  expect(JSON.stringify(await infoOf(buyer, id))).not.toContain(await privateIdOf(id))
})

async function privateIdOf(reservationId: string): Promise<string> {
  const { uuid } = await shop.db.kysely
    .selectFrom('ticket')
    .select('uuid')
    .where('reservation_id', '=', reservationId)
    .executeTakeFirstOrThrow()
  return uuid
}

test('holders may be named later, where the organiser allows it', async () => {
  const id = await hold(buyer, shortName, { Conference: 2 })
  expect((await sendDetails(buyer, id, { ...ADA, postponeAssignment: true, tickets: {} })).status).toBe(200)
  expect((await pay(buyer, id)).status).toBe(200)
  expect(ticketsOf(await infoOf(buyer, id)).map(({ assigned, acquired }) => [assigned, acquired])).toEqual([
    [false, false],
    [false, false],
  ])
  await expectConsistentData(shop.db, shortName)
})

test('a person who was named before the names are put off gets neither ticket nor mail', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  expect((await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))).status).toBe(200)
  const [named] = ticketsOf(await infoOf(buyer, id))
  expect(named).toMatchObject({ firstName: expect.any(String), email: expect.stringContaining('@') })
  expect((await sendDetails(buyer, id, { ...ADA, postponeAssignment: true, tickets: {} })).status).toBe(200)
  expect(ticketsOf(await infoOf(buyer, id))).toMatchObject([{ firstName: null, lastName: null, email: null }])
  expect((await pay(buyer, id)).status).toBe(200)
  expect(ticketsOf(await infoOf(buyer, id))).toMatchObject([{ assigned: false, email: null }])
})

test('some holders may be named later while others are named now', async () => {
  const id = await hold(buyer, shortName, { Conference: 2 })
  const form = filledIn(await infoOf(buyer, id))
  expect((await sendDetails(buyer, id, form)).status).toBe(200)
  const [first, second] = ticketsOf(await infoOf(buyer, id))
  const ticketsNamedLater = [second?.uuid.toUpperCase() ?? '']
  const named = Object.fromEntries(Object.entries(form.tickets ?? {}).filter(([uuid]) => uuid === first?.uuid))
  expect((await sendDetails(buyer, id, { ...form, tickets: named, ticketsNamedLater })).status).toBe(200)
  expect(ticketsOf(await infoOf(buyer, id))).toMatchObject([
    { firstName: first?.firstName },
    { firstName: null, email: null },
  ])
  expect((await pay(buyer, id)).status).toBe(200)
  expect(ticketsOf(await infoOf(buyer, id)).map(({ assigned }) => assigned)).toEqual([true, false])
  await expectConsistentData(shop.db, shortName)
})

test('a ticket of another order cannot be named later, and the ticket that is named now has to be complete', async () => {
  const [id, other] = [await hold(buyer, shortName, { Conference: 2 }), await hold(buyer, shortName, { Conference: 1 })]
  const [foreign] = ticketsOf(await infoOf(buyer, other))
  const [, second] = ticketsOf(await infoOf(buyer, id))
  const wrong = await sendDetails(buyer, id, { ...ADA, tickets: {}, ticketsNamedLater: [foreign?.uuid ?? ''] })
  expect(codesOf(wrong)).toContain('error.generic')
  const incomplete = await sendDetails(buyer, id, { ...ADA, tickets: {}, ticketsNamedLater: [second?.uuid ?? ''] })
  expect(codesOf(incomplete)).toContain('error.STEP_2_MISSING_ATTENDEE_DATA')
})

test('where holders must be named, none is named later', async () => {
  const id = await hold(buyer, strict, { Conference: 1 })
  const [only] = ticketsOf(await infoOf(buyer, id))
  const answer = await sendDetails(buyer, id, { ...ADA, tickets: {}, ticketsNamedLater: [only?.uuid ?? ''] })
  expect(codesOf(answer)).toContain('error.STEP_2_MISSING_ATTENDEE_DATA')
})

test('where holders must be named, postponing is not listened to', async () => {
  const id = await hold(buyer, strict, { Conference: 1 })
  const answer = await sendDetails(buyer, id, { ...ADA, postponeAssignment: true, tickets: {} })
  expect(codesOf(answer)).toContain('error.STEP_2_MISSING_ATTENDEE_DATA')
  expect(
    (await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), postponeAssignment: true })).status,
  ).toBe(200)
})

test('a ticket id may be written in capitals', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const { tickets } = filledIn(await infoOf(buyer, id))
  const capitals = Object.fromEntries(
    Object.entries(tickets ?? {}).map(([uuid, ticket]) => [uuid.toUpperCase(), ticket]),
  )
  expect((await sendDetails(buyer, id, { ...ADA, tickets: capitals })).status).toBe(200)
})

test('warnings that were ignored are noted; details of a confirmed order are not to be found', async () => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const form = { ...filledIn(await infoOf(buyer, id)), email: 'ada@localhost' }
  await sendDetails(buyer, id, form, true)
  expect(await countAudit(shop.db, id, 'WARNING_IGNORED')).toBe(1)
  await pay(buyer, id)
  expect((await sendDetails(buyer, id, form)).status).toBe(404)
})

test.each([
  ['a language that is none', { userLanguage: 'not a language!!' }],
  ['a language that is not shipped', { userLanguage: 'tlh' }],
  ['a very long language', { userLanguage: 'x'.repeat(10_000) }],
  ['markup', { firstName: '<script>alert(1)</script>', lastName: '#set page(width: 1pt) *a* $x$ @b' }],
  ['line breaks', { firstName: 'Ada\r\nBcc: eve@example.org', lastName: 'Love\tlace' }],
  ['control characters', { firstName: 'A\u0007\u001b[31m', lastName: '\u202eada' }],
  ['many scripts', { firstName: '李 عمر', lastName: 'שרה 😀👩‍👩‍👧 ไทย' }],
  [
    'the longest names',
    {
      firstName: 'W'.repeat(255),
      lastName: 'i'.repeat(255),
      email: `${'m'.repeat(64)}@${'sub.'.repeat(44)}example.org`,
    },
  ],
])('an order with %s is finished: ticket, mails and PDF are made', async (_, change) => {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const form = filledIn(await infoOf(buyer, id))
  const tickets = Object.fromEntries(
    Object.entries(form.tickets ?? {}).map(([uuid, ticket]) => [uuid, { ...ticket, ...change }]),
  )
  const { userLanguage: _language, ...contact } = { userLanguage: '', ...change }
  expect(await sendDetails(buyer, id, { ...form, ...contact, tickets })).toMatchObject({ status: 200 })
  expect((await pay(buyer, id)).status).toBe(200)
  const info = await infoOf(buyer, id)
  expect(info.status).toBe('COMPLETE')
  const [ticket] = ticketsOf(info)
  const params = { eventName: shortName, ticketIdentifier: ticket?.uuid ?? '' }
  expect((await buyer.ask(downloadTicket, { params })).status).toBe(200)
  await runJobs()
  const mails = await shop.db.kysely
    .selectFrom('mail')
    .select(['status', 'last_error'])
    .where('reservation_id', '=', id)
    .execute()
  expect(mails).toEqual([1, 2, 3].map(() => ({ status: 'SENT', last_error: null })))
})

test('a ticket keeps a language we speak; until then it has that of the order', async () => {
  const id = await hold(buyer, shortName, { Conference: 3 })
  const form = filledIn(await infoOf(buyer, id))
  const languages = ['DE', 'xx', null]
  const tickets = Object.entries(form.tickets ?? {}).map(([uuid, ticket], index) => [
    uuid,
    { ...ticket, userLanguage: languages[index] ?? null },
  ])
  await sendDetails(buyer, id, { ...form, tickets: Object.fromEntries(tickets) })
  expect(ticketsOf(await infoOf(buyer, id)).map(({ userLanguage }) => userLanguage)).toEqual(['de', 'en', 'en'])
})

test('an order of a confirmed purchase is shown in full', async () => {
  const info = await infoOf(buyer, await buy(buyer, shortName, { Conference: 2 }))
  expect(info).toMatchObject({
    shortId: info.id.slice(0, 8).toUpperCase(),
    status: 'COMPLETE',
    paid: true,
    paymentProxy: 'ON_SITE',
    orderSummary: {
      totalPrice: '240.00',
      priceInCents: 24_000,
      notYetPaid: true,
      descriptionForPayment: expect.stringContaining('Conference'),
      summary: [{ name: 'Conference', amount: 2, price: '120.00', subTotal: '240.00', type: 'TICKET' }],
    },
    metadata: { readyForConfirmation: true, finalized: true },
  })
})
