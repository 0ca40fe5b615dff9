import { expect, test } from 'vitest'
import { containsWords, folded } from './find-events.ts'

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
])('a concert in Zürich is found by "%s"', search => expect(containsWords(CONCERT, search)).toBe(true))

test.each(['Genf', 'zurich genf', 'chandeliers', '%', '.*'])('and not by "%s"', search =>
  expect(containsWords(CONCERT, search)).toBe(false),
)
