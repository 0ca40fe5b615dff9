import { expect, test } from 'vitest'
import { resendReservationEmail } from '#contract/booking.ts'
import { getEvent, listEvents } from '#contract/event.ts'
import { downloadPassInvoice } from '#contract/invoice.ts'
import { createSubscription, putEventSubscriptions } from '#contract/organiser-subscription.ts'
import { redirectSubscriptionReservation } from '#contract/pages.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import type { SubscriptionRequest } from '#contract/subscription-file.ts'
import { getSubscription, listSubscriptions, reserveSubscription } from '#contract/subscription.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buyPass, holdPass, passOf, passReadyToPay } from '../support/buyer/pass-purchase.ts'
import { ADA, PAY_BY, codesOf, hold, infoOf, pay, sendDetails, statusOf } from '../support/buyer/purchase.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Each row of "Passes" among the answers that were observed of the reference, over HTTP, by its name there; what is ours and
// not the reference's is said at its place.

const { url, apiKey } = await testShop({ clock: manualClock() })
const organiser = await anOrganiser(url, apiKey)
const { api } = organiser
const categories = [aCategoryFile(SOME_DAY, { name: 'Stalls', price: 12 }), aCategoryFile(SOME_DAY, { price: 40 })]
const event = await organiser.open(anEventFile(SOME_DAY, { slug: 'concert', seats: 100, categories }))
const other = await organiser.open(anEventFile(SOME_DAY, { slug: 'other', seats: 100, categories }))
const buyer = aBuyer(url)

const FREE: SubscriptionRequest = { price: 0, taxPolicy: 'NONE', paymentMethods: [] }
const PAID_BY_TRANSFER = { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }

const create = (changes: SubscriptionRequest = {}) =>
  api.expect(createSubscription, 200, { body: aPassFile({ isPublic: true, settings: PAID_BY_TRANSFER, ...changes }) })
const accept = (descriptorId: string) =>
  api.expect(putEventSubscriptions, 200, { params: { slug: event }, body: [{ descriptorId, categories: [] }] })
const detailOf = (id: string) => buyer.expect(getSubscription, 200, { params: { id } })
const form = (code: string) => ({ code, type: 'SUBSCRIPTION' }) as const
const apply = (reservationId: string, code: string) =>
  buyer.expect(applyCode, 200, { params: { reservationId }, body: form(code) })
const twoTickets = () => hold(buyer, event, { Stalls: 2 })

/** A free one that its buyer has; returns its order, with what that shows. */
async function bought(changes: SubscriptionRequest = {}) {
  const publicId = await create({ ...FREE, ...changes })
  await accept(publicId)
  const reservationId = await buyPass(buyer, publicId, { by: 'NONE' })
  const { id, pin } = await passOf(buyer, reservationId)
  return { publicId, reservationId, id: id ?? '', pin: pin ?? '' }
}

test('POST subscription/create: the id, or the first problem, without a field', async () => {
  expect(await create()).toMatch(/^[0-9a-f-]{36}$/)
  const refused = await api.ask(createSubscription, { body: aPassFile({ timezone: 'nowhere', price: -1 }) })
  expect(refused.status).toBe(400)
  expect(JSON.parse(String(refused.value))).toMatchObject([{ fieldName: '', code: 'timezone' }])
  const unlimited = await create({ maxAvailable: null })
  expect((await detailOf(unlimited)).numAvailable).toBe(2_147_483_647)
})

test('PUT event/{slug}/subscriptions: all categories, and the event can be paid with passes', async () => {
  const { publicId, id } = await bought()
  // Ours: the link is shown where the reference shows none.
  expect(await accept(publicId)).toEqual({ eventSlug: event, subscriptions: { [publicId]: [] } })
  expect((await buyer.expect(getEvent, 200, { params: { shortName: event } })).canApplySubscriptions).toBe(true)
  const found = async (subscription: string) =>
    (await buyer.expect(listEvents, 200, { query: { subscription } })).map(({ shortName }) => shortName)
  expect(await found(id)).toEqual([event])
  expect(await found('malformed')).toEqual([event, other])
})

test('GET subscriptions: those on sale by start and end of their sale', async () => {
  const name = (title: string) => ({ title: [{ lang: 'en', body: title }], description: [{ lang: 'en', body: 'x' }] })
  await create({ ...name('open'), onSaleFrom: '2026-03-01T00:00' })
  await create({ ...name('ends'), onSaleFrom: '2026-03-01T00:00', onSaleTo: '2027-12-01T00:00' })
  await create({ ...FREE, ...name('free'), onSaleFrom: '2026-02-01T00:00', maxEntries: -1 })
  await create({ ...name('private'), isPublic: false, onSaleFrom: '2026-02-01T00:00' })
  await create({ ...name('future'), onSaleFrom: '2027-06-01T00:00' })
  const listed = await buyer.expect(listSubscriptions, 200, {})
  const own = listed.filter(({ salePeriod }) => salePeriod.startDateTime < Date.UTC(2026, 5))
  expect(own.map(({ title }) => title['en'])).toEqual(['free', 'ends', 'open'])
  expect(listed.map(({ title }) => title['en'])).not.toContain('future')
  expect(own[0]).toMatchObject({ formattedPrice: '0', maxEntries: -1, organizationName: null, organizationEmail: null })
  expect(own[1]).toMatchObject({ formattedPrice: '120.00', vat: 8.1 })
})

