import { expect, test } from 'vitest'
import { cat } from '#tests/builders/priced-order.ts'
import type { AppliedVatStatus, VatStatus } from '#domain/catalog/price/vat.ts'
import { notCharged, vatStatuses } from './vat-statuses.ts'

const inPerson = { id: cat(1), isOnline: false, isTaxed: true }
const online = { id: cat(2), isOnline: true, isTaxed: true }
const untaxed = { id: cat(3), isOnline: false, isTaxed: false }
const switches = (isInPerson: boolean, isOnline: boolean) => ({ isInPerson, isOnline })

test.each<[string, VatStatus, ReturnType<typeof switches> | null, AppliedVatStatus, [number, AppliedVatStatus][]]>([
  ['a private buyer owes VAT', 'INCLUDED', null, 'INCLUDED', [[3, 'INCLUDED_EXEMPT']]],
  ['an exempt buyer owes none', 'INCLUDED', switches(true, true), 'INCLUDED_EXEMPT', []],
  ['on top, neither', 'NOT_INCLUDED', switches(true, true), 'NOT_INCLUDED_EXEMPT', []],
  [
    'online only',
    'INCLUDED',
    switches(false, true),
    'INCLUDED',
    [
      [2, 'INCLUDED_EXEMPT'],
      [3, 'INCLUDED_EXEMPT'],
    ],
  ],
  [
    'in person only',
    'NOT_INCLUDED',
    switches(true, false),
    'NOT_INCLUDED',
    [
      [1, 'NOT_INCLUDED_EXEMPT'],
      [3, 'NOT_INCLUDED_EXEMPT'],
    ],
  ],
  ['both switches off', 'INCLUDED', switches(false, false), 'INCLUDED', [[3, 'INCLUDED_EXEMPT']]],
  ['untaxed stays untaxed', 'NONE', switches(true, true), 'NONE', []],
])('%s (domain rules 1.6)', (_rule, stated, reverseCharge, order, categories) => {
  expect(vatStatuses(stated, [inPerson, online, untaxed], reverseCharge)).toEqual({
    order,
    categories: new Map(categories),
  })
})

test('split payment shows the VAT and does not charge it', () => {
  expect((['NONE', 'INCLUDED', 'NOT_INCLUDED'] as const).map(notCharged)).toEqual([
    'NONE',
    'INCLUDED_NOT_CHARGED',
    'NOT_INCLUDED_NOT_CHARGED',
  ])
})
