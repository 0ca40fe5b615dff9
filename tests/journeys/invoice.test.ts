import { describe, expect, test } from 'vitest'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { type Visitor, type Way, browsing } from '#tests/support/browser.ts'
import { look } from '#tests/support/browser-look.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE } from '#tests/support/invoice.ts'
import { runningShop } from '#tests/support/running-shop.ts'
import { anEventWithInvoices, anEventWithItalianInvoices } from './asking.ts'
import {
  arrive,
  button,
  contactField,
  continueToOverview,
  pressContinue,
  reserve,
  take,
  writePerson,
} from './purchase.ts'
import { organiserOf, thisMoment } from './shelf.ts'

const register = await vatRegister(['AT U12345678'])
const shop = await runningShop({ VIES_API_BASE: register.url })
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Invoice House')
const berlin = await organiser.open(anEventWithInvoices(thisMoment()))
const milan = await organiser.open(anEventWithItalianInvoices(thisMoment()))

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

const WAYS: readonly Way[] = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'touch', language: 'de' },
]

describe.each(WAYS)('An invoice, $width px, $hand, $language', way => {
  test('of a business of another country: the number is checked, and the buyer owes the VAT', async () => {
    const visitor = await enterWithSeat(way, berlin)
    const { page, does, say } = visitor
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    expect(await page.locator('#billingAddressLine1').count()).toBe(0)
    await does.press(page.getByRole('checkbox', { name: say('reservation-page.i-need-an-invoice') }))
    await page.getByRole('heading', { name: say('reservation-page.invoice-details') }).waitFor()
    await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))
    await look(visitor, 'invoice-empty')

    await pressContinue(visitor)
    const summary = page.getByRole('group', { name: say('foyer.book.check') })
    await expect.poll(() => summary.getByRole('listitem').count()).toBe(5)
    for (const id of ['vatNr', 'billingAddressLine1', 'billingAddressZip', 'billingAddressCity', 'vatCountryCode']) {
      await expectError(visitor, id, 'error.emptyField')
    }
    await does.press(summary.getByRole('link', { name: say('reservation-page.zip-postal-code') }))
    await expect.poll(() => page.locator('#billingAddressZip:focus').count()).toBe(1)
    await look(visitor, 'invoice-errors')

    await does.write(page.locator('#billingAddressCompany'), BUSINESS_INVOICE.billingAddressCompany)
    await does.write(page.locator('#vatNr'), 'ATU99999999')
    await does.write(page.locator('#customerReference'), 'PO-1815')
    await writeAddress(visitor, BUSINESS_INVOICE)
    await page.reload()
    await expect.poll(() => page.locator('#vatNr').inputValue()).toBe('ATU99999999')
    await expect.poll(() => page.locator('#vatCountryCode').inputValue()).toBe('AT')
    await pressContinue(visitor)
    await expectError(visitor, 'vatNr', 'error.STEP_2_INVALID_VAT')
    expect(await summary.getByRole('listitem').count()).toBe(1)
    await does.write(page.locator('#vatNr'), BUSINESS_INVOICE.vatNr)
    await look(visitor, 'invoice-business')
    await continueToOverview(visitor, say('foyer.overview.title'))
    await expect.poll(() => page.getByText('111.01').count()).toBeGreaterThan(0)

    await does.press(button(visitor, say('common.back')))
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    expect(await page.locator('#vatNr').inputValue()).toBe(BUSINESS_INVOICE.vatNr)
    expect(await page.locator('#customerReference').inputValue()).toBe('PO-1815')
    await expect.poll(() => page.locator('#vatCountryCode').inputValue()).toBe('AT')
    await does.pick(page.getByRole('radio', { name: say('invoice.type.private') }))
    await expect.poll(() => page.locator('#vatNr').count()).toBe(0)
    await continueToOverview(visitor, say('foyer.overview.title'))
    await expect.poll(() => page.getByText('120.00').count()).toBeGreaterThan(0)
  })

  test('of an Italian business says how it reaches its buyer', async () => {
    const visitor = await enterWithSeat(way, milan)
    const { page, does, say } = visitor
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
    await look(visitor, 'invoice-italian')
    await does.write(page.locator('#italyEInvoicingReferenceAddresseeCode'), 'ABC1234')
    await continueToOverview(visitor, say('foyer.overview.title'))
    await does.press(button(visitor, say('common.back')))
    await arrive(visitor, say('reservation-page.your-details'), /\/book$/)
    await expect.poll(() => page.locator('#italyEInvoicingReferenceAddresseeCode').inputValue()).toBe('ABC1234')
  })

  test('without a VAT number is possible, and a link can ask for one', async () => {
    const visitor = await enterWithSeat(way, berlin)
    const { page, does, say } = visitor
    await visitor.open(`${new URL(page.url()).pathname}?requestInvoice=true`)
    const heading = page.getByRole('heading', { name: say('reservation-page.invoice-details') })
    await heading.waitFor()
    await does.pick(page.getByRole('radio', { name: say('invoice.type.business') }))
    await does.press(page.getByRole('checkbox', { name: say('reservation-page.skipVatNr', say('common.vat')) }))
    await expect.poll(() => page.locator('#vatNr').count()).toBe(0)
    const greece = page.locator('#vatCountryCode option[value="EL"]')
    await expect.poll(() => greece.count()).toBe(1)
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await writeAddress(visitor, { ...BUSINESS_INVOICE, vatCountryCode: 'EL' })
    await continueToOverview(visitor, say('foyer.overview.title'))
  })
})

async function enterWithSeat(way: Way, event: string): Promise<Visitor> {
  const visitor = await enter(way)
  await visitor.open(`/event/${event}`)
  await take(visitor, 'Conference', 1)
  await reserve(visitor)
  return visitor
}

type Address = Readonly<
  Record<'billingAddressLine1' | 'billingAddressZip' | 'billingAddressCity' | 'vatCountryCode', string>
>

async function writeAddress({ page, does }: Visitor, address: Address): Promise<void> {
  await does.write(page.locator('#billingAddressLine1'), address.billingAddressLine1)
  await does.write(page.locator('#billingAddressZip'), address.billingAddressZip)
  await does.write(page.locator('#billingAddressCity'), address.billingAddressCity)
  // A list of all countries: whoever uses the keyboard types the name.
  await page.locator('#vatCountryCode').selectOption(address.vatCountryCode)
}

/** The field is marked, and what describes it says why. */
async function expectError({ page, say }: Visitor, id: string, key: string, ...args: readonly number[]): Promise<void> {
  await expect.poll(() => page.locator(`#${id}`).getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`#${id}`).getAttribute('aria-describedby')).toContain(`${id}-error`)
  expect((await page.locator(`#${id}-error`).innerText()).trim()).toBe(say(key, ...args))
}
