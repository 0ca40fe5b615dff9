import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { deskShares } from './desk-shares.ts'

const shares = (total: bigint, ...own: bigint[]) => deskShares(minor(total), own.map(minor))

test.each([
  ['the tickets cost what the order costs', 5000n, [2000n, 3000n], [2000n, 3000n]],
  ['something is off the whole order', 3000n, [2000n, 2000n], [1500n, 1500n]],
  ['a coin cannot be divided', 1000n, [400n, 400n, 400n], [333n, 333n, 334n]],
  ['one ticket is free', 1000n, [0n, 1000n], [0n, 1000n]],
  ['everything is free', 0n, [0n, 0n], [0n, 0n]],
] as const)('each ticket pays its part: %s', (_, total, own, expected) => {
  expect(shares(total, ...own)).toEqual(expected)
})

const amount = fc.bigInt({ min: 0n, max: 10_000_000n })

test('together they pay the order, and no share is negative', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (total, own) => {
      fc.pre(own.some(one => one > 0n))
      const parts = shares(total, ...own)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total)
      expect(parts.every(part => part >= 0n)).toBe(true)
    }),
  )
})

test('what adds up is left as it is', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), own => {
      const total = own.reduce((sum, one) => sum + one, 0n)
      expect(shares(total, ...own)).toEqual(own)
    }),
  )
})
