import { describe, expect, test } from 'vitest'
import type { AdditionalField } from '#contract/ticket.ts'
import type { User } from '#contract/user.ts'
import type { BookingValues } from './booking-values.ts'
import { NO_INVOICE } from './invoice-values.ts'
import { prefilled } from './prefill.ts'

const BILLING = {
  companyName: 'Analytical Engines Ltd',
  addressLine1: '12 St James’s Square',
  addressLine2: null,
  zip: 'SW1Y 4JH',
  city: 'London',
  state: null,
  country: 'GB',
  taxId: 'GB123456789',
  hasTaxId: true,
  invoicingAdditionalInfo: {
    italianEInvoicing: {
      fiscalCode: 'LVLDAA15T50Z114F',
      referenceType: 'PEC' as const,
      addresseeCode: null,
      pec: 'ada@pec.example.org',
      splitPayment: false,
      referenceTypeAsString: 'PEC',
      reference: 'ada@pec.example.org',
      empty: false,
    },
    empty: false,
  },
}

const answer = (...values: string[]) => ({ label: { en: '' }, values })

const ME: User = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'ada@example.org',
  external: true,
  profile: { billingDetails: BILLING, additionalData: { phone: answer('+44 1'), meal: answer('vegan', 'halal') } },
}

const NO_NAME = { firstName: '', lastName: '', email: '' }
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

function question(name: string, restrictedValues: string[] = []): AdditionalField {
  return {
    name,
    value: null,
    type: restrictedValues.length > 0 ? 'checkbox' : 'input:text',
    required: false,
    editable: true,
    minLength: null,
    maxLength: null,
    restrictedValues,
    fields: [],
    beforeStandardFields: false,
    description: {},
  }
}

const anAttendee = () => ({
  ...NO_NAME,
  isBuyer: false,
  isLater: false,
  userLanguage: 'en',
  additional: { phone: [], meal: [] },
})

const someValues = (typed: Partial<BookingValues> = {}): BookingValues => ({
  ...NO_NAME,
  ...NO_INVOICE,
  tickets: { one: anAttendee(), two: anAttendee() },
  items: {},
  owner: null,
  ...typed,
})

const QUESTIONS = [question('phone'), question('meal', ['vegan', 'kosher'])]
const ORDER_FORM = { firstTicket: { uuid: 'one', questions: QUESTIONS }, ownerQuestions: [] }

const fill = (typed: Partial<BookingValues> = {}, form: Parameters<typeof prefilled>[2] = ORDER_FORM) =>
  prefilled(someValues(typed), ME, form)

describe('what is known of the buyer', () => {
  test('fills in contact, invoice and the first ticket, and no other', () => {
    const { tickets, ...rest } = fill()
    expect(rest).toMatchObject({
      ...ADA,
      invoiceRequested: false,
      addCompanyBillingDetails: true,
      billingAddressCompany: 'Analytical Engines Ltd',
      billingAddressZip: 'SW1Y 4JH',
      vatCountryCode: 'GB',
      vatNr: 'GB123456789',
      italyEInvoicingFiscalCode: 'LVLDAA15T50Z114F',
      italyEInvoicingReferenceType: 'PEC',
      italyEInvoicingReferencePEC: 'ada@pec.example.org',
    })
    expect(tickets).toEqual({
      one: {
        ...ADA,
        isBuyer: false,
        isLater: false,
        userLanguage: 'en',
        additional: { phone: ['+44 1'], meal: ['vegan'] },
      },
      two: anAttendee(),
    })
  })

  test('leaves what is typed', () => {
    const one = { ...anAttendee(), lastName: 'Byron', additional: { phone: ['none'], meal: [] } }
    const filled = fill({ email: 'work@example.org', tickets: { one } })
    expect(filled).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: 'work@example.org' })
    expect(filled.tickets['one']).toMatchObject({ lastName: 'Byron', additional: { phone: ['none'], meal: ['vegan'] } })
  })

  test('leaves a field that the buyer has been in', () => {
    const filled = prefilled(someValues(), ME, ORDER_FORM, path => path === 'email' || path === 'tickets.one.firstName')
    expect(filled).toMatchObject({ firstName: 'Ada', email: '' })
    expect(filled.tickets['one']).toMatchObject({ firstName: '', email: 'ada@example.org' })
  })

  test.each([{ billingAddressCity: 'Zürich' }, { vatCountryCode: 'CH' }])('mixes no two addresses: %j', typed => {
    expect(fill(typed)).toMatchObject({ ...NO_INVOICE, ...typed })
  })

  test('leaves the reference of the order', () => {
    expect(fill({ customerReference: 'PO 7' })).toMatchObject({
      customerReference: 'PO 7',
      billingAddressCity: 'London',
    })
  })

  test('fills no names where names come later, and no ticket that is not to be changed', () => {
    const later = { ...anAttendee(), isLater: true }
    expect(fill({ tickets: { one: later } }).tickets['one']).toEqual(later)
    expect(fill({}, { ...ORDER_FORM, firstTicket: undefined }).tickets['one']).toEqual(anAttendee())
  })

  test.each([
    [false, ['+44 1']],
    [true, []],
  ])('answers for the owner of a pass, unless that is another person: %s', (isSomebodyElse, phone) => {
    const owner = { ...NO_NAME, isSomebodyElse, additional: { phone: [] } }
    const filled = fill({ tickets: {}, owner }, { firstTicket: undefined, ownerQuestions: QUESTIONS })
    expect(filled.owner).toMatchObject({ ...NO_NAME, additional: { phone } })
  })

  test('is little before the first order', () => {
    const filled = prefilled(someValues(), { ...ME, lastName: null, profile: null }, ORDER_FORM)
    expect(filled).toMatchObject({ ...NO_INVOICE, firstName: 'Ada', lastName: '' })
  })
})
