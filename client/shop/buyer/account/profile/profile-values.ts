import type { InvoicingConfiguration } from '#contract/configuration.ts'
import type { ProfileForm, User } from '#contract/user.ts'
import {
  type InvoiceValues,
  NO_INVOICE,
  invoiceFrom,
  isInvoiceBlank,
  toInvoiceForm,
} from '../../../checkout/details/invoice-values.ts'

/** What is in the form of the profile, under the names of the wire; answers in the order of `answersOf`. */
export type ProfileValues = InvoiceValues & {
  firstName: string
  lastName: string
  answers: { text: string }[]
}

type KeptAnswer = {
  readonly name: string
  readonly label: Readonly<Record<string, string>>
  readonly text: string
  /** Several values can be read here, and changed to one. */
  readonly isOfSeveral: boolean
}

/** The answers that are kept for the next order. */
export function answersOf({ profile }: User): readonly KeptAnswer[] {
  return Object.entries(profile?.additionalData ?? {}).map(([name, { label, values }]) => ({
    name,
    label,
    text: values.join(', '),
    isOfSeveral: values.length > 1,
  }))
}

export function profileFrom(me: User): ProfileValues {
  const { firstName, lastName, profile } = me
  return {
    ...(profile ? invoiceOf(profile.billingDetails) : NO_INVOICE),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    answers: answersOf(me).map(({ text }) => ({ text })),
  }
}

/** Who has kept a company or a number is a business. */
function invoiceOf(billingDetails: NonNullable<User['profile']>['billingDetails']): InvoiceValues {
  const { companyName, taxId } = billingDetails
  return invoiceFrom({
    invoiceRequested: false,
    addCompanyBillingDetails: Boolean(companyName ?? taxId),
    customerReference: null,
    skipVatNr: companyName !== null && taxId === null,
    billingDetails,
  })
}

/**
 * How invoices are filled in here: where the shop offers them, and where something is kept that would be lost otherwise. An order's own
 * reference is none of a profile's, and numbers are looked up when they are used.
 */
export function profileTerms(shop: InvoicingConfiguration, kept: InvoiceValues): InvoicingConfiguration {
  return {
    ...shop,
    invoiceAllowed: shop.invoiceAllowed || !isInvoiceBlank(kept),
    enabledItalyEInvoicing: shop.enabledItalyEInvoicing || kept.italyEInvoicingFiscalCode !== '',
    customerReferenceEnabled: false,
    euVatCheckingEnabled: false,
  }
}

/** What is sent: everything, for what is left out is cleared. An invoice is asked for by an order only, so half an address can be kept. */
export function toProfileForm(values: ProfileValues, me: User, terms: InvoicingConfiguration): ProfileForm {
  const { customerReference: _, ...invoice } = toInvoiceForm({ ...values, invoiceRequested: true }, terms, false)
  return {
    ...invoice,
    invoiceRequested: false,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    additionalInfo: Object.fromEntries([
      // Without any name all answers would be cleared; no question comes without one.
      ['', null],
      ...answersOf(me).flatMap(({ name, text, isOfSeveral }, index) => {
        const said = values.answers[index]?.text.trim() ?? ''
        return isOfSeveral && said === text ? [] : [[name, said === '' ? null : said] as const]
      }),
    ]),
  }
}
