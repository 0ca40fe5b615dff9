import { expect, test } from 'vitest'
import type { OrderSummary, SummaryRow } from '#contract/reservation.ts'
import { orderLines, ticketCount } from './order-rows.ts'

const tickets: SummaryRow = {
  name: 'Conference',
  amount: 2,
  price: '120.00',
  subTotal: '240.00',
  type: 'TICKET',
  taxPercentage: null,
}
const exempt: SummaryRow = {
  name: null,
  amount: 1,
  price: '',
  subTotal: '0.00',
  type: 'TAX_DETAIL',
  taxPercentage: '0',
}
const discount: SummaryRow = {
  name: 'EARLY',
  amount: 1,
  price: '-10%',
  subTotal: '-24.00',
  type: 'PROMOTION_CODE',
  taxPercentage: null,
}
const anOrder = (order: Partial<OrderSummary>): OrderSummary => ({
  summary: [tickets],
  totalPrice: '240.00',
  free: false,
  displayVat: true,
  priceInCents: 24000,
  descriptionForPayment: '',
  totalVAT: '17.98',
  vatPercentage: '8.10',
  notYetPaid: false,
  ...order,
})

const INCLUDED = { isTaxIncluded: true, isSplitPayment: false }

test('tickets come with their count, the tax last', () => {
  expect(orderLines(anOrder({}), INCLUDED)).toEqual([
    { key: '0', kind: 'item', count: 2, name: 'Conference', amount: '240.00', each: '120.00' },
    { key: 'tax', kind: 'tax', percentage: '8.10', way: 'included', amount: '17.98' },
  ])
})

test('one alone, and what costs nothing, has no price of each', () => {
  const one = { ...tickets, amount: 1, subTotal: '120.00' }
  const free = { ...tickets, price: '0.00', subTotal: '0.00' }
  const lines = orderLines(anOrder({ summary: [one, free] }), INCLUDED)
  expect(lines.slice(0, 2)).toMatchObject([{ each: null }, { each: null }])
})

test('a discount has no count, an exemption says its rate', () => {
  const lines = orderLines(anOrder({ summary: [tickets, exempt, discount] }), {
    isTaxIncluded: false,
    isSplitPayment: false,
  })
  expect(lines.slice(1, 3)).toEqual([
    { key: '1', kind: 'tax', percentage: '0', way: 'added', amount: '0.00' },
    { key: '2', kind: 'change', name: 'EARLY', amount: '-24.00' },
  ])
})

test.each([
  ['taken off prices that contain it', true, 'taken-off'],
  ['left out of prices without it', false, 'left-out'],
])('with split payment the tax is %s', (_, isTaxIncluded, way) => {
  expect(orderLines(anOrder({}), { isTaxIncluded, isSplitPayment: true }).at(-1)).toMatchObject({ kind: 'tax', way })
})

test.each<[string, Partial<OrderSummary>]>([
  ['exempt', { displayVat: false }],
  ['free', { free: true, totalVAT: '0' }],
  ['without a rate', { vatPercentage: null }],
  ['without tax to pay', { totalVAT: '0' }],
])('an order that is %s has no tax line', (_, order) => {
  expect(orderLines(anOrder(order), INCLUDED)).toHaveLength(1)
})

test('only tickets are counted as tickets', () => {
  expect(ticketCount(anOrder({ summary: [tickets, discount, tickets] }))).toBe(4)
})
