import { describe, expect, test } from 'vitest'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minor, sum } from '#domain/foundation/money/money.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { AdditionalService } from '#domain/catalog/price/additional-service.ts'
import { type CataloguePrice, categoryPrice, leastPrice, servicePrice } from './catalogue-price.ts'
import {
  BHD,
  CHF,
  JPY,
  accessCode,
  cat,
  code,
  dynamic,
  included,
  onTop,
  orderCode,
  percent,
  serviceId,
} from '#tests/builders/priced-order.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import fc from 'fast-check'
import { anyEventTax } from '#tests/builders/any-order.ts'
import { newTicket } from './price-order.ts'

type CategoryCase = [
  rule: string,
  price: bigint,
  code: PromoCode | null,
  currency: Currency | null,
  final: string,
  discounted: string | null,
]

describe('the price of a category on sale (domain rules 1.8)', () => {
  test.each<CategoryCase>([
    ['without a code', 2000n, null, CHF, '20.00', null],
    ['free', 0n, null, CHF, '0.00', null],
    ['yen', 2000n, null, JPY, '2000', null],
    ['dinars', 2000n, null, BHD, '2.000', null],
    ['nothing costs anything', 0n, null, null, '', null],
    ['10 %', 2000n, code('10%'), CHF, '20.00', '18.00'],
    ['10 % for it', 2000n, code('10%', 1, 2), CHF, '20.00', '18.00'],
    ['10 % for another', 2000n, code('10%', 2), CHF, '20.00', null],
    ['10 % in yen', 333n, code('10%'), JPY, '333', '300'],
    ['10 % in dinars', 3335n, code('10%'), BHD, '3.335', '3.001'],
    ['10 % of free', 0n, code('10%'), CHF, '0.00', '0.00'],
    ['5.00 off', 2000n, code(500n), CHF, '20.00', '15.00'],
    ['5.00 off 3.00', 300n, code(500n), CHF, '3.00', '0.00'],
    ['5.00 off the order', 2000n, orderCode(500n), CHF, '20.00', '20.00'],
    ['an access code', 2000n, accessCode, CHF, '20.00', null],
    ['a rule for a selection', 2000n, dynamic('10%'), CHF, '20.00', null],
  ])('%s', (_rule, price, promoCode, currency, final, discounted) => {
    const shown = categoryPrice({ id: cat(1), price: minor(price) }, { code: promoCode, currency, isOnSale: true })
    const hasDiscount = discounted !== null
    expect(shown).toEqual({ isFree: price === 0n, final, hasDiscount, discounted: discounted ?? '' })
  })
})

test('a category that is not on sale shows no discount', () => {
  const shown = categoryPrice(
    { id: cat(1), price: minor(2000n) },
    { code: code('10%'), currency: CHF, isOnSale: false },
  )
  expect(shown).toMatchObject({ hasDiscount: false, discounted: '' })
})

type Charge = AdditionalService['charge']
const meal = (price: bigint | null, more: Partial<Pick<AdditionalService, 'vat'>> = {}) =>
  extra({ policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: amount(price) }, more)
const amount = (price: bigint | null): Minor | null => (price === null ? null : minor(price))
const gift = (price: bigint | null): AdditionalService => ({
  id: serviceId(1),
  type: 'DONATION',
  vat: 'NONE',
  charge: { policy: null, price: amount(price) },
})
const fee = (rate: string) =>
  extra({ policy: 'MANDATORY_PERCENTAGE_FOR_TICKET', percentage: percent(rate), minimum: null, maximum: null })

function extra(charge: Charge, more: Partial<Pick<AdditionalService, 'vat'>> = {}): AdditionalService {
  return { id: serviceId(1), type: 'SUPPLEMENT', vat: 'INHERITED', charge, ...more }
}

type ServiceCase = [
  rule: string,
  service: AdditionalService,
  facts: { code?: PromoCode; tax?: Tax; currency?: Currency | null },
  CataloguePrice,
]
const shows = (final: string, discounted: string, hasDiscount = false, isFree = false) => ({
  isFree,
  final,
  hasDiscount,
  discounted,
})

