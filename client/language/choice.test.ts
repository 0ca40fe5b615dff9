import { describe, expect, test } from 'vitest'
import { chooseLanguage, directionOf } from './language-context.ts'

const preferences = { requested: 'it', saved: 'fr', preferred: ['de-CH', 'en'], offered: ['de', 'en', 'fr', 'it'] }

describe('the language to start with', () => {
  test.each([
    ['the address wins', {}, 'it'],
    ['an address that asks for what is not offered counts for nothing', { requested: 'pl' }, 'fr'],
    ['the address may name a region, in any letter case', { requested: 'DE-ch' }, 'de'],
    ['then the choice made earlier', { requested: null }, 'fr'],
    ['then the browser, without its region', { requested: null, saved: null }, 'de'],
    [
      'the first language of the browser that is offered',
      { requested: null, saved: null, preferred: ['pl', 'fr-FR'] },
      'fr',
    ],
    ['then English', { requested: null, saved: 'pl', preferred: ['pl'] }, 'en'],
    ['then the first there is', { requested: null, saved: null, preferred: ['pl'], offered: ['it', 'fr'] }, 'it'],
    ['nothing offered is English', { offered: [] }, 'en'],
  ])('%s', (_, changed, expected) => {
    expect(chooseLanguage({ ...preferences, ...changed })).toBe(expected)
  })
})

test('Arabic and Hebrew are written from the right, everything else from the left', () => {
  expect(['ar', 'he-IL', 'en', 'de-CH'].map(directionOf)).toEqual(['rtl', 'rtl', 'ltr', 'ltr'])
})
