import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, currency } from './currency.ts'
import { minor, minorFromDecimal, printed, printedTotal } from './money.ts'
import { percentage, printedPercentage, trimmedPercentage } from './percentage.ts'

const code = (text: string): Currency => {
  const found = currency(text)
  if (!found) throw new Error(`no currency ${text}`)
  return found
}

test.each([
  ['CHF', '100.999', 10100n],
  ['CHF', '20', 2000n],
  ['chf', '0.005', 1n],
  ['CHF', '-0.005', -1n],
  ['JPY', '1000', 1000n],
  ['JPY', '999.5', 1000n],
  ['BHD', '1', 1000n],
  ['EUR', 12.5, 1250n],
  ['EUR', 1e-7, 0n],
])('%s %s is %s minor units', (currencyCode, decimal, expected) => {
  expect(minorFromDecimal(decimal, code(currencyCode))).toBe(expected)
})

test.each(['', 'abc', '1,5', '1.2.3', 'Infinity', '0x10', ' '])('%j is no amount', text => {
  expect(minorFromDecimal(text, code('EUR'))).toBeUndefined()
})

test.each([
  ['CHF', 2000n, '20.00', '20.00'],
  ['CHF', 5n, '0.05', '0.05'],
  ['CHF', 0n, '0.00', '0'],
  ['CHF', -1050n, '-10.50', '-10.50'],
  ['JPY', 1000n, '1000', '1000'],
  ['KWD', 1000n, '1.000', '1.000'],
])('%s %s is printed as %s, and as %s in totals', (currencyCode, amount, plain, total) => {
  expect(printed(minor(amount), code(currencyCode))).toBe(plain)
  expect(printedTotal(minor(amount), code(currencyCode))).toBe(total)
})

test('what is printed reads back as the same amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.constantFrom('CHF', 'JPY', 'BHD'),
      (amount, text) => {
        expect(minorFromDecimal(printed(minor(amount), code(text)), code(text))).toBe(amount)
      },
    ),
  )
})

test.each([
  ['8.1', 2, '8.10', '8.1'],
  ['7.7', 0, '8', '7.7'],
  ['20', 2, '20.00', '20'],
  ['100', 2, '100.00', '100'],
  ['0', 2, '0.00', '0'],
  ['10.5000', 3, '10.500', '10.5'],
])('%s percent with %i decimals is %s, trimmed %s', (text, decimals, full, trimmed) => {
  const value = percentage(text)
  expect(value).toBeDefined()
  if (value === undefined) return
  expect(printedPercentage(value, decimals)).toBe(full)
  expect(trimmedPercentage(value)).toBe(trimmed)
})

test.each(['-1', 'x', '', '1.23456'])('%j is no percentage', text => {
  expect(percentage(text)).toBeUndefined()
})
