import { expect, test } from 'vitest'
import { categoryId } from '#domain/catalog/catalog/category.ts'
import { instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import { type EventSaleFacts, type ListedCategory, eventSale } from './event-sale.ts'

const NOW = instant(1000)
const OPEN = { start: instant(0), end: instant(2000) }
const LATER = { start: instant(1500), end: instant(2000) }
const OVER = { start: instant(0), end: instant(900) }

const category = (rest: Partial<ListedCategory> = {}): ListedCategory => ({
  id: categoryId(1),
  price: minor(3000n),
  onSale: OPEN,
  seatSource: { kind: 'pool' },
  isTaxed: true,
  hasFree: true,
  mayComeBack: false,
  ...rest,
})

const facts = (categories: readonly ListedCategory[], isOpenWhenSoldOut = false): EventSaleFacts => ({
  categories,
  fees: [],
  discountRules: [],
  tax: { status: 'INCLUDED', percentage: writtenPercentage('7.70') },
  waitingList: { isStopped: false, isOpenBeforeSales: false, isOpenWhenSoldOut },
})

const SOLD_OUT = { hasFree: false } as const

test.each<[string, ListedCategory[], unknown]>([
  ['on sale, from the cheapest', [category(), category({ price: minor(1000n) })], ['ON_SALE', 1000n, false]],
  ['on sale, free beside others', [category(), category({ price: minor(0n) })], ['ON_SALE', 3000n, true]],
  ['free', [category({ price: minor(0n) })], ['ON_SALE', 0n, false]],
  [
    'on sale, without the price of what is sold out',
    [category(), category({ price: minor(5n), ...SOLD_OUT })],
    ['ON_SALE', 3000n, false],
  ],
  ['not begun', [category({ onSale: LATER }), category({ onSale: OVER })], ['NOT_STARTED', 3000n, false]],
  ['all reserved', [category({ ...SOLD_OUT, mayComeBack: true })], ['ALL_RESERVED', 3000n, false]],
  ['sold out', [category(SOLD_OUT), category({ onSale: OVER })], ['SOLD_OUT', null, false]],
  ['over', [category({ onSale: OVER })], ['ENDED', null, false]],
])('an event is %s', (_, categories, expected) => {
  const sale = eventSale(facts(categories), NOW)
  expect([sale?.state, sale?.price, sale?.hasFree]).toEqual(expected)
})

test('a sale that has not begun says when the first begins, and no other does', () => {
  const later = category({ onSale: { start: instant(1800), end: instant(2000) } })
  expect(eventSale(facts([later, category({ onSale: LATER })]), NOW)?.saleStart).toBe(1500)
  expect(eventSale(facts([later, category()]), NOW)?.saleStart).toBeNull()
})

test('an event whose categories are all hidden has no sale', () => {
  expect(eventSale(facts([]), NOW)).toBeUndefined()
})

test('a sold out event says whether people can wait', () => {
  expect(eventSale(facts([category(SOLD_OUT)], true), NOW)?.hasWaitingList).toBe(true)
  expect(eventSale(facts([category(SOLD_OUT)]), NOW)?.hasWaitingList).toBe(false)
  expect(eventSale(facts([category()], true), NOW)?.hasWaitingList).toBe(false)
})
