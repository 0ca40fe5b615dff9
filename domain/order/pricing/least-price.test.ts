import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyEventTax } from '#tests/builders/any-order.ts'
import { cat, code, included, onTop, orderCode, percent, serviceId } from '#tests/builders/priced-order.ts'
import { minor, sum } from '#domain/foundation/money/money.ts'
import type { AdditionalService } from '#domain/catalog/price/additional-service.ts'
import { leastPrice } from './catalogue-price.ts'
import { newTicket } from './price-order.ts'
import { UNTAXED } from '#domain/catalog/price/vat.ts'

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
