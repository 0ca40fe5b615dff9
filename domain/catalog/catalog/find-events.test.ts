import { expect, test } from 'vitest'
import { folded, isOneLetterOff, searchWords, searchedText } from './find-events.ts'

test.each([
  ['CHŒUR', 'choeur'],
  ['Città', 'citta'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Ñandú', 'nandu'],
  ['ﬁlm', 'film'],
  ['İstanbul', 'istanbul'],
  ['Ελλάδα', 'ελλαδα'],
])('%s is searched as %s', (text, expected) => expect(folded(text)).toBe(expected))

/** As the statement of the search compares: each word is a part of the text. */
const isFound = (search: string): boolean => {
  const { text } = searchedText(CONCERT)
  return searchWords(search).every(word => text.includes(word))
}

const CONCERT = ['Un chœur aux chandelles', 'Tonhalle, Zürich', 'music']

test.each([
  'chœur',
  'CHOEUR',
  'zurich',
  'Zürich',
  'zu\u0308rich',
  'Zuerich',
  'zuri',
  'halle',
  'chandelles zurich',
  'zürich, choeur',
  'aux music',
  '  ',
])('a concert in Zürich is found by "%s"', search => expect(isFound(search)).toBe(true))

test.each(['Genf', 'zurich genf', 'chandeliers', '%', '.*'])('and not by "%s"', search =>
  expect(isFound(search)).toBe(false),
)

test('addresses behind links are not searched, and words of addresses and codes are not kept', () => {
  const { text, words } = searchedText([`[Die Größe](https://example.com/secret)\n${'x'.repeat(41)} zählt`])
  expect(text).not.toContain('secret')
  expect(words).toEqual(['die', 'grosse', 'zahlt', 'groesse', 'zaehlt'])
})

test.each([
  ['musik', 'music', true],
  ['musc', 'music', true],
  ['musiic', 'music', true],
  ['msuic', 'music', true],
  ['usic', 'music', true],
  ['music', 'music', false],
  ['mosaic', 'music', false],
  ['musing', 'music', false],
  ['muscii', 'music', false],
])('"%s" for "%s" is one wrong letter: %s', (typed, meant, isOne) => {
  expect([isOneLetterOff(typed, meant), isOneLetterOff(meant, typed)]).toEqual([isOne, isOne])
})
