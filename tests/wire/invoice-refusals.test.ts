import { beforeEach, expect, test } from 'vitest'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { INVOICE_PROBLEMS, INVOICE_WARNINGS, type InvoiceProblem } from '#contract/error-codes.ts'
import { minutes } from '#domain/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { vatRegister } from '#tests/fakes/vat-register.ts'
import { type Answer, aBuyer } from '#tests/support/buyer.ts'
import {
  BUSINESS_INVOICE,
  ITALIAN_INVOICE,
  PRIVATE_INVOICE,
  SELLER_IN_BERLIN,
  SELLER_IN_MILAN,
} from '#tests/support/invoice.ts'
import { anOrganiser } from '#tests/support/organiser.ts'
import { filledIn, hold, infoOf, sendDetails } from '#tests/support/purchase.ts'
import { standingClock } from '#tests/support/standing-clock.ts'
import { testShop } from '#tests/support/test-shop.ts'

// The table is typed by the list of the contract: a new problem doesn't compile here until somebody provokes it.

const register = await vatRegister(['AT U12345678'])
const clock = standingClock()
const { url, apiKey } = await testShop({ clock, environment: { VIES_API_BASE: register.url } })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const berlin = await organiser.open(
  anEventFile(clock.now(), { slug: 'berlin', seats: 200, settings: SELLER_IN_BERLIN }),
)
const milan = await organiser.open(anEventFile(clock.now(), { slug: 'milan', seats: 200, settings: SELLER_IN_MILAN }))

beforeEach(() => {
  clock.move(minutes(16))
  register.behave('usual')
})

async function sent(shortName: string, form: ContactAndTicketsForm): Promise<Answer> {
  const id = await hold(buyer, shortName, { Conference: 1 })
  return sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...form })
}

const invoice = (changes: ContactAndTicketsForm) => () => sent(berlin, { ...BUSINESS_INVOICE, ...changes })
const italian = (changes: ContactAndTicketsForm) => () => sent(milan, { ...ITALIAN_INVOICE, ...changes })
const person = { addCompanyBillingDetails: false, italyEInvoicingFiscalCode: 'RSSMRA85T10A562S' }
const long = (length: number) => 'x'.repeat(length)

async function whileTheRegisterIsDown(): Promise<Answer> {
  register.behave('down')
  return invoice({})()
}

const PROVOKED: Record<InvoiceProblem, [provoke: () => Promise<Answer>, limit?: number]> = {
  'billingAddressLine1 error.emptyField': [invoice({ billingAddressLine1: ' ' })],
  'billingAddressZip error.emptyField': [invoice({ billingAddressZip: null })],
  'billingAddressCity error.emptyField': [invoice({ billingAddressCity: '' })],
  'vatCountryCode error.emptyField': [invoice({ vatCountryCode: '' })],
  'vatCountryCode error.restrictedValue': [invoice({ vatCountryCode: 'Austria' })],
  'vatNr error.emptyField': [invoice({ vatNr: ' ' })],
  'vatNr error.STEP_2_INVALID_VAT': [invoice({ vatNr: 'ATU99999999' })],
  'vatNr error.vatVIESDown': [whileTheRegisterIsDown],
  'billingAddressCompany error.tooLong': [invoice({ billingAddressCompany: long(257) }), 256],
  'billingAddressLine1 error.tooLong': [invoice({ billingAddressLine1: long(257) }), 256],
  'billingAddressLine2 error.tooLong': [invoice({ billingAddressLine2: long(257) }), 256],
  'billingAddressZip error.tooLong': [invoice({ billingAddressZip: long(52) }), 51],
  'billingAddressCity error.tooLong': [invoice({ billingAddressCity: long(257) }), 256],
  'billingAddressState error.tooLong': [invoice({ billingAddressState: long(257) }), 256],
  'vatNr error.tooLong': [invoice({ vatCountryCode: 'CH', vatNr: long(257) }), 256],
  'italyEInvoicingFiscalCode error.emptyField': [italian({ italyEInvoicingFiscalCode: '' })],
  'italyEInvoicingFiscalCode error.tooLong': [italian({ italyEInvoicingFiscalCode: long(29) }), 28],
  'italyEInvoicingFiscalCode error.restrictedValue': [italian({ ...person, italyEInvoicingFiscalCode: '07643520567' })],
  'italyEInvoicingReferenceType error.italyEInvoicingReferenceTypeSelectValue': [
    italian({ italyEInvoicingReferenceType: null }),
  ],
  'italyEInvoicingReferenceAddresseeCode error.emptyField': [italian({ italyEInvoicingReferenceAddresseeCode: ' ' })],
  'italyEInvoicingReferenceAddresseeCode error.lengthMustBe7': [
    italian({ italyEInvoicingReferenceAddresseeCode: 'ABC123' }),
  ],
  'italyEInvoicingReferenceAddresseeCode error.alphanumeric': [
    italian({ italyEInvoicingReferenceAddresseeCode: 'ABC-123' }),
  ],
  'italyEInvoicingReferencePEC error.emptyField': [italian({ italyEInvoicingReferenceType: 'PEC' })],
  'billingAddressState error.length': [italian({ billingAddressState: 'Milano' }), 2],
  'billingAddressState error.restrictedValue': [italian({ billingAddressState: '20' })],
  'billingAddressZip error.length': [italian({ billingAddressZip: '201' }), 5],
  'billingAddressZip error.restrictedValue': [italian({ billingAddressZip: '2O121' })],
}

test.each(INVOICE_PROBLEMS)('%s', async expected => {
  const [provoke, limit] = PROVOKED[expected]
  const answer = await provoke()
  expect(answer).toMatchObject({ status: 422, value: { success: false, value: false, errorCount: 1 } })
  const [fieldName, code] = expected.split(' ')
  expect(answer.value).toMatchObject({
    validationErrors: [{ fieldName, code, arguments: limit === undefined ? null : { 0: limit } }],
  })
})

test.each([
  ['a private buyer', berlin, PRIVATE_INVOICE],
  ['a business', berlin, BUSINESS_INVOICE],
  ['a business outside the Union without a number to check', berlin, { ...BUSINESS_INVOICE, vatCountryCode: 'CH' }],
  ['an Italian business', milan, ITALIAN_INVOICE],
  ['an Italian business by PEC', milan, byPec()],
  [
    'an Italian business that says neither',
    milan,
    { ...ITALIAN_INVOICE, italyEInvoicingReferenceType: 'NONE' as const },
  ],
])('nothing is wrong with the invoice of %s', async (_, shortName, form) => {
  expect(await sent(shortName, form)).toMatchObject({ status: 200, value: { success: true, warnings: [] } })
})

function byPec() {
  return {
    ...ITALIAN_INVOICE,
    italyEInvoicingReferenceType: 'PEC' as const,
    italyEInvoicingReferencePEC: 'a@pec.example',
  }
}

test.each(INVOICE_WARNINGS)('%s is a warning: asked about once, and no error', async code => {
  const id = await hold(buyer, milan, { Conference: 1 })
  const form = { ...filledIn(await infoOf(buyer, id)), ...ITALIAN_INVOICE, ...person }
  expect(await sendDetails(buyer, id, form)).toMatchObject({
    status: 200,
    value: { success: true, warnings: [{ code, params: [] }] },
  })
  expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(false)
  expect((await sendDetails(buyer, id, form, true)).status).toBe(200)
  expect((await infoOf(buyer, id)).validatedBookingInformation).toBe(true)
  expect(await sent(milan, { ...form, firstName: 'Mario', lastName: 'Rossi', tickets: null })).not.toMatchObject({
    value: { warnings: [{ code }] },
  })
})
