import { describe, expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { type PromoCode, isValidIn } from '#domain/catalog/promo-code/promo-code.ts'
import type { BookedService } from './services.ts'
import { type TicketToPrice, isFree, newTickets, priceOrder } from './price-order.ts'
import { pricePasses } from './passes.ts'
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
  tax,
  tickets,
} from '#tests/builders/priced-order.ts'
import { type AppliedTax, UNTAXED } from '#domain/catalog/price/vat.ts'

type Order = { of: TicketToPrice[]; and?: BookedService[]; with?: PromoCode; tax?: AppliedTax }
type Case = [rule: string, order: Order, price: [source: bigint, discount: bigint, vat: bigint, total: bigint]]

function priced({ of, and = [], with: promoCode, tax: how = UNTAXED }: Order) {
  return priceOrder({ tickets: of, services: and, code: promoCode ?? null, tax: how })
}

function costs(_rule: string, order: Order, [source, discount, vat, total]: Case[2]) {
  expect(priced(order).price).toEqual({ source, discount, vat, total })
}

const donation = (amount: bigint) => items(1, amount, { type: 'DONATION' })
const untaxed = (amount: bigint) => items(1, amount, { vat: 'NONE' })

describe('the VAT of an order is rounded once (domain rules 1.3)', () => {
  test.each<Case>([
    ['10 x 1.05 + 8 %: 0.84, not 0.80', { of: tickets(10, 105n), tax: onTop('8') }, [1050n, 0n, 84n, 1134n]],
    ['2 x 120.00 incl. 8.1 %', { of: tickets(2, 12000n), tax: included('8.1') }, [24000n, 0n, 1798n, 24000n]],
    ['10 x 10.00 incl. 21 %', { of: tickets(10, 1000n), tax: included('21') }, [10000n, 0n, 1736n, 10000n]],
    ['untaxed', { of: [...tickets(1, 1000n), ...tickets(3, 50n)] }, [1150n, 0n, 0n, 1150n]],
    ['half a cent goes up', { of: tickets(1, 5n), tax: onTop('10') }, [5n, 0n, 1n, 6n]],
    [
      'two prices, one rounding',
      { of: [...tickets(1, 333n), ...tickets(1, 667n)], tax: onTop('7.7') },
      [1000n, 0n, 77n, 1077n],
    ],
    ['free', { of: tickets(4, 0n), tax: included('7.7') }, [0n, 0n, 0n, 0n]],
    ['no tickets at all', { of: [], tax: onTop('7.7') }, [0n, 0n, 0n, 0n]],
    ['JPY 995', { of: tickets(1, 995n), tax: onTop('10') }, [995n, 0n, 100n, 1095n]],
    ['3 x JPY 333', { of: tickets(3, 333n), tax: onTop('10') }, [999n, 0n, 100n, 1099n]],
    ['3 x BHD 1.005', { of: tickets(3, 1005n), tax: onTop('5') }, [3015n, 0n, 151n, 3166n]],
    ['3 x BHD 1.005 incl.', { of: tickets(3, 1005n), tax: included('5') }, [3015n, 0n, 144n, 3015n]],
  ])('%s', costs)
})

describe('the status of the order decides what is charged (domain rules 1.2, 1.5)', () => {
  test.each<Case>([
    ['NONE', { of: tickets(1, 10000n), tax: tax('NONE', '10') }, [10000n, 0n, 0n, 10000n]],
    ['INCLUDED', { of: tickets(1, 10000n), tax: included('10') }, [10000n, 0n, 909n, 10000n]],
    ['NOT_INCLUDED', { of: tickets(1, 10000n), tax: onTop('10') }, [10000n, 0n, 1000n, 11000n]],
    ['INCLUDED_EXEMPT', { of: tickets(1, 10000n), tax: tax('INCLUDED_EXEMPT', '10') }, [9091n, 0n, 0n, 9091n]],
    [
      'NOT_INCLUDED_EXEMPT',
      { of: tickets(1, 10000n), tax: tax('NOT_INCLUDED_EXEMPT', '10') },
      [10000n, 0n, 0n, 10000n],
    ],
    ['INCLUDED_NOT_CHARGED', { of: tickets(10, 105n), tax: tax('INCLUDED_NOT_CHARGED', '8') }, [1050n, 0n, 78n, 972n]],
    [
      'NOT_INCLUDED_NOT_CHARGED',
      { of: tickets(10, 105n), tax: tax('NOT_INCLUDED_NOT_CHARGED', '8') },
      [1050n, 0n, 84n, 1050n],
    ],
  ])('%s', costs)
})