test('GET subscription/{id}: also private and before its sale, with its validity', async () => {
  const hidden = await detailOf(await create({ isPublic: false, onSaleFrom: '2027-06-01T00:00', maxAvailable: 3 }))
  expect(hidden).toMatchObject({ numAvailable: 0, vat: '8.10', validityTimeUnit: 'MONTHS', validityUnits: 6 })
  expect((await detailOf(await create({ maxAvailable: 0 }))).numAvailable).toBe(0)
  // Ours: true. The reference answers false at any price.
  expect((await detailOf(await create(FREE))).free).toBe(true)
  const counted = await detailOf(await create({ termType: 'numEntries', term: { numEntries: 3 } }))
  expect(counted).toMatchObject({ validityType: 'NOT_SET', maxEntries: 3, formattedValidFrom: null })
  const term = { validityFrom: '2027-04-01T00:00', validityTo: '2027-10-31T23:59' }
  const dated = await detailOf(await create({ termType: 'custom', term }))
  expect(dated.validityType).toBe('CUSTOM')
  expect(dated.formattedValidFrom?.['en']).toContain('2027')
  expect(dated.formattedValidTo?.['it']).toContain('31 ott 2027')
})

test('POST subscription/{id}: the reservation in the language that is asked for, or why there is none', async () => {
  const limited = await create({ maxAvailable: 1 })
  const reservationId = await holdPass(buyer, limited, 'it')
  expect((await infoOf(buyer, reservationId)).orderSummary.summary).toMatchObject([{ name: 'Abbonamento' }])
  const ask = (id: string) => buyer.ask(reserveSubscription, { params: { id } })
  const gone = await ask(limited)
  expect(gone.status).toBe(422)
  expect(gone.value).toMatchObject({
    validationErrors: [{ fieldName: 'request', code: 'show-subscription.sold-out.message' }],
  })
  // Ours: refused, because it is not on sale; the reference sells it.
  expect((await ask(await create({ onSaleFrom: '2027-06-01T00:00' }))).status).toBe(422)
  expect((await ask(crypto.randomUUID())).status).toBe(404)
  // Ours: not found; the reference answers 500.
  expect((await ask('malformed')).status).toBe(404)
})

test('reservation info: one pass, which has no holder yet', async () => {
  const limited = await create({ usageType: 'UNLIMITED', maxEntries: 2 })
  const info = await infoOf(buyer, await holdPass(buyer, limited))
  expect(info).toMatchObject({
    ticketsByCategory: [],
    orderSummary: { free: false, summary: [{ type: 'SUBSCRIPTION', amount: 1 }] },
    subscriptionInfos: [
      {
        id: null,
        pin: null,
        usageDetails: { total: 2, used: 0, available: 2 },
        owner: { firstName: null, lastName: null, email: null },
        configuration: { displayPin: true },
      },
    ],
  })
  const free = await infoOf(buyer, await holdPass(buyer, await create(FREE)))
  expect(free).toMatchObject({
    orderSummary: { free: true },
    activePaymentMethods: {},
    subscriptionInfos: [{ usageDetails: { total: null, used: 0, available: null } }],
  })
})

test('details: no tickets, and another owner has a name and an address', async () => {
  const id = await holdPass(buyer, await create())
  const blank = await sendDetails(buyer, id, { ...ADA, tickets: {}, differentSubscriptionOwner: true })
  expect(blank).toMatchObject({ status: 422 })
  const { validationErrors } = blank.value as { validationErrors: { fieldName: string }[] }
  const names = ['firstName', 'lastName', 'email'].map(name => `subscriptionOwner.${name}`)
  expect(validationErrors.map(({ fieldName }) => fieldName).toSorted()).toEqual(names.toSorted())
  // Ours: refused; the reference takes it.
  const owner = { firstName: 'Grace', lastName: 'Hopper', email: 'no address' }
  const malformed = { ...ADA, tickets: {}, differentSubscriptionOwner: true, subscriptionOwner: owner }
  expect((await sendDetails(buyer, id, malformed)).status).toBe(422)
  expect((await sendDetails(buyer, id, { ...ADA, tickets: {} })).status).toBe(200)
})

