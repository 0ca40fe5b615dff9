import { describe, expect, test } from 'vitest'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import { type OrderToDocument, documentNumber, documentOf } from './billing-document.ts'

const PRICE = { source: minor(1000n), discount: ZERO, vat: ZERO, total: minor(1000n) }

function anOrder(change: Partial<OrderToDocument> = {}): OrderToDocument {
  return {
    price: PRICE,
    isPaid: true,
    isInvoiceRequested: false,
    terms: { isAllowed: true, isForEverybody: false },
    ...change,
  }
}

describe('a confirmed order gets', () => {
  test.each([
    ['a receipt when no invoice was asked for', {}, 'RECEIPT'],
    ['an invoice when one was asked for', { isInvoiceRequested: true }, 'INVOICE'],
    ['an invoice where everybody gets one', { terms: { isAllowed: true, isForEverybody: true } }, 'INVOICE'],
    ['nothing when it is free', { price: { ...PRICE, total: ZERO }, isInvoiceRequested: true }, null],
    ['its invoice before it is paid', { isPaid: false, isInvoiceRequested: true }, 'INVOICE'],
    ['no receipt before it is paid', { isPaid: false }, null],
    [
      'a receipt where there are no invoices',
      { isInvoiceRequested: true, terms: { isAllowed: false, isForEverybody: false } },
      'RECEIPT',
    ],
  ] as const)('%s', (_, change, expected) => {
    expect(documentOf(anOrder(change))).toBe(expected)
  })
})

test.each([
  [null, 7, '7'],
  ['%d', 7, '7'],
  ['2027-%05d', 7, '2027-00007'],
  ['%3d/A', 7, '007/A'],
  ['R%05d', 123_456, 'R123456'],
  ['%020d', 7, '00000000000000000007'],
  ['%021d', 7, '7'],
  ['%0300000000d', 7, '7'],
  ['no counter', 7, '7'],
  [`${'R'.repeat(59)}%d`, 7, '7'],
])('by the pattern %s number %i is %s', (pattern, counter, written) => {
  expect(documentNumber(pattern, counter)).toBe(written)
})
