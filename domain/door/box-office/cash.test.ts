import { expect, test } from 'vitest'
import { after, hours, instant } from '#domain/foundation/instant.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import { changeOf, differenceOf, expectedIn, sumOfPieces, typedAmount, undoRefusal } from './cash.ts'

const chf = currency('CHF')
const jpy = currency('JPY')
if (!chf || !jpy) throw new Error('no currency')

test('a drawer has to hold its float and what was taken in, less what was returned', () => {
  const money = { float: minor(20_000n), cashIn: minor(12_000n), cashOut: minor(4_000n) }
  expect(expectedIn(money)).toBe(28_000n)
  expect(differenceOf(money, minor(27_950n))).toBe(-50n)
  expect(differenceOf(money, minor(28_000n))).toBe(0n)
})

test('counted coins and notes add up to the sum', () => {
  expect(sumOfPieces([])).toBe(0n)
  expect(
    sumOfPieces([
      { value: minor(2_000n), count: 3 },
      { value: minor(5n), count: 7 },
    ]),
  ).toBe(6_035n)
})

test('an amount is read as it is typed, and no sum that is none, below nothing or finer than its currency', () => {
  expect(typedAmount(' 20,50 ', chf)).toBe(2_050n)
  expect(typedAmount('0', chf)).toBe(0n)
  expect(typedAmount('500', jpy)).toBe(500n)
  for (const text of ['', '-1', '1.234', '1e3', '99999999999999', '1.000.000', '12,3,4', '٣'])
    expect({ text, amount: typedAmount(text, chf) }).toEqual({ text, amount: undefined })
  expect(typedAmount('0.5', jpy)).toBeUndefined()
})

test('change is what is above the price, and too little is refused', () => {
  expect(changeOf(minor(5_000n), minor(3_500n))).toBe(1_500n)
  expect(changeOf(minor(3_500n), minor(3_500n))).toBe(0n)
  expect(changeOf(minor(3_499n), minor(3_500n))).toBeUndefined()
})

test('a sale is undone within twelve hours, before its holders are in, and where its money is at the door', () => {
  const soldAt = instant(1_800_000_000_000)
  const facts = {
    soldAt,
    now: after(soldAt, hours(12)),
    checkedIn: 0,
    total: minor(1n),
    isTakenHere: true,
    isPaid: true,
  }
  expect(undoRefusal(facts)).toBeNull()
  expect(undoRefusal({ ...facts, now: after(facts.now, 1) })).toBe('late')
  expect(undoRefusal({ ...facts, checkedIn: 1 })).toBe('checked-in')
  expect(undoRefusal({ ...facts, isTakenHere: false })).toBe('paid-elsewhere')
  expect(undoRefusal({ ...facts, isTakenHere: false, isPaid: false })).toBeNull()
  expect(undoRefusal({ ...facts, isTakenHere: false, total: ZERO })).toBeNull()
})
