import { describe, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { resendReservationEmail } from '#contract/booking.ts'
import { creditReservation, downloadEInvoice, downloadInvoice, downloadReceipt } from '#contract/invoice.ts'
import { days, minutes } from '#domain/foundation/instant.ts'
import { capturedAttachment, capturedMails } from '#server/mail/letter/outbox.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { stockCountsOf, countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE } from '#tests/support/organiser/invoice.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { FACTUR_X, faultsBySchema } from '#tests/support/documents/xml-schema.ts'

const clock = manualClock()
const { url, apiKey, shop, outbox, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const stranger = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)

const SELLER = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }

const event = (slug: string, settings: Record<string, string | boolean> = {}) =>
  organiser.open(anEventFile(clock.now(), { slug, seats: 50, settings: { ...settings } }))

const invoicing = await event('invoicing', SELLER)
const receipts = await event('receipts')

const ask = async (call: typeof downloadInvoice | typeof downloadReceipt, eventName: string, reservationId: string) =>
  fetch(`${url}${call.path.replace(':eventName', eventName).replace(':reservationId', reservationId)}`)

const eInvoice = (who: typeof organiser, reservationId: string, format: 'factur-x' | 'ubl' | 'fattura-pa') =>
  who.api.ask(downloadEInvoice, { params: { reservationId, format } })

type Choice = { readonly by?: keyof typeof PAY_BY; readonly invoice?: ContactAndTicketsForm }

/** An order of two tickets with an invoice to a company in Vienna. */
async function order(eventName = invoicing, choice: Choice = {}): Promise<string> {
  const id = await hold(buyer, eventName, { Conference: 2 })
  await confirm(id, choice)
  return id
}

async function confirm(id: string, { by = 'OFFLINE', invoice = BUSINESS_INVOICE }: Choice): Promise<void> {
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...invoice })
  expect(details).toMatchObject({ status: 200 })
  expect((await pay(buyer, id, PAY_BY[by])).status).toBe(200)
}

const numberOf = async (id: string) => (await infoOf(buyer, id)).invoiceNumber

describe('an invoice', () => {
  test('has its number before the transfer, and keeps it when the money is there', async () => {
    const id = await order()
    const number = await numberOf(id)
    expect(number).toMatch(/^\d+$/)
    const before = await readPdf(new Uint8Array(await (await ask(downloadInvoice, invoicing, id)).arrayBuffer()))
    expect(before.text).toContain('CH93 0076 2011 6238 5295 7')
    clock.move(86_400_000)
    expect((await organiser.confirm(id)).status).toBe(200)
    expect(await numberOf(id)).toBe(number)
    const after = await readPdf(new Uint8Array(await (await ask(downloadInvoice, invoicing, id)).arrayBuffer()))
    expect(after.text).toContain('Paid. Thank you.')
    expect(after.text).not.toContain('CH93')
    expect(dateOf(after.text)).toBe(dateOf(before.text))
    expect(await countAudit(shop.db, id, 'BILLING_DOCUMENT_GENERATED')).toBe(2)
    clock.move(-86_400_000)
  })

  test('says the same when event, code and settings have changed', async () => {
    const id = await order()
    const first = await (await ask(downloadInvoice, invoicing, id)).arrayBuffer()
    await organiser.change(invoicing, { title: 'Another name' })
    const second = await (await ask(downloadInvoice, invoicing, id)).arrayBuffer()
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
    await organiser.change(invoicing, { title: 'Alpine Systems Days' })
  })

  test('is a file of its own name that no search engine keeps', async () => {
    const id = await order()
    const answer = await ask(downloadInvoice, invoicing, id)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(
        `^attachment; filename="invoicing-\\d{4}-\\d\\d-\\d\\d-\\d{6}-${await numberOf(id)}-[0-9a-f-]{36}\\.pdf"$`,
      ),
    )
  })

  test('is written by the pattern of the organiser', async () => {
    const other = await anOrganiser(url, apiKey, 'Numbered Club')
    await shop.db.kysely
      .insertInto('setting')
      .values({ key: 'INVOICE_NUMBER_PATTERN', value: 'NC/%04d', organization_id: other.organizationId })
      .execute()
    const slug = await other.open(anEventFile(clock.now(), { slug: 'numbered', settings: SELLER }))
    const ids = [await order(slug), await order(slug, { by: 'ON_SITE' })]
    expect(await Promise.all(ids.map(numberOf))).toEqual(['NC/0001', 'NC/0002'])
    expect((await ask(downloadInvoice, slug, ids[0] ?? '')).headers.get('content-disposition')).toContain('-NC_0001-')
  })

  test('comes with the mail to the buyer', async () => {
    const id = await order()
    await runJobs()
    const mails = await capturedMails(outbox)
    const mail = mails.find(
      ({ to, text }) => to.includes('ada@example.org') && text.includes(id.slice(0, 8).toUpperCase()),
    )
    const at = mail?.attachments.findIndex(({ contentType }) => contentType === 'application/pdf') ?? -1
    const attachment = await capturedAttachment(outbox, mail?.id ?? '', at)
    expect(attachment?.fileName).toContain(`-${await numberOf(id)}-`)
    expect((await readPdf(new Uint8Array(attachment?.content ?? []))).text).toContain('Analytical Engines')
  })

  test('counts codes and extras as the order does', async () => {
    const slug = await event('rich', { ...SELLER, GENERATE_ONLY_INVOICE: true })
    const setup = await setUpEvent(shop, slug)
    await setup.extra({ title: 'Booklet', price: 1000, policy: 'OPTIONAL_UNLIMITED_AMOUNT' })
    await setup.code({ code: 'TENOFF10', off: '10%' })
    const id = await setup.hold(buyer, { tickets: { Conference: 2 }, extras: { Booklet: 2 }, code: 'TENOFF10' })
    await confirm(id, { invoice: BUSINESS_INVOICE })
    const { orderSummary } = await infoOf(buyer, id)
    const { value } = await eInvoice(organiser, id, 'factur-x')
    expect(String(value)).toContain(`<ram:DuePayableAmount>${orderSummary.totalPrice}<`)
    expect(String(value)).toContain('<ram:Name>Booklet</ram:Name>')
  })
})

