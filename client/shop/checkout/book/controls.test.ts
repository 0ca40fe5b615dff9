import { expect, test } from 'vitest'
import type { AdditionalField, Ticket } from '#contract/ticket.ts'
import { controlsOf, placedProblems, ticketOf } from './controls.ts'
import { NO_INVOICE } from '../details/invoice-values.ts'

const question = (name: string): AdditionalField => ({
  name,
  value: null,
  type: 'input:text',
  required: false,
  editable: true,
  minLength: null,
  maxLength: null,
  restrictedValues: [],
  fields: [{ fieldIndex: 0, fieldValue: null }],
  beforeStandardFields: false,
  description: {},
})
const ticket = (uuid: string): Ticket => ({
  uuid,
  firstName: null,
  lastName: null,
  email: null,
  fullName: null,
  userLanguage: null,
  assigned: false,
  locked: false,
  acquired: false,
  cancellationEnabled: false,
  sendMailEnabled: false,
  downloadEnabled: false,
  passedOn: false,
  ticketFieldConfigurationBeforeStandard: [question('title')],
  ticketFieldConfigurationAfterStandard: [question('meal')],
  formattedOnlineCheckInDate: {},
  onlineEventStarted: false,
  walletConfiguration: { gWalletEnabled: false, passEnabled: false },
})
const RESERVATION = {
  ticketsByCategory: [
    { name: 'Conference', ticketAccessType: 'INHERIT' as const, tickets: [ticket('a'), ticket('b')] },
  ],
  additionalServiceWithData: [
    {
      itemId: 7,
      serviceId: 1,
      title: { en: 'Booklet' },
      ticketUUID: 'a',
      type: 'SUPPLEMENT' as const,
      ticketFieldConfiguration: [question('engraving')],
    },
  ],
  orderSummary: { free: false },
  subscriptionInfos: null,
}
const TERMS = {
  invoiceAllowed: true,
  onlyInvoice: false,
  customerReferenceEnabled: false,
  vatNumberStrictlyRequired: false,
  enabledItalyEInvoicing: false,
}
const attendee = {
  isBuyer: false,
  isLater: false,
  firstName: '',
  lastName: '',
  email: '',
  userLanguage: 'en',
  additional: {},
}
const values = {
  ...NO_INVOICE,
  firstName: '',
  lastName: '',
  email: '',
  tickets: { a: attendee, b: attendee },
  items: { 'item-3': { ticket: 'a', additional: {} }, 'item-7': { ticket: 'b', additional: { engraving: [] } } },
  owner: null,
}

test('the page has its controls in order: an extra is where it has been moved to', () => {
  expect(controlsOf(RESERVATION, TERMS, values)).toEqual([
    'firstName',
    'lastName',
    'email',
    'tickets.a.additional.title',
    ...['firstName', 'lastName', 'email', 'userLanguage'].map(part => `tickets.a.${part}`),
    'tickets.a.additional.meal',
    'tickets.b.additional.title',
    ...['firstName', 'lastName', 'email', 'userLanguage'].map(part => `tickets.b.${part}`),
    'tickets.b.additional.meal',
    'items.item-7.additional.engraving',
  ])
})

test('contact details that the page around brings have no controls', () => {
  expect(controlsOf(RESERVATION, TERMS, values, { isContactHidden: true })).not.toContain('email')
})

test('no attendee is asked about while the names can wait', () => {
  const later = { ...attendee, isLater: true }
  const contact = ['firstName', 'lastName', 'email']
  expect(controlsOf(RESERVATION, TERMS, { ...values, tickets: { a: later, b: later } })).toEqual(contact)
})

test('of a ticket of the buyer only the questions are asked', () => {
  const tickets = { a: { ...attendee, isBuyer: true }, b: { ...attendee, isLater: true } }
  expect(controlsOf(RESERVATION, TERMS, { ...values, tickets })).toEqual([
    'firstName',
    'lastName',
    'email',
    'tickets.a.additional.title',
    'tickets.a.additional.meal',
  ])
})

test('what is wrong with a holder who is the buyer is wrong with the contact', () => {
  const wrong = (field: string) => ({ field, code: 'wrong', args: [] })
  const placed = (fields: readonly string[], tickets: typeof values.tickets) =>
    placedProblems(fields.map(wrong), { ...values, tickets }).map(({ field }) => field)
  const buyers = { a: { ...attendee, isBuyer: true }, b: attendee }
  expect(placed(['tickets.a.firstName', 'tickets.a.email', 'tickets.b.firstName'], buyers)).toEqual([
    'firstName',
    'email',
    'tickets.b.firstName',
  ])
  expect(placed(['tickets.b.email'], buyers)).toEqual(['tickets.b.email'])
  expect(placed(['email', 'tickets.b.email'], buyers)).toEqual(['email', 'email'])
  expect(placed(['tickets.a.additional.title', ''], buyers)).toEqual(['tickets.a.additional.title', ''])
})

test('an invoice has its controls while it is wanted', () => {
  const withInvoice = { ...values, invoiceRequested: true }
  expect(controlsOf(RESERVATION, TERMS, withInvoice)).toContain('billingAddressZip')
  expect(controlsOf(RESERVATION, TERMS, withInvoice)).not.toContain('vatNr')
  const ofCompany = controlsOf(RESERVATION, TERMS, { ...withInvoice, addCompanyBillingDetails: true })
  const numbered = ['billingAddressCompany', 'vatCountryCode', 'vatNr']
  expect(ofCompany.filter(field => numbered.includes(field))).toEqual(numbered)
  expect(controlsOf({ ...RESERVATION, orderSummary: { free: true } }, TERMS, withInvoice)).not.toContain(
    'billingAddressZip',
  )
})

test.each([
  ['tickets.a.email', 'a'],
  ['items.item-7.additional.engraving', 'b'],
  ['vatNr', undefined],
])('%s is about ticket %s', (path, expected) => {
  expect(ticketOf(path, values)).toBe(expected)
})

test('the owner of a pass is asked for where it is another person, the questions of the pass always', () => {
  const pass = {
    id: null,
    pin: null,
    usageDetails: { total: null, used: 0, available: null },
    owner: { firstName: null, lastName: null, email: null },
    configuration: { displayPin: true },
    walletConfiguration: { gWalletEnabled: false, passEnabled: false },
    additionalFields: [question('member'), question('club')],
    fieldConfigurationBeforeStandard: [question('member')],
    fieldConfigurationAfterStandard: [question('club')],
  }
  const order = { ...RESERVATION, ticketsByCategory: [], additionalServiceWithData: [], subscriptionInfos: [pass] }
  const owner = { firstName: '', lastName: '', email: '', isSomebodyElse: false, additional: {} }
  const ofPass = { ...values, tickets: {}, items: {}, owner }
  const contact = ['firstName', 'lastName', 'email']
  const answers = ['owner.additional.member', 'owner.additional.club']
  expect(controlsOf(order, TERMS, ofPass)).toEqual([...contact, ...answers])
  expect(controlsOf(order, TERMS, { ...ofPass, owner: { ...owner, isSomebodyElse: true } })).toEqual([
    ...contact,
    'owner.additional.member',
    'owner.firstName',
    'owner.lastName',
    'owner.email',
    'owner.additional.club',
  ])
})
