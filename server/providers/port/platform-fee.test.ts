import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { platformFee } from './platform-fee.ts'

const NONE = { percentage: null, fixed: null, minimum: null, maximum: null }

test.each([
  ['nothing is stated', NONE, 8000n, 2, 0n],
  ['a percentage', { ...NONE, percentage: '1.5' }, 8000n, 2, 120n],
  ['a percentage, half up', { ...NONE, percentage: '1.5' }, 8033n, 2, 120n],
  ['a percentage whose half goes up', { ...NONE, percentage: '0.5' }, 100n, 1, 1n],
  ['a fixed amount for each ticket', { ...NONE, fixed: '0.30' }, 8000n, 2, 60n],
  ['both', { ...NONE, percentage: '1.5', fixed: '0.30' }, 8000n, 2, 180n],
  ['below the minimum for each ticket', { ...NONE, percentage: '1.5', minimum: '1' }, 8000n, 2, 200n],
  ['above the maximum for each ticket', { ...NONE, percentage: '10', maximum: '2' }, 8000n, 2, 400n],
  ['a minimum above the maximum', { ...NONE, minimum: '3', maximum: '2' }, 8000n, 2, 400n],
  ['more than the order', { ...NONE, fixed: '50' }, 8000n, 2, 8000n],
])('%s', (_, terms, amount, tickets, expected) => {
  expect(platformFee({ amount: minor(amount), currency: code('CHF') }, tickets, terms)).toBe(expected)
})

test('amounts are of the currency of the order', () => {
  const terms = { ...NONE, fixed: '30' }
  expect(platformFee({ amount: minor(8000n), currency: code('JPY') }, 2, terms)).toBe(60n)
  expect(platformFee({ amount: minor(800_000n), currency: code('BHD') }, 2, { ...NONE, fixed: '0.3' })).toBe(600n)
})
