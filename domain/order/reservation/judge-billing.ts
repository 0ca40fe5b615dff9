import { isCountry } from '#domain/foundation/country/country-codes.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { fitsName, isItalianVatNumber, isPersonalCode } from '#domain/documents/tax-id/italian.ts'
import { MAIL_ADDRESS, isProbablyMistyped } from '#domain/foundation/text/mail-address.ts'
import { vatNumber } from '#domain/documents/tax-id/vat-number.ts'
import { type Billing, type InvoiceTerms, isSentToItaly, owesVatNumber } from './billing.ts'
import type { Contact } from './contact.ts'
import type { DetailsWarning } from './judge-details.ts'

/** The problems of an invoice that is due, each with its field (booking contract section 6, rows C). */
export function judgeBilling(billing: Billing, terms: InvoiceTerms): Problem[] {
  return [
    ...checkAddress(billing),
    ...checkVatNumber(billing, terms),
    ...(isSentToItaly(billing, terms) ? [...checkFiscalCode(billing), ...checkItalianInvoice(billing)] : []),
  ]
}

/** An Italian code that seems to be another person's. */
export function warnAboutBilling(billing: Billing, terms: InvoiceTerms, contact: Contact): DetailsWarning[] {
  const code = billing.italian?.fiscalCode
  if (!code || !isSentToItaly(billing, terms) || !isPersonalCode(code) || fitsName(code, contact)) return []
  return [{ code: 'warning.fiscal-code-name-mismatch', params: [] }]
}

type Checked = { readonly field: string; readonly text: string | null; readonly limit: number }

function checkAddress(billing: Billing): Problem[] {
  const address: readonly (Checked & { readonly isOptional?: true })[] = [
    { field: 'billingAddressCompany', text: billing.companyName, limit: 255, isOptional: true },
    { field: 'billingAddressLine1', text: billing.addressLine1, limit: 255 },
    { field: 'billingAddressLine2', text: billing.addressLine2, limit: 255, isOptional: true },
    { field: 'billingAddressZip', text: billing.zip, limit: 50 },
    { field: 'billingAddressCity', text: billing.city, limit: 255 },
    { field: 'billingAddressState', text: billing.state, limit: 255, isOptional: true },
  ]
  return [
    ...address.flatMap(({ isOptional, ...checked }) => [
      ...(isOptional ? [] : checkFilledIn(checked)),
      ...checkLength(checked),
    ]),
    ...checkCountry(billing),
  ]
}

const checkFilledIn = ({ field, text }: Omit<Checked, 'limit'>): Problem[] => (text === null ? [empty(field)] : [])

const empty = (field: string): Problem => problem('error.emptyField', { field })

function checkLength({ field, text, limit }: Checked): Problem[] {
  return text !== null && text.length > limit ? [problem('error.tooLong', { field, args: [limit] })] : []
}

function checkCountry({ country }: Billing): Problem[] {
  const field = 'vatCountryCode'
  if (country === null) return [empty(field)]
  return isCountry(country) ? [] : [problem('error.restrictedValue', { field })]
}

function checkVatNumber(billing: Billing, terms: InvoiceTerms): Problem[] {
  const field = 'vatNr'
  if (!owesVatNumber(billing, terms)) return []
  if (billing.vatNumber === null) return [empty(field)]
  const isWrong = isSentToItaly(billing, terms) && !isItalianVatNumber(vatNumber('IT', billing.vatNumber).number)
  return isWrong
    ? [problem('error.STEP_2_INVALID_VAT', { field })]
    : checkLength({ field, text: billing.vatNumber, limit: 255 })
}

/** Asked of buyers of every country, but only Italian codes have a form that is known. */
function checkFiscalCode(billing: Billing): Problem[] {
  const field = 'italyEInvoicingFiscalCode'
  const code = billing.italian?.fiscalCode ?? null
  if (code === null) return [empty(field)]
  const tooLong = checkLength({ field, text: code, limit: 28 })
  if (tooLong.length > 0) return tooLong
  const isGood = isPersonalCode(code) || (billing.isBusiness && isItalianVatNumber(code))
  return isGood ? [] : [problem('error.restrictedValue', { field })]
}

function checkItalianInvoice({ italian, state, zip }: Billing): Problem[] {
  return [
    ...checkReference(italian),
    ...checkForm({ field: 'billingAddressState', text: state, length: 2, form: /^[a-z]+$/i }),
    ...checkForm({ field: 'billingAddressZip', text: zip, length: 5, form: /^\d+$/ }),
  ]
}

function checkReference(italian: Billing['italian']): Problem[] {
  switch (italian?.referenceType ?? null) {
    case null:
      return [problem('error.italyEInvoicingReferenceTypeSelectValue', { field: 'italyEInvoicingReferenceType' })]
    case 'ADDRESSEE_CODE':
      return checkAddresseeCode(italian?.addresseeCode ?? null)
    case 'PEC':
      return checkCertifiedMail(italian?.pec ?? null)
    case 'NONE':
      return []
  }
}

/** The exchange system drops an invoice to what is no address: the buyer would never get it. */
function checkCertifiedMail(pec: string | null): Problem[] {
  const field = 'italyEInvoicingReferencePEC'
  if (pec === null) return [empty(field)]
  return MAIL_ADDRESS.test(pec) && !isProbablyMistyped(pec) ? [] : [problem('error.email', { field })]
}

function checkAddresseeCode(code: string | null): Problem[] {
  const field = 'italyEInvoicingReferenceAddresseeCode'
  if (code === null) return [empty(field)]
  if (code.length !== 7) return [problem('error.lengthMustBe7', { field })]
  return /^[a-z0-9]+$/i.test(code) ? [] : [problem('error.alphanumeric', { field })]
}

/** A ZIP code that is missing has been reported already; a province is asked for here only. */
function checkForm({
  field,
  text,
  length,
  form,
}: Omit<Checked, 'limit'> & { length: number; form: RegExp }): Problem[] {
  if (text === null && field === 'billingAddressZip') return []
  if (text?.length !== length) return [problem('error.length', { field, args: [length] })]
  return form.test(text) ? [] : [problem('error.restrictedValue', { field })]
}
