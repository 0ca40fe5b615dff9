import { describe, expect, test } from 'vitest'
import { type BookingValues, isBlank, isNamed, nameOf, toContactForm, valuesFrom } from './booking-values.ts'
import { NO_INVOICE, type StoredInvoice } from './invoice-values.ts'

const noName = { firstName: null, lastName: null, email: null }
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const aTicket = (uuid: string, person: typeof noName | typeof ada, userLanguage: string | null = null) => ({
  uuid,
  userLanguage,
  locked: false,
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
const AT_ONCE = { canWait: false, isBuyerFirst: false }
const NAMED = { isBuyer: false, isLater: false }
const aForm = (values: Partial<BookingValues>): BookingValues => ({
  ...NO_INVOICE,
  firstName: '',
  lastName: '',
  email: '',
  tickets: {},
  items: {},
  owner: null,
  ...values,
})

describe('the form filled from the server', () => {
  const filled = (
    stored: Partial<typeof ada> | typeof noName,
    people: readonly (typeof noName | typeof ada)[],
    terms = AT_ONCE,
  ) =>
    valuesFrom(
      {
        ...NOTHING_STORED,
        ...noName,
        ...stored,
        ticketsByCategory: people.map((person, position) => ({ tickets: [aTicket(`${position + 1}`, person)] })),
      },
      'en',
      terms,
    ).tickets
  const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }

  test('is empty where nothing is stored, in the language given', () => {
    const stored = { ...NOTHING_STORED, ...noName, ticketsByCategory: [{ tickets: [aTicket('one', noName)] }] }
    const one = { ...NAMED, firstName: '', lastName: '', email: '', userLanguage: 'en', additional: {} }
    expect(valuesFrom(stored, 'en', AT_ONCE)).toEqual(aForm({ tickets: { one } }))
  })

  test('holds every ticket of every category with what is stored; the address of the buyer is not repeated', () => {
    const stored = {
      ...NOTHING_STORED,
      ...ada,
      ticketsByCategory: [{ tickets: [aTicket('one', grace, 'de')] }, { tickets: [aTicket('two', ada)] }],
    }
    expect(valuesFrom(stored, 'en', AT_ONCE).tickets).toEqual({
      one: { ...NAMED, ...grace, userLanguage: 'de', additional: {} },
      two: { ...NAMED, ...ada, email: '', userLanguage: 'en', additional: {} },
    })
  })

  test('has the buyer as the holder of the first ticket, until another person is stored', () => {
    const terms = { canWait: false, isBuyerFirst: true }
    expect(filled({}, [noName, noName], terms)).toMatchObject({ 1: { isBuyer: true }, 2: { isBuyer: false } })
    expect(filled(ada, [ada, ada], terms)).toMatchObject({ 1: { isBuyer: true, firstName: '' }, 2: { isBuyer: false } })
    expect(filled(ada, [grace], terms)).toMatchObject({ 1: { isBuyer: false, firstName: 'Grace' } })
    expect(filled({}, [noName], AT_ONCE)).toMatchObject({ 1: { isBuyer: false } })
  })

  test('lets the other tickets wait for their names where they can, and the first where it was put off', () => {
    const terms = { canWait: true, isBuyerFirst: true }
    expect(filled({}, [noName, noName], terms)).toMatchObject({ 1: { isLater: false }, 2: { isLater: true } })
    expect(filled(ada, [ada, grace], terms)).toMatchObject({ 1: { isLater: false }, 2: { isLater: false } })
    expect(filled(ada, [noName], terms)).toMatchObject({ 1: { isLater: true, isBuyer: false } })
  })
})

describe('the owner of a pass', () => {
  const passFor = (owner: typeof noName | typeof ada) =>
    valuesFrom(
      { ...NOTHING_STORED, ...ada, ticketsByCategory: [], subscriptionInfos: [{ owner, additionalFields: [] }] },
      'en',
      { canWait: true, isBuyerFirst: true },
    )

  test('is the buyer until another person is stored', () => {
    expect(passFor(noName)).toMatchObject({ owner: { isSomebodyElse: false, email: '' } })
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
        ...NAMED,
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

  const { one } = values.tickets
  const sent = (...attendees: readonly Partial<typeof one>[]) =>
    toContactForm(
      {
        ...values,
        tickets: Object.fromEntries(attendees.map((changes, index) => [index, Object.assign({}, one, changes)])),
      },
      TERMS,
      false,
    )

  test('has the buyer where the buyer comes, and the address of the buyer where there is no other', () => {
    const { tickets } = sent({ isBuyer: true }, { email: ' ' })
    expect(tickets).toMatchObject({ 0: ada, 1: { firstName: 'Grace', email: 'ada@example.org' } })
  })

  test('has no names that come later; all of them are put off in the words of the wire', () => {
    const nameless = { firstName: '', lastName: '', email: '', userLanguage: 'it', additional: {} }
    const some = sent({ isBuyer: true }, { isLater: true })
    expect(some).toMatchObject({
      postponeAssignment: false,
      ticketsNamedLater: ['1'],
      tickets: { 0: ada, 1: nameless },
    })
    expect(sent({ isLater: true }, { isLater: true })).toMatchObject({
      postponeAssignment: true,
      ticketsNamedLater: ['0', '1'],
      tickets: { 0: nameless, 1: nameless },
    })
  })
})

test('a name is what is given of it', () => {
  expect(nameOf({ firstName: ' Ada ', lastName: '' })).toBe('Ada')
  expect(nameOf({ firstName: '', lastName: ' ' })).toBe('')
})

test('a form with only spaces is blank, one letter in one ticket is not', () => {
  const tickets = { one: { ...NAMED, firstName: '', lastName: '', email: '', userLanguage: 'en', additional: {} } }
  expect(isBlank(aForm({ firstName: '  ', tickets }))).toBe(true)
  expect(isBlank(aForm({ tickets: { one: { ...tickets.one, lastName: 'H' } } }))).toBe(false)
})

test('a person is named with both parts of the name', () => {
  expect(isNamed(ada)).toBe(true)
  expect(isNamed({ ...ada, lastName: ' ' })).toBe(false)
})
