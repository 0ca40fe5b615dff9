import { expect, test } from 'vitest'
import { ticketsToCover } from './passes.ts'
import { priceOrder } from './price-order.ts'
import { cat, code, tickets } from '#tests/builders/priced-order.ts'
import { UNTAXED } from '#domain/catalog/price/vat.ts'

const of = [...tickets(1, 3000n), ...tickets(1, 2000n, { category: 2 }), ...tickets(1, 2500n, { category: 3 })]
const priced = priceOrder({ tickets: of, services: [], code: null, tax: UNTAXED }).tickets

test.each<[string, number[], number | null, bigint[]]>([
  ['the cheapest', [], 1, [2000n]],
  ['the two cheapest', [], 2, [2000n, 2500n]],
  ['all, without a limit', [], null, [2000n, 2500n, 3000n]],
  ['all, with more entries than tickets', [], 9, [2000n, 2500n, 3000n]],
  ['the cheapest of its categories', [1, 3], 1, [2500n]],
  ['none, when no category fits', [4], 1, []],
  ['none, when no entry is left', [], 0, []],
])('a pass pays for %s (domain rules 7.3)', (_rule, categories, entries, sources) => {
  const covered = ticketsToCover(priced, { categories: categories.map(cat), entries })
  expect(covered.map(({ source }) => source)).toEqual(sources)
})

test('a pass is never spent on a ticket that costs nothing, by itself or by a code', () => {
  const withChild = [...of, ...tickets(1, 0n, { category: 4 })]
  const priced = priceOrder({ tickets: withChild, services: [], code: code(2000n, 2), tax: UNTAXED }).tickets
  const pays = (categories: number[]) =>
    ticketsToCover(priced, { categories: categories.map(cat), entries: null }).map(({ source }) => source)
  expect(pays([])).toEqual([2500n, 3000n])
  expect(pays([2, 4])).toEqual([])
})

test('what counts is the price after a code', () => {
  const reduced = priceOrder({ tickets: of, services: [], code: code(1500n, 1), tax: UNTAXED }).tickets
  expect(ticketsToCover(reduced, { categories: [], entries: 1 }).map(({ source }) => source)).toEqual([3000n])
})
