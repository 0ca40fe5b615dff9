import { describe, expect, test } from 'vitest'
import { downloadEInvoice } from '#contract/invoice.ts'
import { downloadInvoicePath } from '#contract/order-paths.ts'
import { pathTo } from '#contract/paths.ts'
import { type Way, browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { ITALIAN_INVOICE } from '../support/organiser/invoice.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { anEventWithItalianInvoices } from './asking.ts'
import { ADA, billingReview, expectError, writeAddress } from './billing.ts'
import {
  agree,
  arrive,
  button,
  contactField,
  continueToOverview,
  pressContinue,
  reserve,
  take,
  withAmount,
  writePerson,
} from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Fattura House')
const event = await organiser.open(anEventWithItalianInvoices(thisMoment()))

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'touch', language: 'it' },
]

describe.each(wayByTurns(WAYS, 0))('An Italian business orders, $width px, $hand, $language', way => {
  test('it says how its invoice reaches it, and gets it through the exchange, not from us', async () => {
    const visitor = await enter({ ...way, hasFakeClock: true })
    const { page, does, say } = visitor
    await visitor.open(`/event/${event}`)
    await take(visitor, 'Conference', 1)
    const reservationId = await reserve(visitor)
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    expect(await page.getByRole('checkbox', { name: say('reservation-page.i-need-an-invoice') }).count()).toBe(0)
    await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))
    await does.write(page.locator('#billingAddressCompany'), ITALIAN_INVOICE.billingAddressCompany)
    await does.write(page.locator('#vatNr'), ITALIAN_INVOICE.vatNr)
    await writeAddress(visitor, ITALIAN_INVOICE)
    await does.write(page.locator('#italyEInvoicingFiscalCode'), ITALIAN_INVOICE.italyEInvoicingFiscalCode)
    await pressContinue(visitor)
    const group = page.getByRole('radiogroup', { name: say('invoice-fields.addresseeItalyEInvoice') })
    await group.getByText(say('error.italyEInvoicingReferenceTypeSelectValue')).waitFor()
    await expectError(visitor, 'billingAddressState', 'error.length', 2)

    await does.write(page.locator('#billingAddressState'), 'MI')
    await does.pick(group.getByRole('radio', { name: say('invoice-fields.pec') }))
    await page.locator('#italyEInvoicingReferencePEC').waitFor()
    await does.pick(group.getByRole('radio', { name: say('invoice-fields.addressee-code') }))
    await does.write(page.locator('#italyEInvoicingReferenceAddresseeCode'), 'ABC')
    await pressContinue(visitor)
    await expectError(visitor, 'italyEInvoicingReferenceAddresseeCode', 'error.lengthMustBe7')
    await inspectPage(visitor, 'invoice-italian')
    await does.write(page.locator('#italyEInvoicingReferenceAddresseeCode'), 'ABC1234')
    await does.press(page.getByRole('checkbox', { name: say('invoice-fields.split-payment') }))
    await continueToOverview(visitor, say('foyer.overview.title'))

    await page.getByText(say('foyer.order.split-payment', say('common.vat'))).waitFor()
    const rate = way.language === 'en' ? '8.1' : '8,1'
    await page.getByText(say('foyer.order.vat-taken-off', rate, say('common.vat')), { exact: true }).waitFor()
    expect(await billingReview(visitor)).toEqual([
      'Analytical Engines',
      'Hauptgasse 1',
      '20121 Milano (MI)',
      way.language === 'it' ? 'Italia' : 'Italien',
      `${say('invoice.vat', say('common.vat'))} 07643520567`,
      `${say('invoice-fields.fiscalCode')} 07643520567`,
      `${say('invoice-fields.addressee-code')} ABC1234`,
    ])
    await inspectPage(visitor, 'italian-overview')

    await does.pick(page.getByRole('radio', { name: say('reservation-page.offline'), exact: true }))
    await agree(visitor)
    await does.press(button(visitor, withAmount(visitor, 'foyer.overview.pay-by-transfer', '111.01')))
    await arrive(visitor, say('reservation-page-waiting.header.title'), /\/waiting-payment$/)
    expect((await organiser.confirm(reservationId)).status).toBe(200)
    await page.clock.fastForward('00:31')
    await arrive(visitor, say('foyer.success.title', 'Ada'), /\/success$/)
    for (const key of ['download-your-invoice', 'download-your-receipt']) {
      expect(await page.getByRole('link', { name: say(`reservation-page-complete.${key}`) }).count()).toBe(0)
    }
    const ownFile = pathTo(downloadInvoicePath, { eventName: event, reservationId })
    expect((await fetch(shop.url + ownFile)).status).toBe(400)
    const xml = await organiser.api.expect(downloadEInvoice, 200, {
      params: { reservationId, format: 'fattura-pa' },
    })
    for (const part of ['ABC1234', '07643520567', '<EsigibilitaIVA>S</EsigibilitaIVA>']) expect(xml).toContain(part)
  })
})

test('everything that looks unusual is asked about at once', async () => {
  const visitor = await enter({ width: 390, hand: 'touch', language: 'it' })
  const { page, does, say } = visitor
  await visitor.open(`/event/${event}`)
  await take(visitor, 'Conference', 1)
  await reserve(visitor)
  await writePerson(visitor, part => contactField(visitor, part), { ...ADA, email: 'ada@example' })
  await writeAddress(visitor, ITALIAN_INVOICE)
  await does.write(page.locator('#billingAddressState'), 'MI')
  // The code of another person.
  await does.write(page.locator('#italyEInvoicingFiscalCode'), 'RSSMRA85T10A562S')
  await does.pick(page.getByRole('radio', { name: say('invoice.fields.neither') }))
  await pressContinue(visitor)
  const dialog = page.getByRole('dialog', { name: say('foyer.warning.title.several') })
  await dialog.getByText(say('error.STEP_2_EMAIL_TYPO', 'ada@example')).waitFor()
  await dialog.getByText(say('warning.fiscal-code-name-mismatch')).waitFor()
  await inspectPage(visitor, 'details-warnings')
  await does.press(dialog.getByRole('button', { name: say('warning.proceed') }))
  await arrive(visitor, say('foyer.overview.title'), /\/overview$/)
})
