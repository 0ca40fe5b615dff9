import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languageOfTag, offeredLanguages, shippedLanguage, shippedLanguages } from './languages.ts'

test('languages are offered in the order of the contract, each named by its own speakers', () => {
  expect(offeredLanguages).toEqual([
    { locale: 'en', displayLanguage: 'English' },
    { locale: 'it', displayLanguage: 'italiano' },
    { locale: 'de', displayLanguage: 'Deutsch' },
    { locale: 'fr', displayLanguage: 'français' },
  ])
})

test('every file of texts is a language we ship, and the other way round', () => {
  const folder = new URL('../../../translations/', import.meta.url)
  const files = readdirSync(folder).filter(name => /^[a-z]{2}\.json$/.test(name))
  expect(files.toSorted()).toEqual(shippedLanguages.map(language => `${language}.json`).toSorted())
})

test.each([
  ['de', 'de'],
  ['nl', undefined],
  ['en-GB', undefined],
  ['DE', undefined],
  ['', undefined],
])('the code %j is the shipped language %j', (code, language) => {
  expect(shippedLanguage(code)).toBe(language)
})

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE', 'de'],
  [' fr_CA ', 'fr'],
  ['gsw-CH', undefined],
  ['nl', undefined],
  ['', undefined],
])('the tag %j asks for the shipped language %j', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language)
})