describe('the exemption is rounded for each ticket, and a ticket may have its own (domain rules 1.3, 1.6)', () => {
  const inPerson = (status?: 'INCLUDED_EXEMPT' | 'NOT_INCLUDED_EXEMPT') => tickets(2, 1000n, status && { status })
  const online = (status?: 'INCLUDED_EXEMPT' | 'NOT_INCLUDED_EXEMPT' | 'CUSTOM_INCLUDED_EXEMPT') =>
    tickets(2, 100n, status ? { status, category: 2 } : { category: 2 })
  test.each<Case>([
    ['all: 21.78', { of: [...inPerson(), ...online()], tax: tax('INCLUDED_EXEMPT', '1') }, [2178n, 0n, 0n, 2178n]],
    [
      'online: 21.98',
      { of: [...inPerson(), ...online('INCLUDED_EXEMPT')], tax: included('1') },
      [2198n, 0n, 20n, 2198n],
    ],
    [
      'in person: 21.80',
      { of: [...inPerson('INCLUDED_EXEMPT'), ...online()], tax: included('1') },
      [2180n, 0n, 2n, 2180n],
    ],
    ['neither: 22.00', { of: [...inPerson(), ...online()], tax: included('1') }, [2200n, 0n, 22n, 2200n]],
    [
      'custom: 21.98',
      { of: [...inPerson(), ...online('CUSTOM_INCLUDED_EXEMPT')], tax: included('1') },
      [2198n, 0n, 20n, 2198n],
    ],
    ['on top, all', { of: [...inPerson(), ...online()], tax: tax('NOT_INCLUDED_EXEMPT', '1') }, [2200n, 0n, 0n, 2200n]],
    [
      'on top, online',
      { of: [...inPerson(), ...online('NOT_INCLUDED_EXEMPT')], tax: onTop('1') },
      [2200n, 0n, 20n, 2220n],
    ],
    [
      'on top, in person',
      { of: [...inPerson('NOT_INCLUDED_EXEMPT'), ...online()], tax: onTop('1') },
      [2200n, 0n, 2n, 2202n],
    ],
    ['on top, neither', { of: [...inPerson(), ...online()], tax: onTop('1') }, [2200n, 0n, 22n, 2222n]],
    ['10 x 1.05: 9.70, not 9.72', { of: tickets(10, 105n), tax: tax('INCLUDED_EXEMPT', '8') }, [970n, 0n, 0n, 970n]],
    [
      'a ticket without tax in a taxed order',
      { of: [...tickets(1, 1000n), ...tickets(1, 500n, { status: 'NONE' })], tax: onTop('10') },
      [1500n, 0n, 100n, 1600n],
    ],
    [
      'a taxed ticket in an exempt order',
      { of: [...tickets(1, 1000n), ...tickets(1, 1000n, { status: 'INCLUDED' })], tax: tax('INCLUDED_EXEMPT', '1') },
      [1990n, 0n, 10n, 1990n],
    ],
  ])('%s', costs)
})

describe('a percentage is rounded for each ticket, before the VAT (domain rules 1.3, 2.1)', () => {
  const two = [...tickets(2, 1000n), ...tickets(1, 2000n, { category: 2 })]
  test.each<Case>([
    ['3 x 3.33 at 10 %: 0.99', { of: tickets(3, 333n), with: code('10%') }, [999n, 99n, 0n, 900n]],
    ['half a cent goes up', { of: tickets(1, 5n), with: code('10%') }, [5n, 1n, 0n, 4n]],
    ['2 x 9.99 at 15 %: 2 x 1.50', { of: tickets(2, 999n), with: code('15%') }, [1998n, 300n, 0n, 1698n]],
    ['12.5 % of 3.33', { of: tickets(1, 333n), with: code('12.5%') }, [333n, 42n, 0n, 291n]],
    ['10.5 % is not 11 %', { of: tickets(1, 1000n), with: code('10.5%') }, [1000n, 105n, 0n, 895n]],
    ['everything', { of: tickets(2, 1999n), with: code('100%'), tax: onTop('8') }, [3998n, 3998n, 0n, 0n]],
    ['nothing', { of: tickets(2, 1999n), with: code('0%') }, [3998n, 0n, 0n, 3998n]],
    ['for one category', { of: two, with: code('10%', 1) }, [4000n, 200n, 0n, 3800n]],
    ['for two categories', { of: two, with: code('10%', 1, 2) }, [4000n, 400n, 0n, 3600n]],
    ['for another category', { of: two, with: code('10%', 3) }, [4000n, 0n, 0n, 4000n]],
    [
      'VAT is added to the rest',
      { of: tickets(1, 10000n), with: code('10%'), tax: onTop('8') },
      [10000n, 1000n, 720n, 9720n],
    ],
    [
      'VAT is within the rest',
      { of: tickets(1, 10000n), with: code('10%'), tax: included('8.1') },
      [10000n, 1000n, 674n, 9000n],
    ],
    ['exempt', { of: tickets(1, 1000n), with: code('10%'), tax: tax('INCLUDED_EXEMPT', '1') }, [991n, 100n, 0n, 891n]],
    ['3 x JPY 333', { of: tickets(3, 333n), with: code('10%'), tax: onTop('10') }, [999n, 99n, 90n, 990n]],
    ['3 x BHD 3.335', { of: tickets(3, 3335n), with: code('10%') }, [10005n, 1002n, 0n, 9003n]],
    ['found by a rule', { of: tickets(3, 1000n), with: dynamic('10%') }, [3000n, 300n, 0n, 2700n]],
    ['found by a rule for a category', { of: two, with: dynamic('10%', 2) }, [4000n, 200n, 0n, 3800n]],
    ['an access code leaves prices alone', { of: tickets(1, 1000n), with: accessCode }, [1000n, 0n, 0n, 1000n]],
  ])('%s', costs)
})

