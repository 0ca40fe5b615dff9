import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE } from '../../support/organiser/invoice.ts'
import type { Cases, Differences } from './case.ts'
import type { DetailsFixture } from './details-fixture.ts'

const invoice = (changes: ContactAndTicketsForm) => (at: DetailsFixture) =>
  at.send('berlin', form => ({ ...form, ...BUSINESS_INVOICE, ...changes }))

const italian = (changes: ContactAndTicketsForm) => (at: DetailsFixture) =>
  at.send('milan', form => ({ ...form, ...ITALIAN_INVOICE, ...changes }))

const long = (length: number) => 'x'.repeat(length)
const PERSON = { addCompanyBillingDetails: false, italyEInvoicingFiscalCode: 'RSSMRA85T10A562S' }

/** Everything that can be wrong with an invoice. */
export const INVOICE_CASES: Cases<DetailsFixture> = {
  'C billingAddressLine1 error.emptyField: invoice requested': invoice({ billingAddressLine1: ' ' }),
  'C billingAddressZip error.emptyField: invoice requested': invoice({ billingAddressZip: null }),
  'C billingAddressCity error.emptyField: invoice requested': invoice({ billingAddressCity: '' }),
  'C vatCountryCode error.emptyField: invoice requested': invoice({ vatCountryCode: '', vatNr: null, skipVatNr: true }),
  'C vatCountryCode error.restrictedValue: no country': invoice({ vatCountryCode: 'Austria' }),
  'C vatNr error.emptyField: company, not skipped': italian({ vatNr: '' }),
  'C vatNr error.emptyField: reverse charge, EU country': invoice({ vatNr: ' ' }),
  'C vatNr error.STEP_2_INVALID_VAT: checked and not valid': invoice({ vatNr: 'ATU99999999' }),
  'C vatNr error.STEP_2_INVALID_VAT: country IT, checksum wrong': italian({ vatNr: '07643520568' }),
  'C vatNr error.vatVIESDown: VIES not reachable': at =>
    at.whileRegisterIs('down', () => invoice({ vatNr: 'ATU77777777' })(at)),
  'C vatNr error.tooLong: too long': invoice({ vatCountryCode: 'CH', vatNr: long(256) }),
  'C vatNr foyer.error.exempt-not-payable: without VAT less than the only way to pay takes': at =>
    at.send('low', form => ({ ...form, ...BUSINESS_INVOICE })),
  'C billingAddressCompany error.tooLong: too long': invoice({ billingAddressCompany: long(256) }),
  'C billingAddressState error.tooLong: too long': invoice({ billingAddressState: long(256) }),
  'C billingAddressState error.length: Italian form': italian({ billingAddressState: 'Milano' }),
  'C billingAddressState error.restrictedValue: not letters': italian({ billingAddressState: '20' }),
  'C billingAddressZip error.length: Italian form': italian({ billingAddressZip: '201' }),
  'C billingAddressZip error.restrictedValue: not digits': italian({ billingAddressZip: '2O121' }),
  'C italyEInvoicingFiscalCode error.emptyField: Italian e-invoicing, country IT': italian({
    italyEInvoicingFiscalCode: '',
  }),
  'C italyEInvoicingFiscalCode error.tooLong: too long': italian({ italyEInvoicingFiscalCode: long(29) }),
  'C italyEInvoicingFiscalCode error.restrictedValue: checksum wrong': italian({
    ...PERSON,
    italyEInvoicingFiscalCode: 'RSSMRA85T10A562X',
  }),
  'C italyEInvoicingReferenceType error.italyEInvoicingReferenceTypeSelectValue: country IT, unset': italian({
    italyEInvoicingReferenceType: null,
  }),
  'C italyEInvoicingReferenceAddresseeCode error.emptyField: country IT, that type': italian({
    italyEInvoicingReferenceAddresseeCode: ' ',
  }),
  'C italyEInvoicingReferenceAddresseeCode error.lengthMustBe7: not 7 long': italian({
    italyEInvoicingReferenceAddresseeCode: 'ABC123',
  }),
  'C italyEInvoicingReferenceAddresseeCode error.alphanumeric: not letters and digits': italian({
    italyEInvoicingReferenceAddresseeCode: 'ABC-123',
  }),
  'C italyEInvoicingReferencePEC error.emptyField: country IT, that type': italian({
    italyEInvoicingReferenceType: 'PEC',
  }),
}

const LIMITS = 'The specification allows one character less (specification, booking 5).'

/** What is answered about an invoice otherwise than by the reference. */
export const INVOICE_DIFFERENCES: Differences<DetailsFixture> = {
  ...Object.fromEntries(
    (
      [
        ['billingAddressLine1', 255],
        ['billingAddressLine2', 255],
        ['billingAddressZip', 50],
        ['billingAddressCity', 255],
      ] as const
    ).map(([field, limit]) => [
      `C ${field} error.tooLong: too long`,
      { provoke: invoice({ [field]: long(limit + 1) }), errors: [`${field} error.tooLong (${limit})`], why: LIMITS },
    ]),
  ),
  'C italyEInvoicingFiscalCode error.emptyField: Italian e-invoicing, any country': {
    provoke: italian({ vatCountryCode: 'CH', italyEInvoicingFiscalCode: '' }),
    errors: [],
    why: 'A buyer abroad has no Italian fiscal code (lifecycle K).',
  },
}
