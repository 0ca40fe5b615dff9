import { expect, test } from 'vitest'
import { browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { BUSINESS_INVOICE } from '../support/organiser/invoice.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { anEventWithInvoices } from './asking.ts'
import { ADA, billingReview, expectError, writeAddress } from './billing.ts'
import {
  button,
  contactField,
  continueToOverview,
  expectFocusOn,
  expectTotal,
  pressContinue,
  reserve,
  take,
  writePerson,
} from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Invoice House')
const event = await organiser.open(anEventWithInvoices(thisMoment()))

test('an invoice can be asked for at the end, without a VAT number, and be for a person after all', async () => {
  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  const { page, does, say } = visitor
  await visitor.open(`/event/${event}`)
  await take(visitor, 'Conference', 1)
  await reserve(visitor)
  await writePerson(visitor, part => contactField(visitor, part), ADA)
  await continueToOverview(visitor, say('foyer.overview.title'))
  expect(await billingReview(visitor)).toEqual([say('reservation-page.no-invoice-requested')])
  await inspectPage(visitor, 'overview-without-invoice')

  await does.press(button(visitor, say('reservation-page.request-invoice')))
  const heading = page.getByRole('heading', { name: say('reservation-page.invoice-details') })
  await expectFocusOn(heading)
  expect(await page.locator('#email').inputValue()).toBe(ADA.email)
  // The address has asked once; from then on the visitor decides, also after a reload.
  const invoiceBox = page.getByRole('checkbox', { name: say('reservation-page.i-need-an-invoice') })
  await page.reload()
  await heading.waitFor()
  await does.press(invoiceBox)
  await page.reload()
  await invoiceBox.waitFor()
  expect(await invoiceBox.isChecked()).toBe(false)
  await does.press(invoiceBox)
  await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))
  await does.press(page.getByRole('checkbox', { name: say('reservation-page.skipVatNr', say('common.vat')) }))
  await expect.poll(() => page.locator('#vatNr').count()).toBe(0)
  await writeAddress(visitor, { ...BUSINESS_INVOICE, vatCountryCode: 'EL' })
  await pressContinue(visitor)
  await expectError(visitor, 'billingAddressCompany', 'foyer.empty.billingAddressCompany')
  await inspectPage(visitor, 'invoice-without-company')
  await does.write(page.locator('#billingAddressCompany'), 'Analytical Engines')
  await continueToOverview(visitor, say('foyer.overview.title'))
  expect(await billingReview(visitor)).toEqual(['Analytical Engines', 'Hauptgasse 1', '1010 Wien', 'Griechenland'])

  await does.press(button(visitor, say('foyer.overview.change-invoice')))
  await expectFocusOn(heading)
  await expect.poll(() => page.locator('#vatCountryCode').inputValue()).toBe('EL')
  await does.pick(page.getByRole('radio', { name: say('invoice.type.private') }))
  await page.locator('#vatCountryCode').selectOption('CH')
  await continueToOverview(visitor, say('foyer.overview.title'))
  expect(await billingReview(visitor)).toContain('Schweiz')
  await expectTotal(visitor, '120.00')
})
