import { expect, test } from 'vitest'
import type { Language } from '#domain/foundation/language/texts.ts'
import { shippedLanguage, shippedLanguages } from './languages.ts'
import { type TextsByKey, loadTexts, textsFrom } from './texts.ts'

const texts = textsFrom(
  translations({
    en: { hello: 'Hello {0}', both: '{1} before {0}', only: 'Only English', 'admin.secret': 'Not for clients' },
    de: { hello: 'Guten Tag {0}', both: '{0} nach {1}' },
  }),
)

test.each<[string, string, (string | number)[], string]>([
  ['de', 'hello', ['Ada'], 'Guten Tag Ada'],
  ['en', 'both', ['one', 'two'], 'two before one'],
  ['en', 'both', [1, 2], '2 before 1'],
  ['de', 'only', [], 'Only English'],
  ['nl', 'hello', ['Ada'], 'Hello Ada'],
  ['de', 'no.such.key', ['Ada'], 'no.such.key'],
  ['de', 'constructor', [], 'constructor'],
  ['en', 'hello', [], 'Hello '],
  ['en', 'both', ['{1}', 'x'], 'x before {1}'],
  ['en', 'hello', ['$&'], 'Hello $&'],
])('in %s, %s with %j reads %j', (language, key, args, expected) => {
  expect(texts.text(language, key, ...args)).toBe(expected)
})

test('a bundle is complete, doubles the braces and leaves out the keys of the administration', () => {
  expect(texts.bundle('de')).toEqual({
    hello: 'Guten Tag {{0}}',
    both: '{{0}} nach {{1}}',
    only: 'Only English',
  })
})

test('an unknown language gets the English bundle', () => {
  expect(texts.bundle('xx')).toEqual(texts.bundle('en'))
  expect(texts.bundle('xx')).toHaveProperty('hello', 'Hello {{0}}')
})

test('the bundle of a language is made once', () => {
  expect(texts.bundle('de')).toBe(texts.bundle('de'))
})

test('texts without English are refused', () => {
  expect(() => textsFrom(translations({ de: { hello: 'Guten Tag' } }))).toThrow('no English texts')
})

test('the shipped texts are read from their files', () => {
  const shipped = loadTexts()
  expect(shipped.text('de', 'show-event.promo-code', 'Partnercode')).toBe('Ich habe einen Partnercode')
  for (const language of shippedLanguages) {
    expect(shipped.bundle(language)).toHaveProperty('locale', language)
  }
})

function translations(byLanguage: Record<string, TextsByKey>): Map<Language, TextsByKey> {
  const map = new Map<Language, TextsByKey>()
  for (const [code, keys] of Object.entries(byLanguage)) {
    const language = shippedLanguage(code)
    if (language !== undefined) map.set(language, keys)
  }
  return map
}
