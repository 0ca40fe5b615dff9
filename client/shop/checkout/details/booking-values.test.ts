import { describe, expect, test } from 'vitest'
import {
  type BookingValues,
  followingParts,
  isBlank,
  isComplete,
  nameOf,
  toContactForm,
  valuesFrom,
} from './booking-values.ts'
import { NO_INVOICE, type StoredInvoice } from './invoice-values.ts'

const noName = { firstName: null, lastName: null, email: null }
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const aTicket = (uuid: string, person: typeof noName | typeof ada, userLanguage: string | null = null) => ({
  uuid,
  userLanguage,
  ticketFieldConfigurationBeforeStandard: [],
  ticketFieldConfigurationAfterStandard: [],
  ...person,
})
const NOTHING_STORED: StoredInvoice & { additionalServiceWithData: []; subscriptionInfos: null } = {
  invoiceRequested: false,
  addCompanyBillingDetails: null,
  customerReference: null,
  skipVatNr: null,
  billingDetails: {
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
  },
  additionalServiceWithData: [],
  subscriptionInfos: null,
}
const TERMS = {
  invoiceAllowed: false,
  onlyInvoice: false,
  customerReferenceEnabled: false,
  vatNumberStrictlyRequired: false,
  enabledItalyEInvoicing: false,
}
const aForm = (values: Partial<BookingValues>): BookingValues => ({
  ...NO_INVOICE,
  firstName: '',
  lastName: '',
  email: '',
  postponeAssignment: false,
  tickets: {},
  items: {},
  owner: null,
  ...values,
})

describe('the form filled from the server', () => {
  test('is empty where nothing is stored, in the language given', () => {
    expect(
      valuesFrom({ ...NOTHING_STORED, ...noName, ticketsByCategory: [{ tickets: [aTicket('one', noName)] }] }, 'en'),
    ).toEqual(
      aForm({ tickets: { one: { firstName: '', lastName: '', email: '', userLanguage: 'en', additional: {} } } }),
    )
  })

  test('holds every ticket of every category with what is stored', () => {
    const values = valuesFrom(
      {
        ...NOTHING_STORED,
        ...ada,
        ticketsByCategory: [{ tickets: [aTicket('one', ada, 'de')] }, { tickets: [aTicket('two', noName)] }],
      },
      'en',
    )
    expect(values.tickets['one']).toEqual({ ...ada, userLanguage: 'de', additional: {} })
    expect(values.tickets['two']).toEqual({
      firstName: '',
      lastName: '',
      email: '',
      userLanguage: 'en',
      additional: {},
    })
    expect(values.postponeAssignment).toBe(false)
  })

  test('remembers that the names were put off', () => {
    const values = valuesFrom(
      { ...NOTHING_STORED, ...ada, ticketsByCategory: [{ tickets: [aTicket('one', noName)] }] },
      'en',
    )
    expect(values.postponeAssignment).toBe(true)
  })
})

describe('the owner of a pass', () => {
  const passFor = (owner: typeof noName | typeof ada) =>
    valuesFrom(
      { ...NOTHING_STORED, ...ada, ticketsByCategory: [], subscriptionInfos: [{ owner, additionalFields: [] }] },
      'en',
    )

  test('is the buyer until another person is stored, and no names are put off', () => {
    expect(passFor(noName)).toMatchObject({ postponeAssignment: false, owner: { isSomebodyElse: false, email: '' } })
    expect(passFor(ada).owner).toEqual({ ...ada, isSomebodyElse: true, additional: {} })
  })

  test('is sent where it is another person; the answers always', () => {
    const grace = { firstName: ' Grace', lastName: 'Hopper', email: 'grace@example.org ', additional: { club: ['Go'] } }
    const sent = (isSomebodyElse: boolean) =>
      toContactForm(aForm({ owner: { ...grace, isSomebodyElse } }), TERMS, false)
    expect(sent(true)).toMatchObject({
      differentSubscriptionOwner: true,
      subscriptionOwner: {
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@example.org',
        additional: { club: ['Go'] },
      },
    })
    expect(sent(false).subscriptionOwner).toEqual({ additional: { club: ['Go'] } })
    expect(toContactForm(aForm({}), TERMS, false)).not.toHaveProperty('subscriptionOwner')
  })

  test('that is typed is not nothing', () => {
    const typed = { firstName: 'Grace', lastName: '', email: '', isSomebodyElse: true, additional: {} }
    expect(isBlank(aForm({ owner: typed }))).toBe(false)
  })
})

describe('what is sent', () => {
  const values = aForm({
    firstName: ' Ada ',
    lastName: 'Lovelace',
    email: ' ada@example.org',
    tickets: {
      one: {
        firstName: ' Grace',
        lastName: 'Hopper ',
        email: 'grace@example.org ',
        userLanguage: 'it',
        additional: {},
      },
    },
  })

  test('is trimmed and keeps the tickets by id', () => {
    const form = toContactForm(values, TERMS, false)
    expect(form).toMatchObject({ ...ada, postponeAssignment: false })
    expect(form.tickets?.['one']).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.org',
      userLanguage: 'it',
    })
  })

  test('has no attendee names when the names are put off', () => {
    const form = toContactForm({ ...values, postponeAssignment: true }, TERMS, false)
    expect(form.tickets?.['one']).toMatchObject({
      firstName: '',
      lastName: '',
      email: '',
      userLanguage: 'it',
      additional: {},
    })
  })
})

test('a name is what is given of it', () => {
  expect(nameOf({ firstName: ' Ada ', lastName: '' })).toBe('Ada')
  expect(nameOf({ firstName: '', lastName: ' ' })).toBe('')
})

test('a form with only spaces is blank, one letter in one ticket is not', () => {
  const tickets = { one: { firstName: '', lastName: '', email: '', userLanguage: 'en', additional: {} } }
  expect(isBlank(aForm({ firstName: '  ', tickets }))).toBe(true)
  expect(isBlank(aForm({ tickets: { one: { ...tickets.one, lastName: 'H' } } }))).toBe(false)
})

test('a person is complete with all three parts', () => {
  expect(isComplete(ada)).toBe(true)
  expect(isComplete({ ...ada, email: ' ' })).toBe(false)
})

test('parts that are empty or equal follow the contact, another name does not', () => {
  const one = { firstName: 'Grace', lastName: '', email: 'ada@example.org', userLanguage: 'en', additional: {} }
  expect(followingParts(aForm({ ...ada, tickets: { one } }), 'one')).toEqual(['lastName', 'email'])
  expect(followingParts(aForm({ ...ada, tickets: { one } }), 'two')).toEqual([])
})
