import { expect, test } from 'vitest'
import type { AdditionalField, AdditionalServiceWithData, Ticket } from '#contract/ticket.ts'
import { hasQuestions, holderControls, toUpdateForm, valuesOf } from './holder-values.ts'

const question = (name: string, answer: string | null = null): AdditionalField => ({
  name,
  value: answer,
  type: 'input:text',
  required: false,
  editable: true,
  minLength: null,
  maxLength: null,
  restrictedValues: [],
  fields: [{ fieldIndex: 0, fieldValue: answer }],
  beforeStandardFields: false,
  description: {},
})
const OTHER_PERSON: Ticket = {
  uuid: 'a',
  firstName: null,
  lastName: null,
  email: null,
  fullName: null,
  userLanguage: null,
  assigned: false,
  locked: false,
  acquired: true,
  cancellationEnabled: false,
  sendMailEnabled: true,
  downloadEnabled: true,
  passedOn: false,
  ticketFieldConfigurationBeforeStandard: [question('title')],
  ticketFieldConfigurationAfterStandard: [question('meal', 'vegan')],
  formattedOnlineCheckInDate: {},
  onlineEventStarted: false,
  walletConfiguration: { gWalletEnabled: false, passEnabled: false },
}
const BARE: Ticket = {
  ...OTHER_PERSON,
  ticketFieldConfigurationBeforeStandard: [],
  ticketFieldConfigurationAfterStandard: [],
}
const bag = (questions: AdditionalField[]): AdditionalServiceWithData => ({
  itemId: 7,
  serviceId: 1,
  title: { en: 'Bag' },
  ticketUUID: 'a',
  type: 'SUPPLEMENT',
  ticketFieldConfiguration: questions,
})

test('the controls are in the order of the page: questions are around the holder, extras come last', () => {
  expect(holderControls(OTHER_PERSON, [bag([question('engraving')])])).toEqual([
    'additional.title',
    'firstName',
    'lastName',
    'email',
    'userLanguage',
    'additional.meal',
    'items.item-7.additional.engraving',
  ])
})

test('everything is sent: an answer as it is, none as none, and each extra below its ticket', () => {
  const values = valuesOf(OTHER_PERSON, [bag([question('engraving', 'ADA')])], { language: 'de' })
  expect(toUpdateForm({ ...values, firstName: 'Ada' })).toEqual({
    firstName: 'Ada',
    lastName: '',
    email: '',
    userLanguage: 'de',
    additional: { title: [null], meal: ['vegan'] },
    additionalServices: {
      a: [{ additionalServiceItemId: 7, ticketUUID: 'a', additional: { engraving: ['ADA'] } }],
    },
  })
})

test('a ticket without a holder gets the language of the page', () => {
  expect(valuesOf(OTHER_PERSON, [], { language: 'it' }).userLanguage).toBe('it')
})

test('there is something to answer when the ticket or one of its extras asks', () => {
  expect(hasQuestions(OTHER_PERSON, [])).toBe(true)
  expect(hasQuestions(BARE, [bag([question('engraving')])])).toBe(true)
  expect(hasQuestions(BARE, [bag([])])).toBe(false)
})