test('confirm: by transfer, for nothing, and by the organiser', async () => {
  const paid = await create()
  const byTransfer = await passReadyToPay(buyer, paid)
  expect((await pay(buyer, byTransfer, PAY_BY.OFFLINE)).status).toBe(200)
  expect(await statusOf(buyer, byTransfer)).toBe('OFFLINE_PAYMENT')
  expect(await statusOf(buyer, (await bought()).reservationId)).toBe('COMPLETE')
  const byHand = await passReadyToPay(buyer, paid)
  const confirmed = await organiser.confirm(byHand, { paymentProvider: 'ADMIN', paidAmount: 120 })
  const { id } = await passOf(buyer, byHand)
  expect(confirmed).toMatchObject({ status: 200, value: { holders: [{ id, ...ADA }] } })
  expect(await infoOf(buyer, byHand)).toMatchObject({ status: 'COMPLETE', paid: false, paymentProxy: 'ADMIN' })
})

test('after: id and PIN, mails again, the page that fits, and the invoice under the address of the pass', async () => {
  const { publicId, reservationId, id, pin } = await bought()
  expect([id.length, pin.length]).toEqual([36, 8])
  expect((await passOf(buyer, reservationId)).owner).toEqual(ADA)
  const params = { purchaseContextType: 'subscription', publicIdentifier: publicId, reservationId }
  expect(await buyer.expect(resendReservationEmail, 200, { params, query: { lang: 'en' } })).toBe(true)
  const page = async (reservation: string, pass: string) => {
    const answer = await buyer.ask(redirectSubscriptionReservation, {
      params: { id: pass, reservationId: reservation },
    })
    return answer.headers.get('location')
  }
  const held = await holdPass(buyer, publicId)
  expect(await page(held, publicId)).toContain(`/subscription/${publicId}/reservation/${held}/book`)
  const ready = await passReadyToPay(buyer, publicId)
  expect(await page(ready, publicId)).toContain(`/subscription/${publicId}/reservation/${ready}/overview`)
  expect(await page(reservationId, publicId)).toContain(
    `/subscription/${publicId}/reservation/${reservationId}/success`,
  )
  // Ours: found; the reference has no documents of passes.
  const invoicing = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
  const withInvoice = await create({ settings: { ...PAID_BY_TRANSFER, ...invoicing } })
  const invoiced = await buyPass(buyer, withInvoice, PRIVATE_INVOICE)
  await buyer.expect(downloadPassInvoice, 200, { params: { id: withInvoice, reservationId: invoiced } })
})

test('apply-code: by PIN or id, once, with the code of each refusal', async () => {
  const { id, pin } = await bought({ usageType: 'ONCE_PER_EVENT', title: NAMED, description: NAMED })
  const order = await twoTickets()
  expect(await apply(order, pin)).toMatchObject({ success: true, value: true })
  const { summary, totalPrice } = (await infoOf(buyer, order)).orderSummary
  expect(totalPrice).toBe('12.00')
  expect(summary.at(-1)).toMatchObject({
    type: 'APPLIED_SUBSCRIPTION',
    name: 'Once',
    amount: 1,
    price: '-12.00',
    subTotal: '-12.00',
  })
  expect(await apply(order, id)).toMatchObject({ success: true, value: false })
  const next = await twoTickets()
  const refusals = ['', 'HNLD4PH0', 'AAAAAAAA', crypto.randomUUID(), id]
  const codes: string[] = []
  for (const code of refusals) {
    const answer = await apply(next, code)
    expect(answer).toMatchObject({ value: false, validationErrors: [{ fieldName: 'reservationCodeForm' }] })
    codes.push(...codesOf({ value: answer }))
  }
  expect(codes).toEqual([
    'error.restrictedValue',
    'error.restrictedValue',
    'subscription.pin.not.found',
    'subscription.uuid.not.found',
    'subscription.max-usage-reached-per-event',
  ])
  const elsewhere = await hold(buyer, other, { Stalls: 1 })
  expect(await apply(elsewhere, id)).toMatchObject({ success: true, value: false })
  const unknown = { code: id, type: 'VOUCHER' } as unknown as ReturnType<typeof form>
  expect((await buyer.ask(applyCode, { params: { reservationId: next }, body: unknown })).status).toBe(400)
})

const NAMED = [{ lang: 'en', body: 'Once' }]

test('remove-code: true, then false, and the price is back', async () => {
  const { id } = await bought()
  const order = await twoTickets()
  const before = (await infoOf(buyer, order)).orderSummary
  await apply(order, id)
  expect((await infoOf(buyer, order)).orderSummary.free).toBe(true)
  const remove = () =>
    buyer.expect(removeCode, 200, { params: { reservationId: order }, query: { type: 'SUBSCRIPTION' } })
  expect([await remove(), await remove()]).toEqual([true, false])
  expect((await infoOf(buyer, order)).orderSummary).toEqual(before)
})

test('after use: its own order counts', async () => {
  const { id, reservationId } = await bought({ maxEntries: 2 })
  const order = await hold(buyer, event, { Stalls: 1 })
  await apply(order, id)
  expect((await passOf(buyer, reservationId)).usageDetails).toEqual({ total: 2, used: 1, available: 1 })
})