describe('an amount off each ticket ends at its price (domain rules 1.4, 2.1)', () => {
  test.each<Case>([
    ['3 x 20.00 less 5.00', { of: tickets(3, 2000n), with: code(500n) }, [6000n, 1500n, 0n, 4500n]],
    ['3 x 3.00 less 5.00', { of: tickets(3, 300n), with: code(500n), tax: onTop('8') }, [900n, 900n, 0n, 0n]],
    ['20.00 and 3.00', { of: [...tickets(1, 2000n), ...tickets(1, 300n)], with: code(500n) }, [2300n, 800n, 0n, 1500n]],
    [
      'a free ticket stays free',
      { of: [...tickets(1, 0n), ...tickets(1, 2000n)], with: code(500n) },
      [2000n, 500n, 0n, 1500n],
    ],
    [
      'for one category',
      { of: [...tickets(1, 2000n), ...tickets(2, 900n, { category: 2 })], with: code(500n, 2) },
      [3800n, 1000n, 0n, 2800n],
    ],
    [
      'VAT is added to the rest',
      { of: tickets(2, 2000n), with: code(500n), tax: onTop('10') },
      [4000n, 1000n, 300n, 3300n],
    ],
    ['exempt', { of: tickets(1, 1000n), with: code(500n), tax: tax('INCLUDED_EXEMPT', '1') }, [995n, 500n, 0n, 495n]],
    [
      'extras keep their price (Q7)',
      { of: tickets(1, 2000n), and: [items(2, 1000n)], with: code(500n) },
      [4000n, 500n, 0n, 3500n],
    ],
    ['found by a rule', { of: tickets(2, 2000n), with: dynamic(500n) }, [4000n, 1000n, 0n, 3000n]],
  ])('%s', costs)
})

const exempt = tax('INCLUDED_EXEMPT', '10')

