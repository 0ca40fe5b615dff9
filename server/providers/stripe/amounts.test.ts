import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { canCharge, countable, fromStripe, toStripe } from './amounts.ts'

test.each([
  ['CHF', 8000n, 8000],
  ['JPY', 500n, 500],
  ['KRW', 500n, 500],
  // Without decimals here, with two that are always 00 there.
  ['ISK', 1500n, 150_000],
  ['UGX', 1500n, 150_000],
  // Hundredths here, none there.
  ['MGA', 150_000n, 1500],
  ['MGA', 150_001n, undefined],
  ['BHD', 1230n, 1230],
  ['BHD', 1234n, undefined],
  ['KWD', 10n, 10],
  // ISO 4217 has other units, and Stripe says nothing.
  ['IQD', 1000n, undefined],
  ['LYD', 1000n, undefined],
  ['CLF', 10_000n, undefined],
])('%s %s is %s at Stripe', (currency, amount, expected) => {
  expect(toStripe(minor(amount), code(currency))).toBe(expected)
})

test.each([
  [8000, 'chf', 8000n],
  [500, 'jpy', 500n],
  [150_000, 'isk', 1500n],
  [150_050, 'isk', undefined],
  [1500, 'mga', 150_000n],
  [1230, 'bhd', 1230n],
  [1.5, 'chf', undefined],
  [100, 'francs', undefined],
])('%s %s of Stripe is %s here', (amount, currency, expected) => {
  expect(fromStripe(amount, currency)).toBe(expected)
})

test('what is sent reads back as the same amount', () => {
  const currencies = fc.constantFrom('CHF', 'JPY', 'ISK', 'BHD', 'MGA', 'HUF')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999n }), currencies, (amount, currency) => {
      const rounded = countable(minor(amount), code(currency))
      const sent = toStripe(rounded, code(currency))
      expect(sent).toBeDefined()
      expect(fromStripe(sent ?? NaN, currency.toLowerCase())).toBe(rounded)
      expect(amount - rounded).toBeLessThan(100n)
    }),
  )
})

test.each([
  ['CHF', 49n, false],
  ['CHF', 50n, true],
  ['CHF', 99_999_999n, true],
  ['CHF', 100_000_000n, false],
  ['CHF', 0n, false],
  ['GBP', 29n, false],
  ['GBP', 30n, true],
  ['JPY', 49n, false],
  ['JPY', 50n, true],
  ['HUF', 17_499n, false],
  ['HUF', 17_500n, true],
  ['DKK', 249n, false],
  ['CZK', 1500n, true],
  ['ISK', 999_999n, true],
  ['ISK', 1_000_000n, false],
  ['BHD', 505n, false],
  ['IQD', 5000n, false],
])('whether %s %s can be charged: %s', (currency, amount, expected) => {
  expect(canCharge({ amount: minor(amount), currency: code(currency) })).toBe(expected)
})
