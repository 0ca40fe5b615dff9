import { describe, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { PaymentForm } from '#contract/payment.ts'
import { type ReservationForm, reserveTickets } from '#contract/reserve.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import {
  PAY_BY,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  selection,
  sendDetails,
  statusOf,
} from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

/** An event where nothing is switched on that can be off: no invoices, no customer reference, no robot check. */
const clock = manualClock()
const { url, apiKey } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { seats: 500 }))
const buyer = aBuyer(url)

/** What the buyer is shown of an order with these details, without what each order has of its own. */
async function shownWith(change: Partial<ContactAndTicketsForm>): Promise<unknown> {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const answer = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...change })
  const { id: _id, shortId: _shortId, ticketsByCategory, ...info } = await infoOf(buyer, id)
  const tickets = ticketsByCategory.flatMap(category => category.tickets).map(({ uuid: _uuid, ...ticket }) => ticket)
  return { answered: answer.status, ...info, tickets }
}

const plain = await shownWith({})

test('an order without any of it is accepted', () => {
  expect(plain).toMatchObject({ answered: 200, invoiceRequested: false, customerReference: null })
})

describe('details', () => {
  test.each<[string, Partial<ContactAndTicketsForm>]>([
    ['an invoice, and all that belongs to it', BUSINESS_INVOICE],
    ['an invoice without its address', { invoiceRequested: true }],
    ['a VAT number', { addCompanyBillingDetails: true, vatNr: 'ATU12345678', vatCountryCode: 'AT' }],
    ['the request to be excused from a VAT number', { addCompanyBillingDetails: true, skipVatNr: true }],
    ['a company', { billingAddressCompany: 'Analytical Engines' }],
    ['what Italian invoices need', ITALIAN_INVOICE],
    ['split payment', { italyEInvoicingSplitPayment: true }],
    ['a fiscal code that is none', { italyEInvoicingFiscalCode: 'x'.repeat(100) }],
    ['a customer reference', { customerReference: 'PO 7' }],
    ['another owner of a subscription', { differentSubscriptionOwner: true, subscriptionOwner: { firstName: '' } }],
    ['an express checkout', { expressCheckoutRequested: true }],
    ['extras that the event does not have', { additionalServices: {} }],
  ])('%s is ignored where it is switched off', async (_, change) => {
    expect(await shownWith(change)).toEqual(plain)
  })

  test('answers to questions that were not asked are ignored', async () => {
    const id = await hold(buyer, shortName, { Conference: 1 })
    const form = filledIn(await infoOf(buyer, id))
    const tickets = Object.fromEntries(
      Object.entries(form.tickets ?? {}).map(([uuid, ticket]) => [uuid, { ...ticket, additional: { diet: ['x'] } }]),
    )
    expect((await sendDetails(buyer, id, { ...form, tickets })).status).toBe(200)
    expect(JSON.stringify(await infoOf(buyer, id))).not.toContain('diet')
  })

  test('attendees can not be left for later where the organiser wants them', async () => {
    const forced = await organiser.open(
      anEventFile(clock.now(), { slug: 'forced', settings: { FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION: true } }),
    )
    const id = await hold(buyer, forced, { Conference: 1 })
    const { tickets: _none, ...contact } = filledIn(await infoOf(buyer, id))
    expect((await sendDetails(buyer, id, { ...contact, postponeAssignment: true })).status).toBe(422)
  })
})

test.each<[string, Partial<ReservationForm>]>([
  ['a robot check', { captcha: 'solved' }],
  ['an empty promo code', { promoCode: '' }],
  ['no extras', { additionalService: [] }],
])('reserving: %s is ignored where it is switched off', async (_, change) => {
  const body = { ...selection(await categoryIds(buyer, shortName), { Conference: 1 }), ...change }
  await buyer.expect(reserveTickets, 200, { params: { shortName }, query: { lang: 'en' }, body })
})

test.each<[string, Partial<PaymentForm>]>([
  ['a robot check', { captcha: 'solved' }],
  ['the token of a gateway', { gatewayToken: 'tok_1', hmac: 'x' }],
])('paying: %s is ignored where it is switched off', async (_, change) => {
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  expect((await pay(buyer, id, { ...PAY_BY.ON_SITE, ...change })).status).toBe(200)
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})