describe('an amount off the order is taken once, and never more than there is (domain rules 1.5; 13, Q2)', () => {
  test.each<Case>([
    ['3 x 20.00 less 5.00', { of: tickets(3, 2000n), with: orderCode(500n) }, [6000n, 500n, 0n, 5500n]],
    ['whatever the categories', { of: tickets(1, 2000n), with: orderCode(500n, 7) }, [2000n, 500n, 0n, 1500n]],
    [
      '2 x 10.00 less 50.00',
      { of: tickets(2, 1000n), with: orderCode(5000n), tax: onTop('8') },
      [2000n, 2000n, 0n, 0n],
    ],
    [
      '2 x 10.00 less 20.00',
      { of: tickets(2, 1000n), with: orderCode(2000n), tax: included('8') },
      [2000n, 2000n, 0n, 0n],
    ],
    ['extras too', { of: tickets(1, 1000n), and: [items(1, 500n)], with: orderCode(1200n) }, [1500n, 1200n, 0n, 300n]],
    [
      'VAT is added to the rest',
      { of: tickets(1, 10000n), with: orderCode(2000n), tax: onTop('10') },
      [10000n, 2000n, 800n, 8800n],
    ],
    [
      'VAT is within the rest',
      { of: tickets(1, 10000n), with: orderCode(2000n), tax: included('10') },
      [10000n, 2000n, 727n, 8000n],
    ],
    [
      'split payment',
      { of: tickets(1, 10000n), with: orderCode(2000n), tax: tax('INCLUDED_NOT_CHARGED', '10') },
      [10000n, 2000n, 727n, 7273n],
    ],
    ['80.00 / 1.1', { of: tickets(1, 10000n), with: orderCode(2000n), tax: exempt }, [9091n, 2000n, 0n, 7273n]],
    [
      'exempt, on top',
      { of: tickets(1, 10000n), with: orderCode(2000n), tax: tax('NOT_INCLUDED_EXEMPT', '10') },
      [10000n, 2000n, 0n, 8000n],
    ],
    [
      'exempt and all of it',
      { of: tickets(10, 105n), with: orderCode(1050n), tax: tax('INCLUDED_EXEMPT', '8') },
      [970n, 970n, 0n, 0n],
    ],
    [
      'exempt, less than net',
      { of: tickets(1, 1000n), with: orderCode(980n), tax: tax('INCLUDED_EXEMPT', '1') },
      [990n, 980n, 0n, 20n],
    ],
    ['exempt, over net', { of: tickets(1, 2000n), with: orderCode(1900n), tax: exempt }, [1818n, 1818n, 0n, 0n]],
    [
      'exempt with an extra, over net',
      { of: tickets(1, 1000n), and: [items(1, 1000n)], with: orderCode(1900n), tax: exempt },
      [1909n, 1909n, 0n, 0n],
    ],
    [
      'more than an exempt ticket costs',
      { of: tickets(1, 1000n, { status: 'INCLUDED_EXEMPT' }), with: orderCode(995n), tax: included('1') },
      [990n, 990n, 0n, 0n],
    ],
    ['found by a rule', { of: tickets(1, 2000n), with: dynamicOrderCode(500n) }, [2000n, 500n, 0n, 1500n]],
    [
      'more than the taxed part: no VAT, and none returned (Q4)',
      { of: tickets(1, 1000n), and: [untaxed(2000n)], with: orderCode(1500n), tax: onTop('10') },
      [3000n, 1500n, 0n, 1500n],
    ],
    [
      'more than the tickets that are not exempt',
      {
        of: [...tickets(1, 10000n, { status: 'NOT_INCLUDED_EXEMPT' }), ...tickets(1, 1000n, { category: 2 })],
        with: orderCode(5000n),
        tax: onTop('10'),
      },
      [11000n, 5000n, 0n, 6000n],
    ],
  ])('%s', costs)
})

describe('a ticket that a pass pays for is free and takes no other discount (domain rules 7.3; 13, Q3)', () => {
  const oneOfTwo = [...tickets(1, 2000n, { isCovered: true }), ...tickets(1, 2000n)]
  test.each<Case>([
    ['one of two', { of: oneOfTwo }, [4000n, 2000n, 0n, 2000n]],
    ['VAT within the other', { of: oneOfTwo, tax: included('10') }, [4000n, 2000n, 182n, 2000n]],
    ['VAT on the other', { of: oneOfTwo, tax: onTop('10') }, [4000n, 2000n, 200n, 2200n]],
    ['10 % of the other', { of: oneOfTwo, with: code('10%') }, [4000n, 2200n, 0n, 1800n]],
    ['5.00 off the other', { of: oneOfTwo, with: code(500n) }, [4000n, 2500n, 0n, 1500n]],
    ['5.00 off the order', { of: oneOfTwo, with: orderCode(500n) }, [4000n, 2500n, 0n, 1500n]],
    ['50.00 off the order', { of: oneOfTwo, with: orderCode(5000n), tax: onTop('10') }, [4000n, 4000n, 0n, 0n]],
    ['all: free', { of: tickets(2, 2000n, { isCovered: true }), tax: onTop('10') }, [4000n, 4000n, 0n, 0n]],
    [
      'extras stay payable',
      { of: tickets(1, 2000n, { isCovered: true }), and: [items(1, 500n)], tax: onTop('10') },
      [2500n, 2000n, 50n, 550n],
    ],
    [
      'exempt',
      { of: [...tickets(1, 1000n, { isCovered: true }), ...tickets(1, 1000n)], tax: tax('INCLUDED_EXEMPT', '1') },
      [1990n, 1000n, 0n, 990n],
    ],
  ])('%s', costs)
})

