import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { downloadInvoice, downloadReceipt } from '#contract/invoice.ts'
import { configureContext, createApiKey, deleteApiKey, listOwnEvents } from '#contract/organiser.ts'
import { createSubscription, putEventSubscriptions } from '#contract/organiser-subscription.ts'
import { applyCode } from '#contract/pass-use.ts'
import { answerPoll } from '#contract/poll.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aPassFile } from '#tests/builders/pass-file.ts'
import { type AskOf, type Buyer, aBuyer } from '../support/buyer/buyer.ts'
import { buyPass, passOf } from '../support/buyer/pass-purchase.ts'
import {
  CONSENT,
  PAY_BY,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  statusOf,
} from '../support/buyer/purchase.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

// What buyers' clients and settings meet, among the answers that were observed of the reference in its second run, over HTTP;
// what is ours and not the reference's is said at its place.

const { url, apiKey } = await testShop({ clock: manualClock() })
const organiser = await anOrganiser(url, apiKey)
const { api, organizationId } = organiser
const system = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
const buyer = aBuyer(url)
const INVOICES = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
const categories = [aCategoryFile(SOME_DAY, { price: 12 })]
const event = await organiser.open(anEventFile(SOME_DAY, { seats: 50, categories, settings: INVOICES }))
const paidByTransfer = { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH93 0076 2011 6238 5295 7' }

async function twoFreePasses() {
  const body = aPassFile({ isPublic: true, price: 0, taxPolicy: 'NONE', paymentMethods: [], maxEntries: 5 })
  const publicId = await api.expect(createSubscription, 200, { body })
  const links = [{ descriptorId: publicId, categories: [] }]
  await api.expect(putEventSubscriptions, 200, { params: { slug: event }, body: links })
  const one = async () => (await passOf(buyer, await buyPass(buyer, publicId, { by: 'NONE' }))).pin ?? ''
  return [await one(), await one()] as const
}

const apply = (reservationId: string, code: string) =>
  buyer.expect(applyCode, 200, { params: { reservationId }, body: { code, type: 'SUBSCRIPTION' } })

test('apply-code: in lower case, with blanks around it, of an unknown order, and after another pass', async () => {
  const [first, second] = await twoFreePasses()
  const order = await hold(buyer, event, { Conference: 1 })
  expect(await apply(order, first.toLowerCase())).toMatchObject({ success: true, value: true })
  expect(await apply(order, second)).toMatchObject({ value: false })
  // Ours: read as people write it; the reference finds it malformed.
  const next = await hold(buyer, event, { Conference: 1 })
  expect(await apply(next, ` ${second} `)).toMatchObject({ success: true, value: true })
  expect(await apply(crypto.randomUUID(), first)).toMatchObject({ success: true, value: false })
})

/** Sends what the contract does not allow. */
const send = <C extends Call>(by: Buyer, call: C, ask: object) => by.ask(call, ask as AskOf<C>)

test('settings: null and an unknown kind are refused, an unknown event is denied', async () => {
  const put = (params: object, body: unknown = {}) => send(api, configureContext, { params, body })
  const rule = { organizationId, purchaseContextType: 'event', publicIdentifier: event }
  // Ours: 400; the reference answers 500.
  expect((await put(rule, null)).status).toBe(400)
  expect((await put({ ...rule, purchaseContextType: 'voucher' })).status).toBe(400)
  expect((await put({ ...rule, publicIdentifier: 'nowhere' })).status).toBe(403)
})

test('a key that is revoked is denied', async () => {
  const params = { id: organizationId }
  const { apiKey: key } = await system.expect(createApiKey, 200, { params, body: { type: 'API_CLIENT' } })
  const holder = aBuyer(url, { authorization: `ApiKey ${key}` })
  expect((await holder.ask(listOwnEvents, {})).status).toBe(200)
  await system.expect(deleteApiKey, 200, { params: { ...params, apiKey: key } })
  expect((await holder.ask(listOwnEvents, {})).status).toBe(403)
})

test('waiting list: a text as category is refused; votes: so are a missing option and a missing PIN', async () => {
  const body = { firstName: 'Ada', lastName: 'L', email: 'a@b.example', selectedCategory: 'text' }
  expect((await send(buyer, joinWaitingList, { params: { shortName: event }, body })).status).toBe(400)
  const vote = (form: object) => send(buyer, answerPoll, { params: { shortName: event, pollId: 1 }, body: form })
  expect([(await vote({ pin: 'AAAAAA' })).status, (await vote({ optionId: 1 })).status]).toEqual([422, 422])
})

test('a waiting transfer with an invoice: not said to be there, and yet to be had', async () => {
  const order = await hold(buyer, event, { Conference: 1 })
  await sendDetails(buyer, order, { ...filledIn(await infoOf(buyer, order)), ...PRIVATE_INVOICE })
  await pay(buyer, order, PAY_BY.OFFLINE)
  const params = { eventName: event, reservationId: order }
  expect(await infoOf(buyer, order)).toMatchObject({
    status: 'OFFLINE_PAYMENT',
    invoiceNumber: expect.any(String) as string,
    invoiceOrReceiptDocumentPresent: false,
  })
  expect((await buyer.ask(downloadInvoice, { params })).status).toBe(200)
})

test('a receipt is named by event and order, and that of a pass is found without an event', async () => {
  const order = await readyToPay(buyer, event, { Conference: 1 })
  await pay(buyer, order, PAY_BY.OFFLINE)
  await organiser.confirm(order)
  const receipt = await buyer.ask(downloadReceipt, { params: { eventName: event, reservationId: order } })
  expect(receipt.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${event}-${order}.pdf"`)
  const pass = await api.expect(createSubscription, 200, {
    body: aPassFile({ isPublic: true, settings: paidByTransfer }),
  })
  const bought = await buyPass(buyer, pass)
  await organiser.confirm(bought)
  const answer = (eventName: string) => buyer.ask(downloadReceipt, { params: { eventName, reservationId: bought } })
  expect((await answer('undefined')).status).toBe(200)
  expect((await answer(event)).status).toBe(404)
})

test('confirm: a provider that is not named is the one that has the method', async () => {
  const order = await readyToPay(buyer, event, { Conference: 1 })
  const form = { ...CONSENT, selectedPaymentMethod: 'BANK_TRANSFER' } as const
  expect((await pay(buyer, order, form)).status).toBe(200)
  expect(await statusOf(buyer, order)).toBe('OFFLINE_PAYMENT')
  const other = await readyToPay(buyer, event, { Conference: 1 })
  expect((await pay(buyer, other, { ...CONSENT, selectedPaymentMethod: 'PAYPAL' })).status).toBe(422)
})
