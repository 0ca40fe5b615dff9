import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditReservation, downloadEInvoice, downloadInvoice, downloadReceipt } from '#contract/invoice.ts'
import { pathTo } from '#contract/paths.ts'
import { capturedAttachment, capturedMails } from '#server/mail/letter/outbox.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { stopRendering } from '#server/documents/pdf/pdf-renderer.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { ITALIAN_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, outbox, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey, 'Associazione')
const stranger = await anOrganiser(url, apiKey, 'Stranger')
const buyer = aBuyer(url)

afterAll(stopRendering)

const MILAN = {
  VAT_NR: 'IT07643520567',
  INVOICE_ADDRESS: 'Piazza Duomo 1\n20121 Milano (MI)',
  COUNTRY_OF_BUSINESS: 'IT',
  ENABLE_ITALY_E_INVOICING: true,
}

const open = (slug: string, settings: Record<string, string | boolean>) =>
  organiser.open(
    anEventFile(clock.now(), {
      slug,
      seats: 50,
      settings,
      description: ['it', 'de', 'en'].map(lang => ({ lang, body: 'Sistemi' })),
    }),
  )

const silent = await open('silent', MILAN)
const proforma = await open('proforma', { ...MILAN, ITALY_E_INVOICING_SEND_PROFORMA: true })

async function order(slug: string, lang = 'it'): Promise<string> {
  const id = await hold(buyer, slug, { Conference: 1 }, lang)
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...ITALIAN_INVOICE })
  expect(details).toMatchObject({ status: 200 })
  expect((await pay(buyer, id)).status).toBe(200)
  await runJobs()
  return id
}

/** What comes as PDF, besides tickets, to this address about this order: titles of the documents. */
async function documentsTo(address: string, reservationId: string): Promise<string[]> {
  const titles: string[] = []
  for (const mail of await capturedMails(outbox)) {
    const isMeant =
      mail.to.includes(address) && `${mail.text}${mail.subject}`.includes(reservationId.slice(0, 8).toUpperCase())
    for (const [index, { contentType, fileName }] of (isMeant ? mail.attachments : []).entries()) {
      if (contentType !== 'application/pdf' || fileName.startsWith('ticket-')) continue
      const file = await capturedAttachment(outbox, mail.id, index)
      titles.push((await readPdf(new Uint8Array(file?.content ?? []), { findsCode: false })).title)
    }
  }
  return titles
}

let kept = ''
let mailed = ''

beforeAll(async () => {
  kept = await order(silent)
  mailed = await order(proforma)
})

test('an invoice is not there while its transfer is awaited', async () => {
  const id = await hold(buyer, silent, { Conference: 1 }, 'it')
  await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...ITALIAN_INVOICE })
  expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
  expect(await infoOf(buyer, id)).toMatchObject({
    status: 'OFFLINE_PAYMENT',
    invoiceOrReceiptDocumentPresent: false,
  })
})

test('buyers can download neither, whether a proforma is mailed or not', async () => {
  for (const [slug, id] of [
    [silent, kept],
    [proforma, mailed],
  ] as const) {
    for (const call of [downloadInvoice, downloadReceipt]) {
      const answer = await fetch(url + pathTo(call.path, { eventName: slug, reservationId: id }))
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toContain('application/json')
    }
  }
})

test('without the setting the buyer gets no document by mail, and the organiser does', async () => {
  expect(await documentsTo('ada@example.org', kept)).toEqual([])
  expect(await documentsTo('hello@associazione.example', kept)).toEqual([expect.stringMatching(/^Fattura proforma /)])
})

test('with the setting the buyer gets a proforma by mail, in the language of the order', async () => {
  expect(await documentsTo('ada@example.org', mailed)).toEqual([expect.stringMatching(/^Fattura proforma /)])
  const inGerman = await order(proforma, 'de')
  expect(await documentsTo('ada@example.org', inGerman)).toEqual([expect.stringMatching(/^Proforma/)])
})

test('a credit note is mailed where a proforma is', async () => {
  for (const [slug, expected] of [
    [silent, 0],
    [proforma, 2],
  ] as const) {
    const id = await order(slug)
    expect((await organiser.api.ask(creditReservation, { params: { reservationId: id } })).status).toBe(200)
    await runJobs()
    expect(await documentsTo('ada@example.org', id)).toHaveLength(expected)
  }
})

test('XML is for the organiser of the order alone', async () => {
  const formats = ['fattura-pa', 'factur-x', 'ubl'] as const
  for (const format of formats) {
    const params = { reservationId: kept, format }
    expect((await organiser.api.ask(downloadEInvoice, { params })).status).toBe(200)
    expect((await stranger.api.ask(downloadEInvoice, { params })).status).toBe(403)
    expect((await buyer.ask(downloadEInvoice, { params })).status).toBe(403)
  }
  const named = await organiser.api.ask(downloadEInvoice, { params: { reservationId: kept, format: 'fattura-pa' } })
  expect(named.headers.get('content-disposition')).toMatch(/^attachment; filename="\d+-fattura-pa\.xml"$/)
  expect(named.headers.get('x-robots-tag')).toBe('noindex')
})

test('an order without an invoice has no XML', async () => {
  const plain = await organiser.open(anEventFile(clock.now(), { slug: 'plain', seats: 5 }))
  const id = await buy(buyer, plain, { Conference: 1 }, { by: 'ON_SITE' })
  expect((await organiser.api.ask(downloadEInvoice, { params: { reservationId: id, format: 'ubl' } })).status).toBe(404)
})
