import { expect, test } from 'vitest'
import { fewLeft, passSaleStateOf } from './pass-sale.ts'

test.each(['NOT_STARTED', 'AWAITS_PAYMENT', 'ON_SALE', 'SOLD_OUT', 'ENDED'] as const)(
  'the state that is sent counts: %s',
  saleState => {
    expect(passSaleStateOf({ saleState, numAvailable: 0 })).toBe(saleState)
  },
)

test.each([
  [1, 'ON_SALE'],
  [0, 'SOLD_OUT'],
] as const)('where none is sent, the number left decides: %d is %s', (numAvailable, expected) => {
  expect(passSaleStateOf({ numAvailable })).toBe(expected)
})

test.each([
  [0, undefined],
  [1, 1],
  [9, 9],
  [10, undefined],
  [2_147_483_647, undefined],
])('of %d left, %s is pointed out', (numAvailable, expected) => {
  expect(fewLeft({ numAvailable })).toBe(expected)
})
