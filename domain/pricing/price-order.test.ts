import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '../money/money.ts'
import { percentage } from '../money/percentage.ts'
import { paymentDescription, ticketRows } from './order-rows.ts'
import { isFree, priceItem, priceOrder } from './price-order.ts'
import type { Tax, VatStatus } from './vat.ts'

function tax(status: VatStatus, percent: string): Tax {
  const value = percentage(percent)
  if (value === undefined) throw new Error(`no percentage ${percent}`)
  return { status, percentage: value }
}

const at = (unit: bigint, quantity: number) => ({ unit: minor(unit), quantity })

test.each<[string, Tax, ReturnType<typeof at>[], bigint, bigint]>([
  ['ten tickets of 1.05 and 8 % on top are rounded once', tax('NOT_INCLUDED', '8'), [at(105n, 10)], 84n, 1134n],
  ['a contained VAT leaves the price as it is', tax('INCLUDED', '8.1'), [at(12000n, 2)], 1798n, 24000n],
  ['10 x 10.00 incl. 21 %: 82.64 net', tax('INCLUDED', '21'), [at(1000n, 10)], 1736n, 10000n],
  ['no VAT, nothing to add', tax('NONE', '0'), [at(1000n, 1), at(50n, 3)], 0n, 1150n],
  ['half a cent goes up', tax('NOT_INCLUDED', '10'), [at(5n, 1)], 1n, 6n],
  ['a free order', tax('INCLUDED', '7.7'), [at(0n, 4)], 0n, 0n],
  ['several categories share one rounding', tax('NOT_INCLUDED', '7.7'), [at(333n, 1), at(667n, 1)], 77n, 1077n],
  ['yen have no decimals to round to', tax('NOT_INCLUDED', '10'), [at(995n, 1)], 100n, 1095n],
])('%s', (_name, how, lines, vat, total) => {
  expect(priceOrder(lines, how)).toMatchObject({ vat, total })
})

test('each ticket carries its own rounded figures', () => {
  expect(priceItem(minor(105n), tax('NOT_INCLUDED', '8'))).toEqual({ source: 105n, vat: 8n, final: 113n })
  expect(priceItem(minor(2000n), tax('INCLUDED', '7.7'))).toEqual({ source: 2000n, vat: 143n, final: 2000n })
})

const anyLines = fc.array(
  fc.record({ unit: fc.bigInt({ min: 0n, max: 1_000_000n }).map(minor), quantity: fc.integer({ min: 1, max: 50 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
)
const anyTax = fc
  .tuple(fc.constantFrom<VatStatus>('NONE', 'INCLUDED', 'NOT_INCLUDED'), fc.integer({ min: 0, max: 300 }))
  .map(([status, tenths]) => tax(status, (tenths / 10).toFixed(1)))

test('an order is never negative, and its VAT is within what is paid', () => {
  fc.assert(
    fc.property(anyLines, anyTax, (lines, how) => {
      const price = priceOrder(lines, how)
      expect(price.vat).toBeGreaterThanOrEqual(0n)
      expect(price.total).toBeGreaterThanOrEqual(price.vat)
      expect(price.total).toBe(how.status === 'NOT_INCLUDED' ? price.source + price.vat : price.source)
      expect(isFree(price)).toBe(price.total === 0n)
    }),
    { numRuns: 10_000 },
  )
})

test('how tickets are split over lines does not change the price', () => {
  fc.assert(
    fc.property(anyLines, anyTax, (lines, how) => {
      const single = lines.flatMap(({ unit, quantity }) =>
        Array.from({ length: quantity }, () => ({ unit, quantity: 1 })),
      )
      expect(priceOrder(single, how)).toEqual(priceOrder(lines, how))
    }),
    { numRuns: 1000 },
  )
})

const ticket = (categoryId: number, source: bigint) => ({ categoryId, price: { source: minor(source) } })

test('an order shows one row a category, in the order of the categories', () => {
  const rows = ticketRows(
    [ticket(2, 500n), ticket(1, 2000n), ticket(1, 2000n)],
    [
      { id: 1, name: 'Standard' },
      { id: 2, name: 'Student' },
      { id: 3, name: 'Nobody' },
    ],
  )
  expect(rows.map(({ name, quantity, subTotal }) => [name, quantity, subTotal])).toEqual([
    ['Standard', 2, 4000n],
    ['Student', 1, 500n],
  ])
  expect(paymentDescription(rows)).toBe('2 x Standard, 1 x Student')
})
