import { describe, expect, test } from 'vitest'
import { downloadInvoicePath, transferCodePath } from '#contract/order-paths.ts'
import { confirmTransferByReference } from '#contract/organiser-payments.ts'
import { pathTo } from '#contract/paths.ts'
import { getTransfer, getTransferCode } from '#contract/transfer.ts'
import { capturedAttachment, capturedMails } from '#server/mail/letter/outbox.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { PAY_BY, buy, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '#tests/support/buyer/purchase.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { readQr } from '#tests/support/documents/read-qr.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, runJobs, outbox } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const OWNER = 'Alpine Systems\nVia Nassa 12\n6900 Lugano'
const INVOICES = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12', COUNTRY_OF_BUSINESS: 'CH' }

const open = (slug: string, account: string) =>
  organiser.open(
    anEventFile(clock.now(), {
      slug,
      seats: 50,
      settings: { BANK_ACCOUNT_NR: account, BANK_ACCOUNT_OWNER: OWNER, ...INVOICES },
    }),
  )

const plain = await open('plain', 'CH93 0076 2011 6238 5295 7')
const qr = await open('qr-iban', 'CH44 3199 9123 0008 89012')

const params = (reservationId: string) => ({ params: { reservationId } })
const codeAt = (id: string) => fetch(`${url}${pathTo(transferCodePath, { reservationId: id })}`)

async function linesAt(id: string): Promise<string[]> {
  const answer = await codeAt(id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  return (await readQr(Buffer.from(await answer.arrayBuffer())))?.split('\n') ?? []
}

const report = (reference: string) =>
  organiser.api.ask(confirmTransferByReference, { body: { reference, amount: '120.00', currency: 'CHF' } })

describe.each([
  ['a plain IBAN', plain],
  ['a QR-IBAN', qr],
])('a transfer to %s', (_, event) => {
  test('has a code whose reference confirms its order, and no other', async () => {
    const [id, other] = [
      await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' }),
      await buy(buyer, event, { Conference: 1 }, { by: 'OFFLINE' }),
    ]
    const transfer = await buyer.expect(getTransfer, 200, params(id))
    const lines = await linesAt(id)
    const reference = lines[28] ?? ''
    expect([lines[18], lines[19], lines[29]]).toEqual(['120.00', 'CHF', id.slice(0, 8).toUpperCase()])
    expect(transfer.code).toBe('SWISS')
    expect(transfer.reference?.replaceAll(' ', '') ?? null).toBe(event === qr ? reference : null)
    expect((await report(`${reference.slice(0, -1)}${reference.endsWith('1') ? '2' : '1'}`)).status).toBe(400)
    expect((await report(reference)).status).toBe(200)
    expect([await statusOf(buyer, id), await statusOf(buyer, other)]).toEqual(['COMPLETE', 'OFFLINE_PAYMENT'])
    for (const call of [getTransfer, getTransferCode]) expect((await buyer.ask(call, params(id))).status).toBe(404)
  })

  test('has the same code on its invoice and in its mail', async () => {
    const id = await hold(buyer, event, { Conference: 1 })
    const form = { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE, email: `${event}@example.org` }
    expect(await sendDetails(buyer, id, form)).toMatchObject({ status: 200 })
    expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
    await runJobs()
    const lines = await linesAt(id)
    const file = await fetch(`${url}${pathTo(downloadInvoicePath, { eventName: event, reservationId: id })}`)
    const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()))
    expect(utf8(pdf.qrText).split('\n')).toEqual(lines)
    const mail = (await capturedMails(outbox)).find(({ to }) => to.startsWith(event))
    const at = mail?.attachments.findIndex(({ fileName }) => fileName === 'transfer-code.png') ?? -1
    const picture = mail && (await capturedAttachment(outbox, mail.id, at))
    expect(picture && (await readQr(picture.content))?.split('\n')).toEqual(lines)
    expect(mail?.html).toContain('<img src="cid:transfer-code@foyer"')
  })
})

/** The reader of PDFs takes the bytes of a code one by one. */
const utf8 = (text: string | null): string => Buffer.from(text ?? '', 'latin1').toString()

test('an order that awaits no transfer has neither code nor reference', async () => {
  const open = await hold(buyer, plain, { Conference: 1 })
  for (const id of [open, crypto.randomUUID(), 'nonsense']) {
    for (const call of [getTransfer, getTransferCode]) expect((await buyer.ask(call, params(id))).status).toBe(404)
  }
})
