import { expect, test } from 'vitest'
import { type PassTerms, entriesText, validityText, withdrawalText } from './pass-texts.ts'

/** The key of a text and what it is filled with. */
const t = (key: string, ...args: readonly (string | number)[]): string => [key, ...args].join(' ')
const en = { language: 'en', t }
const fr = { language: 'fr', t }

const NOT_SET: PassTerms = {
  validityType: 'NOT_SET',
  validityUnits: null,
  validityTimeUnit: null,
  validFrom: null,
  validTo: null,
  timeZone: 'Europe/Zurich',
  maxEntries: null,
}

test.each([
  [1, 'DAYS', 'foyer.pass.valid.DAYS.one 1'],
  [30, 'DAYS', 'foyer.pass.valid.DAYS.other 30'],
  [1, 'MONTHS', 'foyer.pass.valid.MONTHS.one 1'],
  [6, 'MONTHS', 'foyer.pass.valid.MONTHS.other 6'],
  [1, 'YEARS', 'foyer.pass.valid.YEARS.one 1'],
  [2, 'YEARS', 'foyer.pass.valid.YEARS.other 2'],
] as const)('%d %s from the purchase', (validityUnits, validityTimeUnit, expected) => {
  const pass: PassTerms = { ...NOT_SET, validityType: 'STANDARD', validityUnits, validityTimeUnit }
  expect(validityText(pass, en)).toBe(expected)
})

/** The first moment of a day in Zurich, and the last one. */
const FROM = Date.UTC(2027, 2, 31, 22)
const TO = Date.UTC(2027, 9, 31, 22, 59, 59)

test.each([
  [FROM, TO, 'foyer.pass.valid.from-to 1 April 2027 31 October 2027'],
  [FROM, null, 'foyer.pass.valid.from 1 April 2027'],
  [null, TO, 'foyer.pass.valid.to 31 October 2027'],
  [null, null, 'foyer.pass.valid.always'],
])('dates, either of which may be open: %j to %j', (validFrom, validTo, expected) => {
  expect(validityText({ ...NOT_SET, validityType: 'CUSTOM', validFrom, validTo }, en)).toBe(expected)
})

test('dates are written in the language of the page', () => {
  const pass: PassTerms = { ...NOT_SET, validityType: 'CUSTOM', validFrom: FROM, validTo: TO }
  expect(validityText(pass, fr)).toBe('foyer.pass.valid.from-to 1 avril 2027 31 octobre 2027')
})

test('a pass without a set validity has no end', () => {
  expect(validityText(NOT_SET, en)).toBe('foyer.pass.valid.always')
})

test.each([
  [null, 'foyer.pass.entries.any'],
  [-1, 'foyer.pass.entries.any'],
  [1, 'foyer.pass.entries.one 1'],
  [10, 'foyer.pass.entries.other 10'],
])('%j entries in all', (maxEntries, expected) => {
  expect(entriesText({ maxEntries }, en)).toBe(expected)
})

test.each([
  [{ days: 1, reason: {} }, 'foyer.pass.withdrawal.one 1'],
  [{ days: 14, reason: {} }, 'foyer.pass.withdrawal.other 14'],
  [{ days: null, reason: {} }, 'foyer.pass.withdrawal.none'],
  [{ days: null, reason: { en: 'It is for fixed dates.' } }, 'foyer.pass.withdrawal.none It is for fixed dates.'],
])('withdrawal %j', (withdrawal, expected) => {
  expect(withdrawalText({ withdrawal }, en)).toBe(expected)
})

test('nothing is said of a withdrawal that is not sent', () => {
  expect(withdrawalText({}, en)).toBeUndefined()
})
