import { describe, expect, test } from 'vitest'
import { aTabStorage } from '#tests/support/client/test-storage.ts'
import { LAST_BUYER } from '../../../shell/last-buyer.ts'
import { blankValues, draftOf, dropDraft, formOf, keepDraft, missingParts } from './use-joining.ts'

const ada = { ...blankValues('en'), firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', terms: true }
const fields = (values: typeof ada, needsPrivacy = false) => missingParts(values, needsPrivacy).map(it => it.field)

describe('what is missing', () => {
  test('is nothing once all is filled in', () => expect(fields(ada)).toEqual([]))
  test('is shown for every field at once, in the order of the page', () => {
    expect(fields(blankValues('en'), true)).toEqual([
      'firstName',
      'lastName',
      'email',
      'privacyPolicyAccepted',
      'termAndConditionsAccepted',
    ])
  })
  test('is the privacy policy only where there is one', () => {
    expect(fields(ada, true)).toEqual(['privacyPolicyAccepted'])
    expect(fields({ ...ada, privacy: true }, true)).toEqual([])
  })
  test('are the terms only where there are any', () => {
    expect(fields({ ...ada, terms: blankValues('en').terms })).toEqual(['termAndConditionsAccepted'])
    expect(fields({ ...ada, terms: blankValues('en', false).terms })).toEqual([])
  })
  test('blanks are nothing', () => expect(fields({ ...ada, firstName: '  ' })).toEqual(['firstName']))
})

describe('what is sent', () => {
  test('names the category that was chosen', () => {
    expect(formOf({ ...ada, category: '12', email: ' ada@example.org ' }, false)).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      selectedCategory: 12,
      quantity: 1,
      orFewer: true,
      userLanguage: 'en',
      termAndConditionsAccepted: true,
      privacyPolicyAccepted: null,
    })
  })
})

describe('what has been typed', () => {
  test('is there again, but for what was agreed to', () => {
    const storage = aTabStorage()
    keepDraft(storage, 'alpine', ada)
    expect(draftOf(storage, 'alpine', blankValues('de'))).toEqual({ ...ada, language: 'de', terms: false })
    expect(draftOf(storage, 'meetup', blankValues('de'))).toEqual(blankValues('de'))
  })
  test('is what the last order of the visit says, until another person is typed', () => {
    const storage = aTabStorage()
    storage.write(LAST_BUYER, { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', vatNr: 7 })
    const grace = { ...blankValues('en'), firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' }
    expect(draftOf(storage, 'alpine', blankValues('en'))).toEqual(grace)
    keepDraft(storage, 'alpine', { ...ada, email: '' })
    expect(draftOf(storage, 'alpine', blankValues('en'))).toMatchObject({ firstName: 'Ada', email: '' })
    storage.writeText(LAST_BUYER, '{"firstName": 3')
    expect(draftOf(storage, 'meetup', blankValues('en'))).toEqual(blankValues('en'))
  })
  test('is dropped once it is on the list', () => {
    const storage = aTabStorage()
    keepDraft(storage, 'alpine', ada)
    dropDraft(storage, 'alpine')
    expect(draftOf(storage, 'alpine', blankValues('en'))).toEqual(blankValues('en'))
  })
  test('is nothing where something else is kept', () => {
    const storage = aTabStorage()
    storage.writeText('foyer.waiting-list.alpine', '{"firstName": 3')
    expect(draftOf(storage, 'alpine', blankValues('en'))).toEqual(blankValues('en'))
  })
})
