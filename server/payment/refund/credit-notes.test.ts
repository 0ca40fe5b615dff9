import { afterAll, beforeEach, expect, test } from 'vitest'
import { creditReservation, downloadEInvoice } from '#contract/invoice.ts'
import { type RefundForm, refundReservation } from '#contract/refund.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { keptDocuments } from '#server/order/invoice/document-file.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { onlineShop } from '#tests/support/payment/online-shop.ts'

const { url, apiKey, service, organiser, buyer, shop, clock } = await onlineShop()

afterAll(stopRendering)

const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano', COUNTRY_OF_BUSINESS: 'CH' }

async function open(slug: string, who = organiser): Promise<string> {
  const { tickets, ...file } = anEventFile(clock.now(), { slug, seats: 50, settings: SELLER })
  return who.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL'] } })
}

const event = await open('credited')

beforeEach(() => {
  service.next({ kind: 'settled' })
  service.answers({ refund: { kind: 'refunded', reference: `re_${crypto.randomUUID()}` } })
})

async function confirm(id: string): Promise<string> {
  const form = { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE }
  expect(await sendDetails(buyer, id, form)).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.PAYPAL)).status).toBe(200)
  return id
}

const invoiced = async (shortName = event, tickets = 2) =>
  confirm(await hold(buyer, shortName, { Conference: tickets }))

const refunded = (id: string, body: RefundForm, who = organiser) =>
  who.api.expect(refundReservation, 200, { params: { reservationId: id }, body })

async function documentsOf(id: string): Promise<BillingDocument[]> {
  const rows = await shop.db.kysely
    .selectFrom('billing_document')
    .select('model')
    .where('reservation_id', '=', id)
    .where('status', '=', 'VALID')
    .orderBy('created_at')
    .execute()
  // In the order they were issued; all of this test at one moment.
  return rows
    .map(({ model }) => model as BillingDocument)
    .toSorted((a, b) => (a.type === b.type ? 0 : a.type === 'INVOICE' ? -1 : 1))
}

const never = (): never => {
  throw new Error('no id')
}

const byText = (a = '', b = ''): number => (a < b ? -1 : 1)

const sums = (documents: readonly BillingDocument[]) =>
  documents.map(({ type, totals: { net, vat, due } }) => [type, net, vat, due])

test('a whole order is credited as a whole', async () => {
  const id = await invoiced()
  const [invoice] = await documentsOf(id)
  const answer = await refunded(id, { what: 'ORDER' })
  expect(answer).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', amount: '240.00', creditNoteNumber: invoice?.number })
  const [, note] = await documentsOf(id)
  expect(note).toMatchObject({ type: 'CREDIT_NOTE', creditedNumber: invoice?.number, totals: invoice?.totals })
})

test('credit notes of tickets, of an amount and of the rest add up to the invoice, each with its number', async () => {
  const id = await invoiced()
  const [ticket] = ticketsOf(await infoOf(buyer, id))
  const numbers = [
    (await refunded(id, { what: 'AMOUNT', amount: '33.33', requestId: '33.33 back' })).creditNoteNumber,
    (await refunded(id, { what: 'TICKETS', tickets: [ticket?.uuid ?? ''] })).creditNoteNumber,
    (await refunded(id, { what: 'ORDER' })).creditNoteNumber,
  ]
  const documents = await documentsOf(id)
  expect(documents.map(({ type }) => type)).toEqual(['INVOICE', 'CREDIT_NOTE', 'CREDIT_NOTE', 'CREDIT_NOTE'])
  const own = documents[0]?.number
  expect(numbers).toEqual([own, `${own}-2`, `${own}-3`])
  const cents = (text = '0') => Math.round(Number(text) * 100)
  const [invoice, ...notes] = documents
  for (const part of ['net', 'vat', 'due'] as const) {
    expect(notes.reduce((sum, { totals }) => sum + cents(totals[part]), 0)).toBe(cents(invoice?.totals[part]))
  }
  expect(
    sums(notes)
      .map(([, , , due]) => due)
      .toSorted(byText),
  ).toEqual(['120.00', '33.33', '86.67'])
})

test('money for tickets that have left before is credited once, and what is given beyond it as well', async () => {
  const id = await invoiced()
  const [ticket] = ticketsOf(await infoOf(buyer, id))
  await refunded(id, { what: 'TICKETS', tickets: [ticket?.uuid ?? ''], money: false })
  expect(await refunded(id, { what: 'AMOUNT', amount: '100', requestId: 'most' })).toMatchObject({
    amount: '100.00',
    creditNoteNumber: null,
  })
  await refunded(id, { what: 'AMOUNT', amount: '50', requestId: 'more' })
  const [, ...notes] = await documentsOf(id)
  expect(notes.map(({ totals }) => totals.due)).toEqual(['120.00', '30.00'])
  expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ amount: '90.00' })
})

