import { describe, expect, test } from 'vitest'
import { blankValues, draftOf, dropDraft, formOf, keepDraft, missingParts } from './waiting-values.ts'

const ada = { ...blankValues('en'), firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', terms: true }
const fields = (values: typeof ada, needsPrivacy = false) => missingParts(values, needsPrivacy).map(it => it.field)

describe('what is missing', () => {
  test('is nothing once all is filled in', () => expect(fields(ada)).toEqual([]))
  test('is told for every field at once, in the order of the page', () => {
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
  test('blanks are nothing', () => expect(fields({ ...ada, firstName: '  ' })).toEqual(['firstName']))
})

describe('what is sent', () => {
  test('names the category that was chosen', () => {
    expect(formOf({ ...ada, category: '12', email: ' ada@example.org ' }, false)).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      selectedCategory: 12,
      userLanguage: 'en',
      termAndConditionsAccepted: true,
      privacyPolicyAccepted: null,
    })
  })
})

describe('what has been typed', () => {
  function aDrawer() {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }
  test('is there again, but for what was agreed to', () => {
    const drawer = aDrawer()
    keepDraft(drawer, 'alpine', ada)
    expect(draftOf(drawer, 'alpine', blankValues('de'))).toEqual({ ...ada, language: 'de', terms: false })
    expect(draftOf(drawer, 'meetup', blankValues('de'))).toEqual(blankValues('de'))
  })
  test('is forgotten once it is on the list', () => {
    const drawer = aDrawer()
    keepDraft(drawer, 'alpine', ada)
    dropDraft(drawer, 'alpine')
    expect(draftOf(drawer, 'alpine', blankValues('en'))).toEqual(blankValues('en'))
  })
  test('is nothing where something else is kept', () => {
    const drawer = { ...aDrawer(), getItem: () => '{"firstName": 3' }
    expect(draftOf(drawer, 'alpine', blankValues('en'))).toEqual(blankValues('en'))
  })
})
