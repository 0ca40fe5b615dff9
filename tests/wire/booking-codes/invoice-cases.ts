import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import { BUSINESS_INVOICE, ITALIAN_INVOICE } from '../../support/organiser/invoice.ts'
import type { Cases } from './case.ts'
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
  'C vatNr error.tooLong: too long': invoice({ vatCountryCode: 'CH', vatNr: long(257) }),
  'C billingAddressCompany error.tooLong: too long': invoice({ billingAddressCompany: long(257) }),
  'C billingAddressLine1 error.tooLong: too long': invoice({ billingAddressLine1: long(257) }),
  'C billingAddressLine2 error.tooLong: too long': invoice({ billingAddressLine2: long(257) }),
  'C billingAddressZip error.tooLong: too long': invoice({ billingAddressZip: long(52) }),
  'C billingAddressCity error.tooLong: too long': invoice({ billingAddressCity: long(257) }),
  'C billingAddressState error.tooLong: too long': invoice({ billingAddressState: long(257) }),
  'C billingAddressState error.length: Italian form': italian({ billingAddressState: 'Milano' }),
  'C billingAddressState error.restrictedValue: not letters': italian({ billingAddressState: '20' }),
  'C billingAddressZip error.length: Italian form': italian({ billingAddressZip: '201' }),
  'C billingAddressZip error.restrictedValue: not digits': italian({ billingAddressZip: '2O121' }),
  'C italyEInvoicingFiscalCode error.emptyField: Italian e-invoicing, any country': italian({
    vatCountryCode: 'CH',
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
