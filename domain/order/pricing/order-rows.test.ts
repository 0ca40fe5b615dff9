import { describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { BookedService } from './services.ts'
import { type OrderRow, orderRows, paymentDescription, printedRow } from './order-rows.ts'
import { soldPassRow } from './passes.ts'
import { type TicketToPrice, priceOrder } from './price-order.ts'
import {
  CHF,
  JPY,
  accessCode,
  cat,
  code,
  dynamic,
  dynamicOrderCode,
  included,
  items,
  onTop,
  orderCode,
  serviceId,
  tax,
  tickets,
} from '#tests/builders/priced-order.ts'
import { type AppliedTax, UNTAXED } from '#domain/catalog/price/vat.ts'

const categories = [
  { id: cat(1), name: 'Standard' },
  { id: cat(2), name: 'Student' },
  { id: cat(3), name: 'Stream' },
]

type Order = { of: TicketToPrice[]; and?: BookedService[]; with?: PromoCode; tax?: AppliedTax }

function rowsOf({ of, and = [], with: promoCode, tax: how = UNTAXED }: Order): OrderRow[] {
  const priced = priceOrder({ tickets: of, services: and, code: promoCode ?? null, tax: how })
  const name = promoCode === undefined || promoCode.codeType === 'DYNAMIC' ? 'Group discount' : promoCode.code
  return orderRows({
    ...priced,
    categories,
    services: priced.services.map(service => ({ ...service, title: service.id === 1 ? 'Dinner' : 'Gift' })),
    discount: promoCode ? { code: promoCode, name } : null,
    passTitle: 'Season pass',
    tax: how,
  })
}

const line = (row: OrderRow, currency = CHF) => {
  const { type, name, amount, price, subTotal } = printedRow(row, currency)
  return [type, name, amount, price, subTotal]
}

type Row = ReturnType<typeof line>
type Case = [rule: string, order: Order, ...rows: Row[]]
const ticket = (name: string, amount: number, price: string, subTotal: string): Row => [
  'TICKET',
  name,
  amount,
  price,
  subTotal,
]
const TAX_DETAIL: Row = ['TAX_DETAIL', null, 0, '', '0.00']
const standard = ticket('Standard', 2, '20.00', '40.00')

describe('an order is listed row by row (domain rules 1.7)', () => {
  const two = tickets(2, 2000n)
  const student = tickets(1, 500n, { category: 2 })
  const covered = tickets(1, 2000n, { isCovered: true })
  test.each<Case>([
    [
      'a row for each category, in their order',
      { of: [...student, ...two] },
      standard,
      ticket('Student', 1, '5.00', '5.00'),
    ],
    ['free', { of: tickets(2, 0n) }, ticket('Standard', 2, '0', '0')],
    ['VAT on top is in no row', { of: two, tax: onTop('8') }, standard],
    ['extras', { of: two, and: [items(3, 1000n)] }, standard, ['ADDITIONAL_SERVICE', 'Dinner', 3, '10.00', '30.00']],
    [
      'amounts that visitors named, each for itself',
      {
        of: two,
        and: [
          items(2, 500n, { id: serviceId(2) }),
          items(1, 750n, { id: serviceId(2) }),
          items(1, 500n, { id: serviceId(2) }),
        ],
      },
      standard,
      ['ADDITIONAL_SERVICE', 'Gift', 3, '5.00', '15.00'],
      ['ADDITIONAL_SERVICE', 'Gift', 1, '7.50', '7.50'],
    ],
    ['a percentage', { of: two, with: code('10%') }, standard, ['PROMOTION_CODE', 'SUMMER-27', 1, '-10%', '-4.00']],
    [
      'a fraction of a percent',
      { of: two, with: code('12.50%') },
      standard,
      ['PROMOTION_CODE', 'SUMMER-27', 1, '-12.5%', '-5.00'],
    ],
    ['nothing off', { of: two, with: code('0%') }, standard],
    [
      'a percentage of tickets and extras',
      { of: two, and: [items(1, 1000n)], with: code('10%') },
      standard,
      ['ADDITIONAL_SERVICE', 'Dinner', 1, '10.00', '10.00'],
      ['PROMOTION_CODE', 'SUMMER-27', 1, '-10%', '-5.00'],
    ],
    [
      'its categories that are in the order',
      { of: [...two, ...student], with: code('10%', 2, 3) },
      standard,
      ticket('Student', 1, '5.00', '5.00'),
      ['PROMOTION_CODE', 'SUMMER-27 (Student)', 1, '-10%', '-0.50'],
    ],
    [
      'several of them',
      { of: [...two, ...student], with: code('10%', 2, 1) },
      standard,
      ticket('Student', 1, '5.00', '5.00'),
      ['PROMOTION_CODE', 'SUMMER-27 (Standard, Student)', 1, '-10%', '-4.50'],
    ],
    ['none of its categories: no row', { of: two, with: code('10%', 3) }, standard],
    [
      'none of its categories, but an extra',
      { of: two, and: [items(1, 1000n)], with: code('10%', 3) },
      standard,
      ['ADDITIONAL_SERVICE', 'Dinner', 1, '10.00', '10.00'],
      ['PROMOTION_CODE', 'SUMMER-27', 1, '-10%', '-1.00'],
    ],
    [
      'an amount off each ticket',
      { of: two, with: code(500n) },
      standard,
      ['PROMOTION_CODE', 'SUMMER-27', 2, '-5.00', '-10.00'],
    ],
    [
      'an amount off, ended by the price',
      { of: [...two, ...student], with: code(700n) },
      standard,
      ticket('Student', 1, '5.00', '5.00'),
      ['PROMOTION_CODE', 'SUMMER-27', 3, '-7.00', '-19.00'],
    ],
    ['free tickets get nothing off', { of: tickets(2, 0n), with: code(500n) }, ticket('Standard', 2, '0', '0')],
    [
      'an amount off the order',
      { of: two, with: orderCode(500n, 3) },
      standard,
      ['PROMOTION_CODE', 'VOUCHER-5', 1, '-5.00', '-5.00'],
    ],
    [
      'more than there is: price and subtotal are what is taken off',
      { of: two, with: orderCode(5000n) },
      standard,
      ['PROMOTION_CODE', 'VOUCHER-5', 1, '-40.00', '-40.00'],
    ],
    [
      'between net and gross of an exempt order',
      { of: tickets(1, 2000n), with: orderCode(1900n), tax: tax('INCLUDED_EXEMPT', '10') },
      ticket('Standard', 1, '18.18', '18.18'),
      ['PROMOTION_CODE', 'VOUCHER-5', 1, '-18.18', '-18.18'],
    ],
    ['an access code has no row', { of: two, with: accessCode }, standard],
    [
      'a rule is never named by its code',
      { of: two, with: dynamic('10%', 1) },
      standard,
      ['DYNAMIC_DISCOUNT', 'Group discount', 1, '-10%', '-4.00'],
    ],
    [
      'a rule for the order',
      { of: two, with: dynamicOrderCode(500n) },
      standard,
      ['DYNAMIC_DISCOUNT', 'Group discount', 1, '-5.00', '-5.00'],
    ],
    [
      'a pass',
      { of: [...covered, ...covered] },
      standard,
      ['APPLIED_SUBSCRIPTION', 'Season pass', 2, '-40.00', '-40.00'],
    ],
    [
      'a code and a pass',
      { of: [...covered, ...tickets(1, 2000n)], with: code(500n) },
      standard,
      ['PROMOTION_CODE', 'SUMMER-27', 1, '-5.00', '-5.00'],
      ['APPLIED_SUBSCRIPTION', 'Season pass', 1, '-20.00', '-20.00'],
    ],
    [
      'a code without a ticket left for it',
      { of: covered, with: code('10%') },
      ticket('Standard', 1, '20.00', '20.00'),
      ['APPLIED_SUBSCRIPTION', 'Season pass', 1, '-20.00', '-20.00'],
    ],
  ])('%s', (_rule, order, ...rows) => {
    expect(rowsOf(order).map(row => line(row))).toEqual(rows)
  })
})

describe('who owes no VAT reads prices without it (domain rules 1.7)', () => {
  const stream = tickets(2, 100n, { category: 3, status: 'INCLUDED_EXEMPT' })
  const exempt = tax('INCLUDED_EXEMPT', '1')
  test.each<Case>([
    [
      'exempt categories come first',
      { of: [...tickets(2, 2000n), ...stream], tax: included('1') },
      ticket('Stream', 2, '0.99', '1.98'),
      TAX_DETAIL,
      standard,
    ],
    ['the whole order', { of: tickets(2, 1000n), tax: exempt }, ticket('Standard', 2, '9.90', '19.80')],
    [
      'one ticket of two',
      { of: [...tickets(1, 1000n), ...tickets(1, 1000n, { status: 'CUSTOM_INCLUDED_EXEMPT' })], tax: included('1') },
      ticket('Standard', 1, '9.90', '9.90'),
      TAX_DETAIL,
      ticket('Standard', 1, '10.00', '10.00'),
    ],
    [
      'before the discount',
      { of: tickets(1, 1000n), with: code('10%'), tax: exempt },
      ticket('Standard', 1, '9.91', '9.91'),
      ['PROMOTION_CODE', 'SUMMER-27', 1, '-10%', '-1.00'],
    ],
    ['on top: the price', { of: tickets(2, 2000n), tax: tax('NOT_INCLUDED_EXEMPT', '1') }, standard],
  ])('%s', (_rule, order, ...rows) => {
    expect(rowsOf(order).map(row => line(row))).toEqual(rows)
  })
})

test('no tax has the decimals of the currency, and says 0 percent', () => {
  const rows = rowsOf({ of: tickets(1, 1000n, { status: 'INCLUDED_EXEMPT' }), tax: included('10') })
  expect(rows.map(row => line(row, JPY))).toEqual([
    ticket('Standard', 1, '909', '909'),
    ['TAX_DETAIL', null, 0, '', '0'],
  ])
  expect(rows.map(row => printedRow(row, CHF).taxPercentage)).toEqual([null, '0'])
})

test('a row of sold passes', () => {
  expect(line(soldPassRow('Season pass', minor(5000n), 2))).toEqual([
    'SUBSCRIPTION',
    'Season pass',
    2,
    '50.00',
    '100.00',
  ])
})

test('what is being paid for is listed without discounts and taxes', () => {
  const covered = tickets(1, 2000n, { isCovered: true })
  const stream = tickets(1, 100n, { category: 3, status: 'INCLUDED_EXEMPT' })
  const rows = rowsOf({
    of: [...tickets(2, 2000n), ...covered, ...stream],
    and: [items(1, 1000n)],
    with: code('10%'),
    tax: included('8'),
  })
  expect(paymentDescription(rows)).toBe('1 x Stream, 3 x Standard, 1 x Dinner')
  expect(paymentDescription([soldPassRow('Season pass', minor(5000n), 1)])).toBe('1 x Season pass')
})

test('a covered ticket needs a pass to be listed', () => {
  const priced = priceOrder({ tickets: tickets(1, 2000n, { isCovered: true }), services: [], code: null, tax: UNTAXED })
  expect(() =>
    orderRows({ ...priced, services: [], categories, discount: null, passTitle: null, tax: UNTAXED }),
  ).toThrow('no pass')
})
