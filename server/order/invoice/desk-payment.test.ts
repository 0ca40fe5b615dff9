import { expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { downloadInvoice, downloadReceipt } from '#contract/invoice.ts'
import { capturedAttachment, capturedMails } from '#server/mail/letter/outbox.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { type PaperTicket, aKey, aScanner, paperTickets } from '#tests/support/organiser/door.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE, SELLER_IN_MILAN } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, outbox, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const systemKey = apiKey
const key = await aKey(url, { systemKey, organizationId: organiser.organizationId, role: 'OPERATOR' })

const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }
const open = (slug: string, settings = {}) => organiser.open(anEventFile(clock.now(), { slug, seats: 50, settings }))
const receipts = await open('receipts')
const invoicing = await open('invoicing', SELLER)
const desk = aScanner(url, key, receipts)

async function twoTickets(id: string): Promise<[PaperTicket, PaperTicket]> {
  const [first, second] = await paperTickets(shop, id)
  if (!first || !second) throw new Error('two tickets')
  return [first, second]
}

const download = (call: typeof downloadInvoice | typeof downloadReceipt, eventName: string, reservationId: string) =>
  fetch(`${url}${call.path.replace(':eventName', eventName).replace(':reservationId', reservationId)}`)

async function textOf(answer: Response): Promise<string> {
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text
}

async function paidMailsOf(id: string) {
  await runJobs()
  const shortId = id.slice(0, 8).toUpperCase()
  return (await capturedMails(outbox)).filter(({ subject }) => subject.startsWith('Paid:') && subject.includes(shortId))
}

test('the buyer gets one receipt, with the last ticket of the order that is paid at the desk', async () => {
  const id = await buy(buyer, receipts, { Conference: 2 })
  const [first, second] = await twoTickets(id)
  expect(await desk.pay(first)).toBe('SUCCESS')
  expect((await download(downloadReceipt, receipts, id)).status).toBe(404)
  expect(await paidMailsOf(id)).toEqual([])
  expect(await desk.byHand(second)).toBe(true)
  expect((await infoOf(buyer, id)).invoiceOrReceiptDocumentPresent).toBe(true)
  expect(await textOf(await download(downloadReceipt, receipts, id))).toContain('Total CHF 240.00')
  const [mail, ...others] = await paidMailsOf(id)
  expect(others).toEqual([])
  expect(mail?.to).toBe('ada@example.org')
  expect(mail?.text).toContain('Your receipt is attached')
  expect(mail?.text).toContain('CHF 240.00')
  const attached = await capturedAttachment(outbox, mail?.id ?? '', 0)
  expect(attached?.fileName).toBe(`receipt-${receipts}-${id}.pdf`)
  await expectConsistentData(shop.db, receipts)
})

test('a payment that is taken back cancels the receipt; made again, the same one counts, without a mail', async () => {
  const id = await buy(buyer, receipts, { Conference: 1 })
  const [ticket] = await paperTickets(shop, id)
  if (!ticket) throw new Error('no ticket')
  expect(await desk.pay(ticket)).toBe('SUCCESS')
  const receipt = await textOf(await download(downloadReceipt, receipts, id))
  expect(await desk.revert(ticket)).toBe(true)
  expect((await download(downloadReceipt, receipts, id)).status).toBe(404)
  expect(await countAudit(shop.db, id, 'BILLING_DOCUMENT_INVALIDATED')).toBe(1)
  clock.move(86_400_000)
  expect(await desk.pay(ticket)).toBe('SUCCESS')
  expect(await textOf(await download(downloadReceipt, receipts, id))).toBe(receipt)
  expect(await countAudit(shop.db, id, 'BILLING_DOCUMENT_GENERATED')).toBe(1)
  expect(await countAudit(shop.db, id, 'BILLING_DOCUMENT_RESTORED')).toBe(1)
  expect(await paidMailsOf(id)).toHaveLength(1)
})

test('a check-in of an order that was not paid yet takes nothing back', async () => {
  const id = await buy(buyer, receipts, { Conference: 2 })
  const [first] = await twoTickets(id)
  expect(await desk.pay(first)).toBe('SUCCESS')
  expect(await desk.revert(first)).toBe(true)
  expect(await countAudit(shop.db, id, 'BILLING_DOCUMENT_INVALIDATED')).toBe(0)
})

async function orderWithInvoice(event: string, form: ContactAndTicketsForm = BUSINESS_INVOICE): Promise<string> {
  const id = await hold(buyer, event, { Conference: 1 })
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...form })
  expect(details).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
  return id
}

test('an invoice is marked as paid under its number, and is to be paid again when the payment is taken back', async () => {
  const id = await orderWithInvoice(invoicing)
  const there = aScanner(url, key, invoicing)
  const [ticket] = await paperTickets(shop, id)
  if (!ticket) throw new Error('no ticket')
  const { invoiceNumber } = await infoOf(buyer, id)
  const before = await textOf(await download(downloadInvoice, invoicing, id))
  expect(before).not.toContain('Paid. Thank you.')
  expect(await there.pay(ticket)).toBe('SUCCESS')
  const paid = await textOf(await download(downloadInvoice, invoicing, id))
  expect(paid).toContain('Paid. Thank you.')
  expect((await infoOf(buyer, id)).invoiceNumber).toBe(invoiceNumber)
  const [mail] = await paidMailsOf(id)
  expect(mail?.text).toContain('marked as paid')
  expect(mail?.attachments).toHaveLength(1)

  expect(await there.revert(ticket)).toBe(true)
  expect(await textOf(await download(downloadInvoice, invoicing, id))).toBe(before)
  expect(await there.pay(ticket)).toBe('SUCCESS')
  expect(await textOf(await download(downloadInvoice, invoicing, id))).toBe(paid)
  expect(await paidMailsOf(id)).toHaveLength(1)
})

test('an Italian invoice reaches its buyer another way', async () => {
  const milan = await open('milan', SELLER_IN_MILAN)
  const id = await orderWithInvoice(milan, ITALIAN_INVOICE)
  const [ticket] = await paperTickets(shop, id)
  if (!ticket) throw new Error('no ticket')
  expect(await aScanner(url, key, milan).pay(ticket)).toBe('SUCCESS')
  expect(await countAudit(shop.db, id, 'BILLING_DOCUMENT_GENERATED')).toBe(2)
  expect(await paidMailsOf(id)).toEqual([])
})
