import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { minor, minus, plus, printed, sum, times } from '#domain/foundation/money/money.ts'
import { categoryPrice, servicePrice } from './catalogue-price.ts'
import { discountOnOrder, discountOnService } from '#domain/catalog/price/discount.ts'
import { orderRows } from './order-rows.ts'
import { type OrderPrice, listedPrice, newTickets, priceOrder } from './price-order.ts'
import { CHF, cat, items, tickets } from '#tests/builders/priced-order.ts'
import { type AnyOrder, anyAmount, anyEventTax, anyItemCode, anyOrder } from '#tests/builders/any-order.ts'
import { type AppliedTax, isExempt, taxed, withoutVat } from '#domain/catalog/price/vat.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'

/** Orders that each rule is tried with. */
const ORDERS = isLongRun() ? 10_000 : 2_000
/** A busy machine takes a while for them. */
vi.setConfig({ testTimeout: 60_000 })

/** Tries them all; fast-check prints the seed of a failure, which can be given here to repeat it. */
function always(holds: (order: AnyOrder) => void): void {
  fc.assert(fc.property(anyOrder, holds), { numRuns: ORDERS })
}

/** What the rows come to, and the VAT that is added or paid elsewhere, which is in no row (domain rules 1.5). */
function totalFrom(listed: bigint, { vat }: OrderPrice, { status }: AppliedTax): bigint {
  if (status === 'NOT_INCLUDED') return listed + vat
  return status === 'INCLUDED_NOT_CHARGED' ? listed - vat : listed
}

/** An order that is exempt as a whole is also spared the VAT in its extras, less that in an amount off it. */
function sparedVat({ tax, services, code }: AnyOrder): bigint {
  if (tax.status !== 'INCLUDED_EXEMPT') return 0n
  const extras = services.filter(({ vat }) => vat === 'INHERITED')
  const left = sum(extras.map(extra => times(minus(extra.source, discountOnService(code, extra)), extra.quantity)))
  const taxable = minus(left, discountOnOrder(code))
  return taxable - withoutVat(taxable, tax)
}

test('nothing is negative', () => {
  always(order => {
    const { tickets: priced, services, price } = priceOrder(order)
    for (const { price: own } of [...priced, ...services]) {
      expect([own.source, own.discount, own.vat, own.final].every(amount => amount >= 0n)).toBe(true)
    }
    expect([price.source, price.discount, price.vat, price.total].every(amount => amount >= 0n)).toBe(true)
  })
})

test('a discount is never above the price', () => {
  always(order => {
    const { tickets: priced, services, price } = priceOrder(order)
    expect([...priced, ...services].every(({ price: own }) => own.discount <= own.source)).toBe(true)
    expect(price.discount).toBeLessThanOrEqual(price.source)
  })
})

test('the parts sum to the whole', () => {
  always(order => {
    const { tickets: priced, services, price } = priceOrder(order)
    const listed = sum([
      ...priced.map(ticket => listedPrice(ticket.price, ticket.status ?? order.tax.status)),
      ...services.map(service => times(service.price.source, service.quantity)),
    ])
    expect(price.source).toBe(listed)
    fc.pre(price.total > 0n)
    const ownDiscounts = sum([
      ...priced.map(ticket => ticket.price.discount),
      ...services.map(service => times(service.price.discount, service.quantity)),
    ])
    const listedLess = listed - ownDiscounts - discountOnOrder(order.code)
    expect(price.total).toBe(totalFrom(listedLess, price, order.tax) - sparedVat(order))
  })
})

test('the rows come to the total', () => {
  always(order => {
    const priced = priceOrder(order)
    const rows = orderRows({
      ...priced,
      categories: [1, 2, 3].map(id => ({ id: cat(id), name: `Category ${id}` })),
      services: priced.services.map(service => ({ ...service, title: `Extra ${service.id}` })),
      discount: order.code && { code: order.code, name: 'CODE' },
      passTitle: 'Season pass',
      tax: order.tax,
    })
    const rowTotal = sum(rows.map(row => (row.kind === 'TAX_DETAIL' ? minor(0n) : row.subTotal)))
    expect(rowTotal).toBe(priced.price.source - priced.price.discount)
    const ofTickets = rows.flatMap(row => (row.kind === 'TICKET' ? [row] : []))
    expect(ofTickets.reduce((count, { quantity }) => count + quantity, 0)).toBe(order.tickets.length)
    expect(ofTickets.every(({ unit, quantity, subTotal }) => times(unit, quantity) === subTotal)).toBe(true)
    fc.pre(sparedVat(order) === 0n)
    expect(priced.price.total).toBe(totalFrom(rowTotal, priced.price, order.tax))
  })
})