test('a credit note of some tickets names them, and its numbers can be counted by the organiser', async () => {
  const club = await anOrganiser(url, apiKey, 'Counting Club')
  const settings = { REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE: 'false', INVOICE_NUMBER_PATTERN: 'CN-%03d' }
  await shop.db.kysely
    .insertInto('setting')
    .values(Object.entries(settings).map(([key, value]) => ({ key, value, organization_id: club.organizationId })))
    .execute()
  const counted = await open('counted', club)
  const id = await invoiced(counted, 3)
  const tickets = ticketsOf(await infoOf(buyer, id)).map(({ uuid }) => uuid)
  const { creditNoteNumber } = await refunded(id, { what: 'TICKETS', tickets: tickets.slice(0, 2) }, club)
  expect(creditNoteNumber).toBe('CN-001')
  const note = (await documentsOf(id))[1]
  expect(note?.lines).toMatchObject([{ name: 'Conference', quantity: 2 }])
  expect(note?.totals.due).toBe('240.00')
  expect((await refunded(id, { what: 'AMOUNT', amount: '1', requestId: '1 back' }, club)).creditNoteNumber).toBe(
    'CN-002',
  )
})

test('extras that come with a ticket go with it; what was chosen beside stays', async () => {
  const rich = await open('rich-refunds')
  const setup = await setUpEvent(shop, rich)
  await setup.extra({ title: 'Fee', price: 500, policy: 'MANDATORY_ONE_FOR_TICKET' })
  await setup.extra({ title: 'Booklet', price: 1000, policy: 'OPTIONAL_UNLIMITED_AMOUNT' })
  await setup.code({ code: 'TENOFF', off: '10%' })
  const order = { tickets: { Conference: 2 }, extras: { Booklet: 2 }, code: 'TENOFF' }
  const id = await confirm(await setup.hold(buyer, order))
  const before = (await infoOf(buyer, id)).orderSummary
  const [first] = ticketsOf(await infoOf(buyer, id))
  const { amount, left } = await refunded(id, { what: 'TICKETS', tickets: [first?.uuid ?? ''] })
  // 120.00 and the fee of 5.00, each less 10 %.
  expect(amount).toBe('112.50')
  const after = (await infoOf(buyer, id)).orderSummary
  expect(after.totalPrice).toBe(left)
  expect(Number(before.totalPrice) - Number(amount)).toBeCloseTo(Number(left), 2)
  expect(after.summary.map(({ name, amount: count }) => [name, String(count)])).toEqual(
    expect.arrayContaining([
      ['Fee', '1'],
      ['Booklet', '2'],
    ]),
  )
  await expectConsistentData(shop.db, rich)
})

test('each credit note can be printed, is served as XML by its number, and is kept for the books', async () => {
  const id = await invoiced()
  const { creditNoteNumber: first } = await refunded(id, { what: 'AMOUNT', amount: '10', requestId: '10 back' })
  const { creditNoteNumber: second } = await refunded(id, { what: 'AMOUNT', amount: '20', requestId: '20 back' })
  const files = await keptDocuments(shop, reservationId(id) ?? never())
  expect(files).toHaveLength(3)
  const texts = await Promise.all(files.map(async ({ pdf }) => (await readPdf(pdf, { findsCode: false })).text))
  expect(texts.filter(text => text.includes('-10.00'))).toHaveLength(1)
  expect(texts.filter(text => text.includes('Refund'))).toHaveLength(2)
  for (const number of [first ?? '', second ?? '']) {
    const params = { reservationId: id, format: 'ubl' }
    const { status, value } = await organiser.api.ask(downloadEInvoice, {
      params,
      query: { number, document: 'CREDIT_NOTE' },
    })
    expect(status).toBe(200)
    expect(String(value)).toContain(`<cbc:ID>${number}</cbc:ID>`)
  }
  const invoice = { params: { reservationId: id, format: 'ubl' }, query: { document: 'INVOICE' } }
  expect(String((await organiser.api.ask(downloadEInvoice, invoice)).value)).toContain('<Invoice')
})

test('the call that credits an order takes what is left of the invoice back', async () => {
  const id = await invoiced()
  await refunded(id, { what: 'AMOUNT', amount: '200', requestId: '200 back' })
  await organiser.api.expect(creditReservation, 200, { params: { reservationId: id } })
  const [, ...notes] = await documentsOf(id)
  expect(notes.map(({ totals }) => totals.due).toSorted(byText)).toEqual(['200.00', '40.00'])
  expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ amount: '40.00', creditNoteNumber: null })
})

test('an invoice of which all has gone back as amounts needs no further credit note', async () => {
  const id = await invoiced()
  await refunded(id, { what: 'AMOUNT', amount: '240', requestId: '240 back' })
  expect(await refunded(id, { what: 'ORDER' })).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', amount: '0.00' })
  expect(await documentsOf(id)).toHaveLength(2)
})

test('whatever has happened, the data are consistent', async () => {
  await expectConsistentData(shop.db, event)
})
