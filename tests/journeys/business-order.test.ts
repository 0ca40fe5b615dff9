import { describe, expect, test } from 'vitest'
import { readPdf } from '../support/documents/pdf/read-pdf.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { type Visitor, type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { qrTextOf } from '../support/browser/browser-qr.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { BUSINESS_INVOICE } from '../support/organiser/invoice.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { anEventWithInvoices } from './asking.ts'
import { ADA, billingReview, expectError, writeAddress } from './billing.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  expectFocusOn,
  link,
  pressContinue,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const register = await vatRegister(['AT U12345678'])
const shop = await runningShop({ VIES_API_BASE: register.url })
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Invoice House')
const event = await organiser.open(anEventWithInvoices(thisMoment()))

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'keyboard', language: 'de' },
]

describe.each(wayByTurns(WAYS, 1))('A business orders, $width px, $hand, $language', way => {
  test('the number is checked, no VAT is charged, and the invoice says why', async () => {
    const visitor = await enter({ ...way, hasFakeClock: true })
    const { page, does, say } = visitor
    await visitor.open(`/event/${event}`)
    await take(visitor, 'Conference', 1)
    const reservationId = await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await askForInvoice(visitor)
    await continueToOverview(visitor, say('foyer.overview.title'))

    await page.getByText(say('invoice.vat-voided', say('common.vat'))).waitFor()
    expect(await billingReview(visitor)).toEqual([
      'Analytical Engines',
      'Hauptgasse 1',
      '1010 Wien',
      way.language === 'de' ? 'Österreich' : 'Austria',
      `${say('invoice.vat', say('common.vat'))} ATU12345678`,
      `${say('common.customer-reference')} PO-1815`,
    ])
    await inspectPage(visitor, 'business-overview')

    await does.press(button(visitor, say('foyer.overview.change-invoice')))
    await expectFocusOn(page.getByRole('heading', { name: say('reservation-page.invoice-details') }))
    expect(await page.locator('#vatNr').inputValue()).toBe(BUSINESS_INVOICE.vatNr)
    expect(await page.locator('#customerReference').inputValue()).toBe('PO-1815')
    await expect.poll(() => page.locator('#vatCountryCode').inputValue()).toBe('AT')
    await continueToOverview(visitor, say('foyer.overview.title'))

    await does.pick(page.getByRole('radio', { name: say('reservation-page.offline'), exact: true }))
    await agree(visitor)
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-by-transfer', '111.01')))
    await arrive(visitor, say('reservation-page-waiting.header.title'), /\/waiting-payment$/)
    await proveOpenTransfer(visitor, reservationId)
    expect((await organiser.confirm(reservationId)).status).toBe(200)
    await page.clock.fastForward('00:31')
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    await inspectPage(visitor, 'business-success')
    await proveInvoice(visitor)
  })
})

/** Everything a business writes; the first time with mistakes, which the page reports without losing any of it. */
async function askForInvoice(visitor: Visitor): Promise<void> {
  const { page, does, say } = visitor
  expect(await page.locator('#billingAddressLine1').count()).toBe(0)
  await does.press(page.getByRole('checkbox', { name: say('reservation-page.i-need-an-invoice') }))
  await page.getByRole('heading', { name: say('reservation-page.invoice-details') }).waitFor()
  await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))

  // The country says what a number looks like.
  const numbered = page.locator('#billingAddressCompany, #vatCountryCode, #vatNr')
  const inOrder = ['billingAddressCompany', 'vatCountryCode', 'vatNr']
  expect(await numbered.evaluateAll(all => all.map(({ id }) => id))).toEqual(inOrder)
  await pressContinue(visitor)
  const summary = page.getByRole('group', { name: say('foyer.book.check') })
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(6)
  for (const id of [
    'billingAddressCompany',
    'vatNr',
    'billingAddressLine1',
    'billingAddressZip',
    'billingAddressCity',
    'vatCountryCode',
  ]) {
    await expectError(visitor, id, `foyer.empty.${id}`, say('common.vat'))
  }
  await does.press(summary.getByRole('link', { name: say('reservation-page.zip-postal-code') }))
  await expectFocusOn(page.locator('#billingAddressZip'))
  await inspectPage(visitor, 'invoice-errors')
  // What is no longer asked for is no longer wrong.
  await does.pick(page.getByRole('radio', { name: say('invoice.type.private') }))
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(4)
  await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(6)
  // What is solved leaves, and is back when it is emptied again; who types is not disturbed.
  const zip = page.locator('#billingAddressZip')
  await does.write(zip, '1010')
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(5)
  await does.write(zip, '')
  await expectError(visitor, 'billingAddressZip', 'foyer.empty.billingAddressZip')
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(6)
  await expectFocusOn(zip)

  await does.write(page.locator('#billingAddressCompany'), BUSINESS_INVOICE.billingAddressCompany)
  await does.write(page.locator('#vatNr'), 'ATU99999999')
  await does.write(page.locator('#customerReference'), 'PO-1815')
  await writeAddress(visitor, BUSINESS_INVOICE)
  await page.reload()
  await expect.poll(() => page.locator('#vatNr').inputValue()).toBe('ATU99999999')
  await expect.poll(() => page.locator('#vatCountryCode').inputValue()).toBe('AT')
  await pressContinue(visitor)
  await expectError(visitor, 'vatNr', 'error.STEP_2_INVALID_VAT')
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(1)
  await does.write(page.locator('#vatNr'), '')
  await expectError(visitor, 'vatNr', 'foyer.empty.vatNr', say('common.vat'))
  await does.write(page.locator('#vatNr'), BUSINESS_INVOICE.vatNr)
  await expect.poll(() => summary.count()).toBe(0)
  await inspectPage(visitor, 'invoice-business')
}

/** Francs are transferred by a Swiss QR-bill, read as a banking app does; the invoice is there before the money. */
async function proveOpenTransfer(visitor: Visitor, reservationId: string): Promise<void> {
  const { page, say } = visitor
  await page.getByText(say('foyer.transfer.qr.SWISS')).waitFor()
  const shortId = reservationId.slice(0, 8).toUpperCase()
  const code = page.getByRole('img', { name: new RegExp(shortId) })
  // Kind, account, amount and currency.
  const read = async () => {
    const lines = (await qrTextOf(code))?.split(/\r?\n/) ?? []
    return [0, 3, 18, 19].map(at => lines[at])
  }
  await expect.poll(read).toEqual(['SPC', 'CH9300762011623852957', '111.01', 'CHF'])
  const invoice = link(visitor, new RegExp(`^${say('reservation-page-complete.download-your-invoice')}`))
  const answer = await fetch(shop.url + (await invoice.getAttribute('href')))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await inspectPage(visitor, 'business-waiting')
}

/** The file behind the button of the buyer, read as a person would. */
async function proveInvoice(visitor: Visitor): Promise<void> {
  const { say } = visitor
  const name = new RegExp(`^${say('reservation-page-complete.download-your-invoice')}`)
  const address = await link(visitor, name).getAttribute('href')
  const answer = await fetch(shop.url + address)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const { text, attachments } = await readPdf(await answer.bytes())
  const words = text.replaceAll(/\s+/g, ' ')
  for (const part of [
    'Analytical Engines',
    'ATU12345678',
    'DE111111111',
    'PO-1815',
    '111.01',
    say('invoice.vat-voided', say('common.vat')),
  ]) {
    expect(words).toContain(part)
  }
  expect(attachments.map(({ name: file }) => file)).toEqual(['factur-x.xml'])
}
