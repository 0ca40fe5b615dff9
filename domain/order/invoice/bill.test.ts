import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Minor, ZERO, minor, sum } from '#domain/foundation/money/money.ts'
import { NO_PERCENTAGE, percentOf } from '#domain/foundation/money/percentage.ts'
import { priceOrder } from '#domain/order/pricing/price-order.ts'
import { type Bill, bill } from './bill.ts'
import { taxCategoryOf } from './billing-document.ts'
import { anyOrder } from '#tests/builders/any-order.ts'
import { billOf } from '#tests/builders/billing-document.ts'
import { included, items, onTop, orderCode, tax, tickets } from '#tests/builders/priced-order.ts'

const BUYER = { hasTaxId: true, isInUnion: true }

const figures = ({ net, vat, due }: Bill) => ({ net: Number(net), vat: Number(vat), due: Number(due) })

test('an invoice adds up to what the order costs, whatever is in it', () => {
  fc.assert(
    fc.property(anyOrder, order => {
      const { price } = priceOrder(order)
      // What costs nothing gets no invoice.
      if (price.total === 0n) return
      const one = billOf(order)
      expect(one.rounding).toBe(ZERO)
      expect(one.vat).toBe(price.vat)
      expect(one.due).toBe(price.total)
      expect(one.net).toBe(one.lineTotal - one.allowanceTotal)
      for (const { category, allowance, net, vat } of one.taxes) {
        const lines = sum(one.lines.filter(line => line.category === category).map(line => line.net))
        expect(net).toBe(lines - allowance)
        expect([net >= 0n, vat >= 0n, allowance >= 0n]).toEqual([true, true, true])
        const isTaxed = category === 'S' || category === 'B'
        const exact = percentOf(net, isTaxed ? order.tax.percentage : NO_PERCENTAGE)
        expect(differenceOf(vat, exact)).toBeLessThanOrEqual(isTaxed ? 1n : 0n)
      }
    }),
    { numRuns: 2000 },
  )
})

const differenceOf = (a: Minor, b: Minor): bigint => (a > b ? a - b : b - a)

test('ten tickets of 10.00 with 21 % in it are 82.64 and 17.36 of VAT', () => {
  const one = billOf({ tickets: tickets(10, 1000n), services: [], code: null, tax: included('21') })
  expect(figures(one)).toEqual({ net: 8264, vat: 1736, due: 10_000 })
  expect(one.lines).toEqual([{ name: 'Category 1', quantity: 10, net: minor(8264n), category: 'S' }])
})

test('lines that are rounded one by one would not add up; these do', () => {
  const mixed = [...tickets(1, 105n), ...tickets(1, 106n, { category: 2 }), ...tickets(1, 107n, { category: 3 })]
  const one = billOf({ tickets: mixed, services: [], code: null, tax: included('8.1') })
  expect(one.lines.map(({ net }) => Number(net))).toEqual([97, 98, 99])
  expect(figures(one)).toEqual({ net: 294, vat: 24, due: 318 })
})

test('an amount off the order that is more than what is taxed takes the rest off what is not', () => {
  const order = { tickets: tickets(1, 1000n), services: [items(1, 5000n, { vat: 'NONE' })], tax: onTop('20') }
  const one = billOf({ ...order, code: orderCode(1500n) })
  expect(one.taxes.map(({ category, net, vat }) => [category, Number(net), Number(vat)])).toEqual([
    ['S', 0, 0],
    ['E', 4500, 0],
  ])
  expect(one.rounding).toBe(ZERO)
})

test('with split payment the bill shows the VAT, and what is due is without it', () => {
  const one = billOf({ tickets: tickets(2, 6100n), services: [], code: null, tax: tax('INCLUDED_NOT_CHARGED', '22') })
  expect(figures(one)).toEqual({ net: 10_000, vat: 2200, due: 10_000 })
  expect(one.notCharged).toBe(2200n)
})

test('an order whose code was changed since is billed at what was confirmed', () => {
  const order = { tickets: tickets(1, 1000n), services: [], code: null, tax: tax('NONE', '0') }
  const priced = priceOrder(order)
  const item = { kind: 'TICKET', name: 'A', status: 'NONE', category: 'O' } as const
  const facts = { amountOff: minor(300n), tax: order.tax, category: 'O', due: minor(800n) } as const
  const one = bill({ ...facts, items: priced.tickets.map(({ price }) => ({ ...item, price })) })
  expect(figures(one)).toEqual({ net: 700, vat: 0, due: 800 })
  expect(one.rounding).toBe(100n)
})

test.each([
  ['INCLUDED', 'S'],
  ['NOT_INCLUDED', 'S'],
  ['INCLUDED_NOT_CHARGED', 'B'],
  ['NONE', 'O'],
  ['INCLUDED_EXEMPT', 'AE'],
  ['CUSTOM_NOT_INCLUDED_EXEMPT', 'AE'],
] as const)('%s is category %s', (status, category) => {
  expect(taxCategoryOf(status, { isTaxable: true, hasRate: true, buyer: BUYER })).toBe(category)
})

test.each([
  ['a category without tax is exempt for everybody', { isTaxable: false, buyer: BUYER }, 'E'],
  ['outside the union it is an export', { isTaxable: true, buyer: { hasTaxId: true, isInUnion: false } }, 'G'],
  ['who has no number owes no tax', { isTaxable: true, buyer: { hasTaxId: false, isInUnion: true } }, 'E'],
] as const)('%s', (_, facts, category) => {
  expect(taxCategoryOf('INCLUDED_EXEMPT', { ...facts, hasRate: true })).toBe(category)
  expect(taxCategoryOf('INCLUDED', { ...facts, hasRate: false })).toBe('Z')
})
