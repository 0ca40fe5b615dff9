import { describe, expect, test } from 'vitest'
import { formatAmount, formatPercentage, isZero, trimmed } from './formats.ts'

/** Blanks of any kind and width are plain here. */
const plain = (text: string) => text.replace(/\s/g, ' ')

describe('an amount', () => {
  test.each([
    ['120.00', 'CHF', 'en', 'CHF 120.00'],
    ['120', 'CHF', 'en', 'CHF 120.00'],
    ['120.5000', 'CHF', 'de', 'CHF 120.50'],
    ['0.1250', 'EUR', 'en', '€0.125'],
    ['12.50', 'EUR', 'de', '12,50 €'],
    ['2500', 'JPY', 'en', 'JP¥2,500'],
    ['1.500', 'BHD', 'en', 'BHD 1.500'],
    ['-5.00', 'EUR', 'en', '−€5.00'],
    ['on request', 'EUR', 'en', 'on request'],
  ])('%s %s in %s reads %s', (price, currency, language, expected) => {
    expect(plain(formatAmount(price, currency, language))).toBe(expected)
  })

  test.each([
    ['0', true],
    ['0.00', true],
    ['-0.0', true],
    ['0.01', false],
    ['10', false],
    ['', false],
  ])('%j is nothing: %s', (price, expected) => expect(isZero(price)).toBe(expected))
})

describe('redundant decimals', () => {
  test.each([
    ['20.00', '20'],
    ['8.10', '8.1'],
    ['100', '100'],
    ['0.05', '0.05'],
    ['10.0', '10'],
  ])('%s is %s', (decimal, expected) => expect(trimmed(decimal)).toBe(expected))
  test('a percentage is written in the way of the language', () => {
    expect(formatPercentage('8.10', 'en')).toBe('8.1')
    expect(formatPercentage('7.70', 'de')).toBe('7,7')
  })
})