const dateOf = (text: string): string | undefined => /\d\d\/\d\d\/\d{4}/.exec(text)?.[0]

describe('a receipt', () => {
  test('is there once the transfer has arrived, and no invoice with it', async () => {
    const id = await buy(buyer, receipts, { Conference: 1 }, { by: 'OFFLINE' })
    expect(await infoOf(buyer, id)).toMatchObject({ invoiceNumber: null, invoiceOrReceiptDocumentPresent: false })
    expect((await ask(downloadReceipt, receipts, id)).status).toBe(404)
    await organiser.confirm(id)
    expect(await infoOf(buyer, id)).toMatchObject({ invoiceNumber: null, invoiceOrReceiptDocumentPresent: true })
    const answer = await ask(downloadReceipt, receipts, id)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-receipts-${id}.pdf"`)
    expect((await readPdf(new Uint8Array(await answer.arrayBuffer()))).text).toMatch(/Receipt[^]*120\.00/)
    expect((await ask(downloadInvoice, receipts, id)).status).toBe(404)
    expect(await eInvoice(organiser, id, 'ubl')).toMatchObject({ status: 404 })
  })

  test('is not given for what is still to be paid at the desk', async () => {
    const id = await buy(buyer, receipts, { Conference: 1 })
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', invoiceOrReceiptDocumentPresent: false })
    expect((await ask(downloadReceipt, receipts, id)).status).toBe(404)
  })
})

