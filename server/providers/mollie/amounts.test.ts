import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { fromMollie, toMollie } from './amounts.ts'

test.each([
  ['CHF', 8000n, '80.00'],
  ['EUR', 1n, '0.01'],
  ['EUR', 5_000_000n, '50000.00'],
  ['HUF', 150_000n, '1500.00'],
  ['JPY', 500n, '500'],
  ['ISK', 1500n, '1500'],
])('%s: %s is %s, and back', (currency, amount, value) => {
  const due = { amount: minor(amount), currency: code(currency) }
  expect(toMollie(due)).toEqual({ currency, value })
  expect(fromMollie({ currency, value })).toEqual({ amount, code: currency })
})

test.each([
  ['80', 'CHF', 8000n],
  ['80.5', 'CHF', 8050n],
  ['80.500', 'CHF', 8050n],
  ['500.00', 'JPY', 500n],
  ['12.345', 'BHD', 12_345n],
  ['-5.00', 'EUR', -500n],
])('%s %s is read as %s', (value, currency, amount) => {
  expect(fromMollie({ currency, value })?.amount).toBe(amount)
})

test.each([
  ['80.001', 'CHF'],
  ['500.50', 'JPY'],
  ['1e3', 'EUR'],
  ['', 'EUR'],
  ['10.00', 'EURO'],
])('%j %s is no amount', (value, currency) => {
  expect(fromMollie({ currency, value })).toBeUndefined()
})
