import { describe, expect, test } from 'vitest'
import { anExtra } from '#tests/support/client/shown-extra.ts'
import { extraStateOf, plainAmount } from '../selection.ts'

describe('an extra', () => {
  test.each([
    ['of which each order may have some', { maxQtyPerOrder: 3 }, 1, { kind: 'count', max: 3 }],
    ['that is nearly gone', { maxQtyPerOrder: 3, availableQuantity: 2 }, 1, { kind: 'count', max: 2 }],
    [
      'of which each ticket may have some',
      { supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', maxQtyPerOrder: 2 },
      3,
      { kind: 'count', max: 6 },
    ],
    [
      'of which each ticket may have some, without a ticket',
      { supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET' },
      0,
      { kind: 'count', max: 0 },
    ],
    [
      'of which each ticket may have more than there are',
      { supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', maxQtyPerOrder: 9, availableQuantity: 5 },
      2,
      { kind: 'count', max: 5 },
    ],
    ['without a limit', { supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT' }, 1, { kind: 'count', max: 999 }],
    ['of old, without a policy', { supplementPolicy: null }, 1, { kind: 'count', max: 999 }],
    ['at an amount of the visitor', { fixPrice: false }, 0, { kind: 'amount' }],
    ['that comes by itself', { supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' }, 0, { kind: 'automatic' }],
    ['that is gone', { availableQuantity: 0 }, 1, { kind: 'not-available' }],
    ['that is not sold yet', { saleInFuture: true }, 1, { kind: 'not-available' }],
    ['that is not sold any more', { expired: true }, 1, { kind: 'not-available' }],
  ] as const)('%s', (_, different, tickets, expected) =>
    expect(extraStateOf(anExtra(different), tickets)).toEqual(expected),
  )
})

describe('a typed amount', () => {
  test.each([
    ['12.50', '12.50'],
    ['12,5', '12.5'],
    [' 20 ', '20'],
    ['0', '0'],
    ["1'000", '1000'],
    ['-1', undefined],
    ['ten', undefined],
    ['1.2.3', undefined],
    ['', undefined],
  ])('%s', (typed, expected) => expect(plainAmount(typed)).toBe(expected))
})
