import { describe, expect, test } from 'vitest'
import type { InvoicingConfiguration } from '#contract/configuration.ts'
import type { User } from '#contract/user.ts'
import { NO_INVOICE } from '../../../checkout/details/invoice-values.ts'
import { profileFrom, profileTerms, toProfileForm } from './use-profile.ts'

const TERMS: InvoicingConfiguration = {
  userCanDownloadReceiptOrInvoice: true,
  euVatCheckingEnabled: true,
  invoiceAllowed: true,
  onlyInvoice: false,
  customerReferenceEnabled: true,
  enabledItalyEInvoicing: false,
  vatNumberStrictlyRequired: false,
}

const NOTHING = {
  companyName: null,
  addressLine1: null,
  addressLine2: null,
  zip: null,
  city: null,
  state: null,
  country: null,
  taxId: null,
  hasTaxId: false,
  invoicingAdditionalInfo: { italianEInvoicing: null, empty: true },
}

const ADA: User = { firstName: 'Ada', lastName: null, emailAddress: 'ada@example.org', external: true, profile: null }

const withAnswers = (answers: Readonly<Record<string, readonly string[]>>): User => ({
  ...ADA,
  profile: {
    billingDetails: NOTHING,
    additionalData: Object.fromEntries(
      Object.entries(answers).map(([name, values]) => [name, { label: { en: name }, values: [...values] }]),
    ),
  },
})

const terms = profileTerms(TERMS, NO_INVOICE)

describe('a profile', () => {
  test('without anything kept is names, and asks for no invoice', () => {
    const values = profileFrom(ADA)
    expect(values).toMatchObject({ firstName: 'Ada', lastName: '', answers: [], billingAddressLine1: '' })
    expect(toProfileForm({ ...values, lastName: ' Lovelace ' }, ADA, terms)).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      invoiceRequested: false,
      billingAddressLine1: '',
    })
  })

  test('of a person keeps no company that was typed before', () => {
    const typed = { ...profileFrom(ADA), billingAddressCompany: 'Engines Ltd', billingAddressLine1: '1 Mill Lane' }
    expect(toProfileForm(typed, ADA, terms)).not.toHaveProperty('billingAddressCompany')
    expect(toProfileForm({ ...typed, addCompanyBillingDetails: true }, ADA, terms)).toMatchObject({
      billingAddressCompany: 'Engines Ltd',
      billingAddressLine1: '1 Mill Lane',
      addCompanyBillingDetails: true,
    })
  })

  test('keeps answers that stay as they are, changes and clears the others', () => {
    const me = withAnswers({ meal: ['vegan'], size: ['M'], days: ['1', '2'] })
    const values = profileFrom(me)
    expect(values.answers).toEqual([{ text: 'vegan' }, { text: 'M' }, { text: '1, 2' }])
    const entered = [{ text: '' }, { text: ' L ' }, { text: '1, 2' }]
    expect(toProfileForm({ ...values, answers: entered }, me, terms).additionalInfo).toEqual({
      '': null,
      meal: null,
      size: 'L',
    })
  })

  test('of answers of several values alone loses none of them', () => {
    const me = withAnswers({ days: ['1', '2'] })
    expect(toProfileForm(profileFrom(me), me, terms).additionalInfo).toEqual({ '': null })
  })

  test('shows the address of invoices where one is kept, whatever the shop offers', () => {
    const none = { ...TERMS, invoiceAllowed: false }
    expect(profileTerms(none, NO_INVOICE).invoiceAllowed).toBe(false)
    expect(profileTerms(none, { ...NO_INVOICE, billingAddressCity: 'Lugano' }).invoiceAllowed).toBe(true)
    expect(profileTerms(none, { ...NO_INVOICE, italyEInvoicingFiscalCode: 'X' }).enabledItalyEInvoicing).toBe(true)
  })
})
