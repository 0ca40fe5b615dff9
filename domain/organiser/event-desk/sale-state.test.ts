import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { nextSaleChange, saleStateOf } from './sale-state.ts'

const now = instant(1000)
const sale = (start: number, end: number, free = 1) => ({
  onSale: { start: instant(start), end: instant(end) },
  free,
})

test.each([
  ['no category', [], 'ANNOUNCED'],
  ['one that begins later', [sale(1001, 2000)], 'BEFORE'],
  ['one that begins now', [sale(1000, 2000)], 'ON_SALE'],
  ['one that ends now', [sale(1, 1000)], 'ENDED'],
  ['one without free seats', [sale(1, 2000, 0)], 'SOLD_OUT'],
  ['one without free seats, and one with', [sale(1, 2000, 0), sale(1, 2000)], 'ON_SALE'],
  ['one without free seats, and one that begins later', [sale(1, 2000, 0), sale(1500, 2000)], 'SOLD_OUT'],
  ['one that is over, and one that begins later', [sale(1, 900), sale(1500, 2000)], 'BEFORE'],
])('with %s', (_, categories, state) => {
  expect(saleStateOf(categories, now)).toBe(state)
})

test('the next change is the first beginning or end to come', () => {
  expect(nextSaleChange([sale(1, 1700), sale(1500, 2000)], now)).toBe(1500)
  expect(nextSaleChange([sale(1, 1000)], now)).toBeNull()
})