describe('a credit note', () => {
  const credit = (who: typeof organiser, reservationId: string) =>
    who.api.ask(creditReservation, { params: { reservationId } })

  test.each(['OFFLINE', 'ON_SITE'] as const)('takes the invoice of an order back, and its tickets: %s', async by => {
    const id = await order(invoicing, { by })
    const number = await numberOf(id)
    const { held, sold } = await stockCountsOf(shop.db, invoicing)
    expect(await credit(organiser, id)).toMatchObject({ status: 200, value: { creditNoteNumber: number } })
    expect(await infoOf(buyer, id)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', ticketsByCategory: [] })
    const after = await stockCountsOf(shop.db, invoicing)
    expect(held + sold - after.held - after.sold).toBe(2)
    await expectConsistentData(shop.db, invoicing)
    const { value } = await eInvoice(organiser, id, 'factur-x')
    expect(String(value)).toContain('<ram:TypeCode>381</ram:TypeCode>')
    expect(await countAudit(shop.db, id, 'CREDIT_NOTE_ISSUED')).toBe(1)
    expect(await credit(organiser, id)).toMatchObject({ status: 400 })
  })

  test('comes to the buyer by mail', async () => {
    const id = await order()
    await credit(organiser, id)
    await runJobs()
    const mail = (await capturedMails(outbox)).find(({ subject }) => subject.includes(id.slice(0, 8).toUpperCase()))
    const attachment = await capturedAttachment(outbox, mail?.id ?? '', 0)
    const { text, title } = await readPdf(new Uint8Array(attachment?.content ?? []))
    expect([title.startsWith('Credit note for Alpine Systems Days'), text.includes('-240.00')]).toEqual([true, true])
  })

  const mailsAbout = async (id: string) =>
    (await capturedMails(outbox)).filter(({ subject }) => subject.includes(id.slice(0, 8).toUpperCase()))

  test('comes after the event too', async () => {
    const id = await order()
    await runJobs()
    const before = await mailsAbout(id)
    clock.move(days(400))
    await credit(organiser, id)
    await runJobs()
    clock.move(days(-400))
    const [mail, ...others] = (await mailsAbout(id)).slice(0, -before.length)
    expect(others).toEqual([])
    expect(mail?.attachments).toMatchObject([{ contentType: 'application/pdf' }])
  })

  test('is what is sent again to who asks for the mail of the order, not that the seats are theirs', async () => {
    const id = await order()
    await credit(organiser, id)
    await runJobs()
    const [first] = await mailsAbout(id)
    clock.move(minutes(1))
    const params = { purchaseContextType: 'event', publicIdentifier: invoicing, reservationId: id } as const
    expect(await buyer.ask(resendReservationEmail, { params, query: { lang: 'en' } })).toMatchObject({ value: true })
    await runJobs()
    const [again] = await mailsAbout(id)
    expect(again?.id).not.toBe(first?.id)
    expect(again).toMatchObject({ subject: first?.subject, text: first?.text, attachments: first?.attachments })
  })

  test('is counted for itself where the organiser says so', async () => {
    const other = await anOrganiser(url, apiKey, 'Counting Club')
    await shop.db.kysely
      .insertInto('setting')
      .values({
        key: 'REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE',
        value: 'false',
        organization_id: other.organizationId,
      })
      .execute()
    const slug = await other.open(anEventFile(clock.now(), { slug: 'counting', settings: SELLER }))
    const [, second] = [await order(slug), await order(slug)]
    expect(await credit(other, second)).toMatchObject({ value: { creditNoteNumber: '1' } })
  })

  test('is refused without an invoice, to strangers, and once an attendee is in', async () => {
    const unpaid = await buy(buyer, receipts, { Conference: 1 }, { by: 'OFFLINE' })
    expect(await credit(organiser, unpaid)).toMatchObject({ status: 400 })
    const id = await order(invoicing, { by: 'ON_SITE' })
    expect(await credit(stranger, id)).toMatchObject({ status: 403 })
    await shop.db.kysely.updateTable('ticket').set({ status: 'CHECKED_IN' }).where('reservation_id', '=', id).execute()
    expect(await credit(organiser, id)).toMatchObject({ status: 400 })
  })
})

describe('who asks for a document', () => {
  test('must name its event', async () => {
    const id = await order()
    expect((await ask(downloadInvoice, receipts, id)).status).toBe(404)
    expect((await ask(downloadInvoice, invoicing, 'nonsense')).status).toBe(404)
  })

  test('gets none of a cancelled order', async () => {
    const id = await order()
    await shop.db.kysely.updateTable('reservation').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
    expect((await ask(downloadInvoice, invoicing, id)).status).toBe(404)
  })

  test('is refused where invoices go the Italian way', async () => {
    const settings = {
      VAT_NR: 'IT01234567897',
      INVOICE_ADDRESS: 'Via Roma 1\n20121 Milano (MI)',
      COUNTRY_OF_BUSINESS: 'IT',
    }
    const slug = await event('italian', { ...settings, ENABLE_ITALY_E_INVOICING: true })
    const id = await order(slug, { invoice: ITALIAN_INVOICE })
    expect((await ask(downloadInvoice, slug, id)).status).toBe(400)
    expect(await eInvoice(organiser, id, 'fattura-pa')).toMatchObject({ status: 200 })
  })

  test('as an organiser gets XML of their own orders only', async () => {
    const id = await order()
    const { status, value } = await eInvoice(organiser, id, 'factur-x')
    expect([status, faultsBySchema(String(value), FACTUR_X)]).toEqual([200, []])
    expect(await eInvoice(organiser, id, 'ubl')).toMatchObject({ status: 200 })
    expect(await eInvoice(organiser, id, 'fattura-pa')).toMatchObject({ status: 404 })
    expect(await eInvoice(stranger, id, 'ubl')).toMatchObject({ status: 403 })
    expect(await eInvoice(organiser, crypto.randomUUID(), 'ubl')).toMatchObject({ status: 403 })
  })
})