describe('extras (domain rules 1.5, 2.4, 3.1)', () => {
  const ticket = tickets(1, 10000n)
  const exempt = tax('INCLUDED_EXEMPT', '1')
  test.each<Case>([
    [
      'share the rounding of the VAT',
      { of: ticket, and: [items(2, 1000n)], tax: included('10') },
      [12000n, 0n, 1091n, 12000n],
    ],
    ['VAT is added', { of: ticket, and: [items(2, 1000n)], tax: onTop('10') }, [12000n, 0n, 1200n, 13200n]],
    ['without VAT', { of: ticket, and: [untaxed(1000n)], tax: onTop('10') }, [11000n, 0n, 1000n, 12000n]],
    [
      'without VAT, contained elsewhere',
      { of: ticket, and: [untaxed(1000n)], tax: included('10') },
      [11000n, 0n, 909n, 11000n],
    ],
    [
      'a percentage off each item',
      { of: ticket, and: [items(3, 333n)], with: code('10%') },
      [10999n, 1099n, 0n, 9900n],
    ],
    [
      'also off a category only',
      { of: ticket, and: [items(1, 1000n)], with: code('10%', 2) },
      [11000n, 100n, 0n, 10900n],
    ],
    ['donations never', { of: ticket, and: [donation(1000n)], with: code('10%') }, [11000n, 1000n, 0n, 10000n]],
    [
      'a rule is for tickets',
      { of: ticket, and: [items(1, 1000n)], with: dynamic('10%') },
      [11000n, 1000n, 0n, 10000n],
    ],
    [
      'a fee, discounted again: 98.10',
      { of: ticket, and: [items(1, 900n)], with: code('10%') },
      [10900n, 1090n, 0n, 9810n],
    ],
    [
      'exempt by the order (Q4)',
      { of: tickets(1, 1000n), and: [items(1, 1000n)], tax: exempt },
      [1990n, 0n, 0n, 1980n],
    ],
    [
      'exempt together: 9.72',
      { of: tickets(1, 0n), and: [items(10, 105n)], tax: tax('INCLUDED_EXEMPT', '8') },
      [1050n, 0n, 0n, 972n],
    ],
    [
      'exempt, on top',
      { of: ticket, and: [items(1, 1000n)], tax: tax('NOT_INCLUDED_EXEMPT', '10') },
      [11000n, 0n, 0n, 11000n],
    ],
    ['nothing to spare', { of: tickets(1, 1000n), and: [untaxed(1000n)], tax: exempt }, [1990n, 0n, 0n, 1990n]],
    [
      'not by the exemption of a ticket',
      { of: tickets(1, 1000n, { status: 'INCLUDED_EXEMPT' }), and: [items(1, 1000n)], tax: included('1') },
      [1990n, 0n, 10n, 1990n],
    ],
  ])('%s', costs)
})

describe('passes', () => {
  test.each<[string, AppliedTax, number, bigint[]]>([
    ['VAT within', included('7.7'), 1, [5000n, 0n, 357n, 5000n]],
    ['VAT on top', onTop('7.7'), 2, [10000n, 0n, 770n, 10770n]],
    ['exempt', tax('INCLUDED_EXEMPT', '7.7'), 1, [5000n, 0n, 0n, 4643n]],
  ])('%s', (_rule, how, quantity, [source, discount, vat, total]) => {
    expect(pricePasses({ source: minor(5000n), quantity }, how)).toEqual({ source, discount, vat, total })
  })
})

test('each ticket carries its own rounded figures, which may differ from those of the order', () => {
  const order = priced({ of: tickets(2, 105n), with: code('10%'), tax: onTop('8') })
  expect(order.tickets.map(({ price }) => price)).toEqual([
    { source: 105n, discount: 11n, vat: 8n, final: 102n },
    { source: 105n, discount: 11n, vat: 8n, final: 102n },
  ])
  expect(order.price).toEqual({ source: 210n, discount: 22n, vat: 15n, total: 203n })
})

test('each item of an extra carries its own figures', () => {
  const order = priced({ of: tickets(1, 0n), and: [items(2, 1000n)], with: code('10%'), tax: included('8') })
  expect(order.services.map(({ price, quantity }) => [price, quantity])).toEqual([
    [{ source: 1000n, discount: 100n, vat: 67n, final: 900n }, 2],
  ])
})

test('an order of nothing to pay is free, with an extra to pay it is not', () => {
  const covered = tickets(1, 2000n, { isCovered: true })
  expect(isFree(priced({ of: covered }).price)).toBe(true)
  expect(isFree(priced({ of: covered, and: [items(1, 1n)] }).price)).toBe(false)
})

test('new tickets have no status of their own, and no pass', () => {
  expect(newTickets(cat(1), minor(2000n), 2)).toEqual(tickets(2, 2000n))
})

test('an amount in another currency is an unknown code, a percentage is known everywhere', () => {
  expect([code(500n), orderCode(500n), code('10%'), accessCode].map(each => isValidIn(each, JPY))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect([code(500n), orderCode(500n)].map(each => isValidIn(each, CHF))).toEqual([true, true])
  expect(isValidIn(code(500n), null)).toBe(false)
})
