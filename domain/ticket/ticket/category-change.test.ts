import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { DIFFERENCE_WAYS, decideChange, differenceOf } from './category-change.ts'

const price = (source: bigint, discount = 0n) => ({ source: minor(source), discount: minor(discount) })

test.each([
  [price(12_000n), price(20_000n), 8_000n],
  [price(20_000n), price(12_000n), -8_000n],
  // 10 % off both.
  [price(12_000n, 1_200n), price(20_000n, 2_000n), 7_200n],
  // A code that is for the dearer one alone.
  [price(12_000n), price(15_000n, 3_000n), 0n],
])('the difference of %o and %o is what they cost once discounts are off: %s', (before, after, difference) => {
  expect(differenceOf(before, after)).toBe(difference)
})

const ways = (difference: bigint) => [null, ...DIFFERENCE_WAYS].map(way => decideChange(minor(difference), way))

test('a dearer category is paid for by its buyer or has been paid for, or its price is waived', () => {
  expect(ways(100n)).toEqual(['no-way', 'no-way', 'move', 'pay', 'pay'])
})

test('of a cheaper one the difference goes back, or is kept', () => {
  expect(ways(-100n)).toEqual(['no-way', 'refund', 'move', 'no-way', 'no-way'])
})

test('one of the same price needs no way', () => {
  expect(ways(0n)).toEqual(Array<string>(5).fill('move'))
})