test('the order of tickets and extras does not matter', () => {
  always(order => {
    const reversed = { ...order, tickets: order.tickets.toReversed(), services: order.services.toReversed() }
    expect(priceOrder(reversed).price).toEqual(priceOrder(order).price)
  })
})

test('how items are split over lines does not matter', () => {
  always(order => {
    const services = order.services.flatMap(service =>
      Array.from({ length: service.quantity }, () => ({ ...service, quantity: 1 })),
    )
    expect(priceOrder({ ...order, services }).price).toEqual(priceOrder(order).price)
  })
})

test('a covered ticket costs nothing', () => {
  always(order => {
    const { tickets: priced, price } = priceOrder(order)
    expect(priced.every(({ isCovered, price: own }) => !isCovered || own.final === 0n)).toBe(true)
    const others = priceOrder({ ...order, tickets: order.tickets.filter(({ isCovered }) => !isCovered) }).price
    expect({ vat: price.vat, total: price.total }).toEqual({ vat: others.vat, total: others.total })
  })
})

test('no code makes an order dearer', () => {
  always(order => {
    const { price } = priceOrder(order)
    const without = priceOrder({ ...order, code: null }).price
    expect(price.total).toBeLessThanOrEqual(without.total)
    expect(price.vat).toBeLessThanOrEqual(without.vat)
  })
})

test('an order that is exempt as a whole shows no VAT', () => {
  always(order => {
    fc.pre(isExempt(order.tax.status))
    expect(priceOrder(order).price.vat).toBe(0n)
  })
})

test('the VAT of an order is that of its items, but for a unit each', () => {
  always(order => {
    fc.pre(discountOnOrder(order.code) === 0n)
    const { tickets: priced, services, price } = priceOrder(order)
    const own = sum(
      [...priced, ...services.flatMap(service => Array.from({ length: service.quantity }, () => service))].map(
        item => item.price.vat,
      ),
    )
    const count = priced.length + services.reduce((total, { quantity }) => total + quantity, 0)
    const difference = own > price.vat ? own - price.vat : price.vat - own
    expect(difference).toBeLessThanOrEqual(BigInt(count))
  })
})

test('the price shown on a category is the price charged', () => {
  fc.assert(
    fc.property(
      anyAmount.map(minor),
      fc.option(anyItemCode),
      anyEventTax,
      fc.integer({ min: 1, max: 20 }),
      (price, code, tax, quantity) => {
        const shown = categoryPrice({ id: cat(1), price }, { code, currency: CHF, isOnSale: true })
        const order = priceOrder({ tickets: newTickets(cat(1), price, quantity), services: [], code, tax }).price
        const charged = order.source - order.discount
        expect(shown.hasDiscount ? shown.discounted : shown.final).toBe(printed(minor(charged / BigInt(quantity)), CHF))
        expect(charged % BigInt(quantity)).toBe(0n)
        expect(order.total).toBe(taxed(minor(charged), tax).final)
      },
    ),
    { numRuns: ORDERS },
  )
})

test('the discounted price shown on an extra is the price charged', () => {
  fc.assert(
    fc.property(
      anyAmount.map(minor),
      fc.option(anyItemCode),
      anyEventTax,
      fc.constantFrom('INHERITED', 'NONE'),
      (price, code, tax, vat) => {
        const charge = { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price } as const
        const extra = items(1, price, { vat })
        const shown = servicePrice({ ...extra, type: 'SUPPLEMENT', charge }, { code, currency: CHF, tax })
        const { total } = priceOrder({ tickets: tickets(1, 0n), services: [extra], code, tax }).price
        expect(shown.discounted).toBe(total === 0n ? '0' : printed(total, CHF))
      },
    ),
    { numRuns: ORDERS },
  )
})

test('what is within a price and what is left of it make the price', () => {
  fc.assert(
    fc.property(anyAmount.map(minor), anyEventTax, (amount, tax) => {
      const { vat, final } = taxed(amount, tax)
      expect(plus(withoutVat(amount, tax), vat)).toBe(tax.status === 'INCLUDED' ? amount : final)
    }),
    { numRuns: ORDERS },
  )
})
