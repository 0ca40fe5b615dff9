import type { Contact } from './contact.ts'
import { vatCountry } from '#domain/foundation/country/country-codes.ts'

/** How an Italian e-invoice reaches its recipient. */
export type ItalianReferenceType = 'ADDRESSEE_CODE' | 'PEC' | 'NONE'

/** What an Italian e-invoice needs besides. Codes are in capitals. */
export type ItalianBilling = {
  readonly fiscalCode: string | null
  readonly referenceType: ItalianReferenceType | null
  readonly addresseeCode: string | null
  readonly pec: string | null
  /** The buyer pays the VAT to the tax office: it is shown and not charged. */
  readonly isSplitPayment: boolean
}

/** Where an invoice goes, as the buyer has typed it; null is what was left empty. */
export type Billing = {
  /** The buyer asks for an invoice; the rules of the organiser may say otherwise (see `isInvoiceDue`). */
  readonly isInvoiceRequested: boolean
  readonly isBusiness: boolean
  /** Whom the invoice names where that is not the buyer; left out of what buyers type. An organiser states it. */
  readonly recipient?: string | null
  readonly companyName: string | null
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly zip: string | null
  readonly city: string | null
  readonly state: string | null
  /** As VAT knows it: Greece is EL. */
  readonly country: string | null
  readonly vatNumber: string | null
  /** A business without a VAT number, or one that keeps it to itself. */
  readonly isVatNumberSkipped: boolean
  /** Null: nothing of it was given. */
  readonly italian: ItalianBilling | null
}

/** The person on an invoice: whom the organiser has stated, else the buyer. */
export const recipientOf = ({ billing, contact }: { readonly billing: Billing; readonly contact: Contact }): string =>
  billing.recipient ?? `${contact.firstName} ${contact.lastName}`.trim()

export const NO_BILLING: Billing = {
  isInvoiceRequested: false,
  isBusiness: false,
  companyName: null,
  addressLine1: null,
  addressLine2: null,
  zip: null,
  city: null,
  state: null,
  country: null,
  vatNumber: null,
  isVatNumberSkipped: false,
  italian: null,
}

/** What was typed, as it counts: a private buyer has no company, and each way an e-invoice goes has its own address. */
export function readBilling(typed: Billing): Billing {
  const business = typed.isBusiness ? {} : { companyName: null, vatNumber: null, isVatNumberSkipped: false }
  const country = typed.country && vatCountry(typed.country.toUpperCase())
  return { ...typed, ...business, country, italian: typed.italian && readItalian(typed.italian) }
}

function readItalian(typed: ItalianBilling): ItalianBilling | null {
  const { fiscalCode, referenceType, addresseeCode, pec, isSplitPayment } = typed
  const isFilled = fiscalCode !== null || referenceType !== null || isSplitPayment
  if (!isFilled) return null
  return {
    fiscalCode: fiscalCode && fiscalCode.toUpperCase(),
    referenceType,
    addresseeCode: referenceType === 'ADDRESSEE_CODE' ? addresseeCode && addresseeCode.toUpperCase() : null,
    pec: referenceType === 'PEC' ? pec : null,
    isSplitPayment,
  }
}

/** What an organiser says about invoices. */
export type InvoiceTerms = {
  readonly isAllowed: boolean
  /** Every order that costs something gets one. */
  readonly isForEverybody: boolean
  readonly isVatNumberRequired: boolean
  /** Invoices are sent the Italian way. */
  readonly isItalian: boolean
}

/**
 * What of it the organiser asks for: nothing where there are no invoices. Drops what was not asked: the parts of a kind
 * of invoice that is switched off, the request for an invoice that every order gets, and the permission to omit a VAT
 * number that a business must give.
 */
export function billingOnTerms(billing: Billing, terms: InvoiceTerms): Billing {
  if (!terms.isAllowed) return NO_BILLING
  const isVatNumberSkipped = billing.isVatNumberSkipped && !terms.isVatNumberRequired
  return {
    ...billing,
    isInvoiceRequested: billing.isInvoiceRequested && !terms.isForEverybody,
    isVatNumberSkipped,
    vatNumber: isVatNumberSkipped ? null : billing.vatNumber,
    italian: terms.isItalian ? billing.italian : null,
  }
}

/** Will there be an invoice? None for an order that costs nothing (lifecycle A.3.2). */
export function isInvoiceDue(billing: Billing, terms: InvoiceTerms, isFree: boolean): boolean {
  if (isFree || !terms.isAllowed) return false
  return terms.isForEverybody || billing.isInvoiceRequested
}

/** A business that gives its VAT number, or has to. */
export function owesVatNumber(billing: Billing, { isVatNumberRequired }: InvoiceTerms): boolean {
  return billing.isBusiness && (isVatNumberRequired || !billing.isVatNumberSkipped)
}

/** Does the invoice go the Italian way to Italy? */
export const isSentToItaly = ({ country }: Billing, { isItalian }: InvoiceTerms): boolean =>
  isItalian && country === 'IT'
