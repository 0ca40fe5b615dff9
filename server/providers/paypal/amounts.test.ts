import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { canCharge, fromPayPal, toPayPal } from './amounts.ts'

// Sums as PayPal writes them.

test.each([
  ['CHF', 8000n, '80.00'],
  ['EUR', 5n, '0.05'],
  ['JPY', 500n, '500'],
  ['HUF', 150_000n, '1500'],
  ['TWD', 100n, '1'],
  ['USD', 99_999_999n, '999999.99'],
])('%s %s is %s, there and back', (currency, amount, value) => {
  const written = { currency_code: currency, value }
  expect(toPayPal(minor(amount), code(currency))).toEqual(written)
  expect(fromPayPal(written)).toEqual({ amount, currency })
})

test.each([
  ['CHF', '80', 8000n],
  ['CHF', '80.5', 8050n],
  ['HUF', '1500.00', 150_000n],
  ['JPY', '500.00', 500n],
  ['CHF', '80.500', 8050n],
])('%s %s is read as %s', (currency_code, value, amount) => {
  expect(fromPayPal({ currency_code, value })).toEqual({ amount, currency: currency_code })
})

test.each([
  ['CHF', '80.005'],
  ['CHF', '-1.00'],
  ['CHF', '.50'],
  ['CHF', '1e3'],
  ['CHF', ''],
  ['JPY', '500.5'],
  ['FRANC', '80.00'],
])('%s "%s" is not read', (currency_code, value) => {
  expect(fromPayPal({ currency_code, value })).toBeUndefined()
})

test.each([
  ['CHF', 1n, true],
  ['CHF', 0n, false],
  ['JPY', 1n, true],
  ['HUF', 100n, true],
  ['HUF', 150n, false],
  ['TWD', 199n, false],
  ['BHD', 1000n, false],
  ['ISK', 1000n, false],
])('%s %s can be charged: %s', (currency, amount, can) => {
  expect(canCharge({ amount: minor(amount), currency: code(currency) })).toBe(can)
})