describe('the price of an extra (domain rules 1.8, shop contract 2)', () => {
  test.each<ServiceCase>([
    ['fixed', meal(1000n), {}, shows('10.00', '10.00')],
    ['free', meal(0n), {}, shows('0', '0', false, true)],
    ['in yen', meal(1000n), { currency: JPY }, shows('1000', '1000')],
    ['in dinars', meal(1000n), { currency: BHD }, shows('1.000', '1.000')],
    ['where nothing costs anything', meal(0n), { currency: null }, shows('0', '0', false, true)],
    ['a percentage', fee('2.50'), {}, shows('2.5', '2.5')],
    ['a round percentage', fee('10'), { code: code('10%') }, shows('10', '10')],
    [
      'one for each ticket',
      extra({ policy: 'MANDATORY_ONE_FOR_TICKET', price: minor(300n) }),
      {},
      shows('3.00', '3.00'),
    ],
    ['an amount to be named', meal(null), {}, shows('0', '0')],
    ['a gift', gift(null), { code: code('10%') }, shows('0', '0')],
    ['a fixed gift is never reduced', gift(1000n), { code: code('10%') }, shows('10.00', '10.00')],
    ['10 %', meal(1000n), { code: code('10%') }, shows('10.00', '9.00', true)],
    ['10 % for some category', meal(1000n), { code: code('10%', 2) }, shows('10.00', '9.00', true)],
    ['VAT is shown in the discounted price only', meal(1000n), { tax: onTop('8') }, shows('10.00', '10.80')],
    ['VAT after the discount', meal(1000n), { code: code('10%'), tax: onTop('8') }, shows('10.00', '9.72', true)],
    ['VAT is within', meal(1000n), { code: code('10%'), tax: included('8') }, shows('10.00', '9.00', true)],
    ['no VAT on it', meal(1000n, { vat: 'NONE' }), { tax: onTop('8') }, shows('10.00', '10.00')],
    ['5.00 off tickets (Q7)', meal(1000n), { code: code(500n) }, shows('10.00', '10.00')],
    ['5.00 off the order', meal(1000n), { code: orderCode(500n) }, shows('10.00', '10.00')],
  ])('%s', (_rule, service, { code: promoCode = null, tax = UNTAXED, currency = CHF }, expected) => {
    expect(servicePrice(service, { code: promoCode, currency, tax })).toEqual(expected)
  })
})

const forEachTicket = (id: number, price: bigint): AdditionalService => ({
  id: serviceId(id),
  type: 'SUPPLEMENT',
  vat: 'INHERITED',
  charge: { policy: 'MANDATORY_ONE_FOR_TICKET', price: minor(price) },
})

const share = (
  id: number,
  policy: 'MANDATORY_PERCENTAGE_FOR_TICKET' | 'MANDATORY_PERCENTAGE_RESERVATION',
  rate: string,
  minimum: bigint | null = null,
): AdditionalService => ({
  id: serviceId(id),
  type: 'SUPPLEMENT',
  vat: 'INHERITED',
  charge: { policy, percentage: percent(rate), minimum: minimum === null ? null : minor(minimum), maximum: null },
})

const donation: AdditionalService = {
  id: serviceId(9),
  type: 'DONATION',
  vat: 'NONE',
  charge: { policy: null, price: minor(500n) },
}

const ticket = newTicket(cat(1), minor(1500n))
const sixty = newTicket(cat(1), minor(6000n))

test('a fee that comes by itself is in the price of the ticket', () => {
  const least = leastPrice({ ticket, onSale: [forEachTicket(1, 200n), donation], code: null, tax: UNTAXED })
  expect(least).toEqual({ total: 1700n, ticket: 1500n, fees: [{ id: 1, amount: 200n }], vatOnTop: 0n })
})

test('VAT on top is in it, VAT within is not added', () => {
  expect(leastPrice({ ticket: sixty, onSale: [], code: null, tax: onTop('19') })).toEqual({
    total: 7140n,
    ticket: 6000n,
    fees: [],
    vatOnTop: 1140n,
  })
  expect(leastPrice({ ticket: sixty, onSale: [], code: null, tax: included('19') })).toMatchObject({
    total: 6000n,
    vatOnTop: 0n,
  })
})

test('shares of the ticket and of the order are in it, with their minimum', () => {
  const onSale = [
    share(1, 'MANDATORY_PERCENTAGE_FOR_TICKET', '10'),
    share(2, 'MANDATORY_PERCENTAGE_RESERVATION', '5'),
    share(3, 'MANDATORY_PERCENTAGE_RESERVATION', '1', 250n),
  ]
  expect(leastPrice({ ticket: sixty, onSale, code: null, tax: onTop('10') })).toEqual({
    total: 7898n,
    ticket: 6000n,
    fees: [
      { id: 1, amount: 600n },
      { id: 2, amount: 330n },
      { id: 3, amount: 250n },
    ],
    vatOnTop: 718n,
  })
})

test('a code lowers it as it lowers the order, an amount off the whole order does not', () => {
  const onSale = [forEachTicket(1, 200n)]
  expect(leastPrice({ ticket, onSale, code: code('10%'), tax: UNTAXED }).total).toBe(1530n)
  expect(leastPrice({ ticket, onSale, code: orderCode(500n), tax: UNTAXED }).total).toBe(1700n)
})

test('its parts come to its total', () => {
  fc.assert(
    fc.property(
      anyEventTax,
      fc.bigInt({ min: 0n, max: 100_000n }),
      fc.bigInt({ min: 0n, max: 5_000n }),
      fc.integer({ min: 0, max: 3_000 }),
      (tax, price, fee, hundredths) => {
        const rate = (hundredths / 100).toFixed(2)
        const onSale = [forEachTicket(1, fee), share(2, 'MANDATORY_PERCENTAGE_RESERVATION', rate)]
        const least = leastPrice({ ticket: newTicket(cat(1), minor(price)), onSale, code: null, tax })
        expect(sum([least.ticket, ...least.fees.map(({ amount }) => amount), least.vatOnTop])).toBe(least.total)
        expect(least.vatOnTop >= 0n).toBe(true)
      },
    ),
  )
})
