import { describe, expect, test } from 'vitest'
import { EU_VAT_CODES } from '#domain/foundation/country/country-codes.ts'
import { fitsName, isItalianVatNumber, isPersonalCode } from './italian.ts'
import { isWellFormed, vatNumber } from './vat-number.ts'

test.each([
  ['DE', 'de 123.456-789', 'DE', '123456789'],
  ['GR', 'EL123456789', 'EL', '123456789'],
  ['AT', 'ATU12345678', 'AT', 'U12345678'],
  ['FR', 'FR12 345678901', 'FR', '12345678901'],
  ['IT', 'DE12345678901', 'IT', 'DE12345678901'],
])('a VAT number of %s written "%s" is %s %s', (country, text, code, number) => {
  expect(vatNumber(country, text)).toEqual({ country: code, number })
})

test.each([
  ['DE', '123456789', true],
  ['DE', '12345678', false],
  ['AT', 'U12345678', true],
  ['AT', '12345678', false],
  ['NL', '123456789B01', true],
  ['ES', 'X1234567L', true],
  ['IE', '1234567WA', true],
  ['CH', '123456789', false],
])('%s %s is well formed: %s', (country, number, expected) => {
  expect(isWellFormed({ country, number })).toBe(expected)
})

test('every member state has a form, by which something is a number and something is none', () => {
  const tries = ['1'.repeat(8), '1'.repeat(9), '1'.repeat(10), '1'.repeat(11), '1'.repeat(12), 'U12345678', '1234567A']
  for (const country of EU_VAT_CODES) {
    const found = [...tries, '12345678A', 'X1234567X'].map(number => isWellFormed({ country, number }))
    expect([country, found.includes(true), found.includes(false)]).toEqual([country, true, true])
  }
})

describe('Italian ids', () => {
  test.each([
    ['00743110157', true],
    ['07643520567', true],
    ['07643520568', false],
    ['0764352056', false],
    ['IT764352056', false],
  ])('%s, a VAT number: %s', (number, expected) => {
    expect(isItalianVatNumber(number)).toBe(expected)
  })

  test.each([
    ['RSSMRA85T10A562S', true],
    ['MRTMTT25D09F205Z', true],
    ['RSSMRA85T10A562T', false],
    ['RSSMRA85X10A562S', false],
    ['RSSMRA85T10A562', false],
    ['rssmra85t10a562s', false],
  ])('%s, a personal code: %s', (code, expected) => {
    expect(isPersonalCode(code)).toBe(expected)
  })

  test.each([
    ['RSSMRA85T10A562S', 'Mario', 'Rossi', true],
    ['RSSMRA85T10A562S', 'Maria', 'Rossi', true],
    ['RSSMRA85T10A562S', 'Luigi', 'Rossi', false],
    ['RSSMRA85T10A562S', 'Mario', 'Bianchi', false],
    ['FOXLCU85T10A562S', 'Lucà', 'Fo', true],
    ['DRSGNN85T10A562S', 'Gianfranco', "D'Arsi", false],
    ['DRSGFR85T10A562S', 'Gianfranco', "D'Arsi", true],
  ])('%s may be of %s %s: %s', (code, firstName, lastName, expected) => {
    expect(fitsName(code, { firstName, lastName })).toBe(expected)
  })
})
