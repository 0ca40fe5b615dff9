import { describe, expect, test } from 'vitest'
import { type Currency, currency, writtenCurrency } from './currency.ts'
import { writtenAmount } from './money.ts'
import { writtenPercentage } from './percentage.ts'

describe('what the shop has written itself and cannot be read is an error, never zero', () => {
  const CHF = currency('CHF') as Currency

  test.each(['', 'free', '1,50', 'NaN', '1e3'])('the amount "%s"', text => {
    expect(() => writtenAmount(text, CHF)).toThrow(`"${text}"`)
  })

  test.each(['', '-1', '8,1', 'NaN', '1.23456'])('the percentage "%s"', text => {
    expect(() => writtenPercentage(text)).toThrow(`"${text}"`)
  })

  test.each(['', 'Fr.', 'EURO'])('the currency "%s"', text => {
    expect(() => writtenCurrency(text)).toThrow(`"${text}"`)
  })

  test('what can be read is as it was written, and no currency stays none', () => {
    expect([writtenAmount('12.50', CHF), writtenPercentage('8.1000'), writtenCurrency('CHF')]).toEqual([
      1250n,
      81_000n,
      'CHF',
    ])
    expect(writtenCurrency(null)).toBeNull()
  })
})
