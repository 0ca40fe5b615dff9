import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { AdditionalService as WireExtra } from '#contract/event.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import { type Minor, minor, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { printedPercentage, trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import { type AdditionalService, isOptional } from '#domain/catalog/price/additional-service.ts'
import { type RequestedService, bookServices, chooseServices } from '#domain/order/pricing/services.ts'
import { categoryPrice, servicePrice } from '#domain/order/pricing/catalogue-price.ts'
import { newTickets, priceOrder } from '#domain/order/pricing/price-order.ts'
import type { Tax } from '#domain/catalog/price/vat.ts'
import type { Discount, PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import { anyAmount, anyCode, anyEventTax } from '#tests/builders/any-order.ts'
import { CHF, cat, percent, serviceId } from '#tests/builders/priced-order.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import { anExtra } from '#tests/support/client/shown-extra.ts'
import { type Selection, choiceOf } from '../selection.ts'
import { runningTotal } from './running-total.ts'

/** A busy machine takes a while for so many orders. */
vi.setConfig({ testTimeout: 60_000 })

/** An order as the server has it: what is offered, and how much of it is chosen. */
type Offered = {
  readonly tax: Tax
  readonly prices: readonly Minor[]
  readonly counts: readonly number[]
  readonly services: readonly AdditionalService[]
  /** For each service: how many, or how much. */
  readonly choices: readonly { readonly quantity: number; readonly amount: Minor }[]
  readonly code: PromoCode | null
}

const anyMinor = anyAmount.map(minor)
const anyBound = fc.option(anyMinor)

const anyCharge = fc.oneof(
  anyMinor.map(price => ({ policy: 'MANDATORY_ONE_FOR_TICKET', price }) as const),
  fc.record({
    policy: fc.constantFrom('MANDATORY_PERCENTAGE_FOR_TICKET', 'MANDATORY_PERCENTAGE_RESERVATION'),
    percentage: fc.integer({ min: 0, max: 2500 }).map(hundredths => percent((hundredths / 100).toFixed(2))),
    minimum: anyBound,
    maximum: anyBound,
  }),
  fc.record({ policy: fc.constantFrom('OPTIONAL_UNLIMITED_AMOUNT', null), price: fc.option(anyMinor) }),
  fc.record({
    policy: fc.constantFrom('OPTIONAL_MAX_AMOUNT_PER_TICKET', 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION'),
    price: fc.option(anyMinor),
    maxQtyPerOrder: fc.integer({ min: 1, max: 4 }),
  }),
)

const anyService = fc
  .record({ charge: anyCharge, isDonation: fc.boolean(), vat: fc.constantFrom('INHERITED', 'NONE') })
  .map(
    ({ charge, isDonation, vat }) =>
      (id: number): AdditionalService =>
        isDonation && isOptional(charge)
          ? { id: serviceId(id), vat, type: 'DONATION', charge }
          : { id: serviceId(id), vat, type: 'SUPPLEMENT', charge },
  )

const anyOffered: fc.Arbitrary<Offered> = fc.record({
  tax: anyEventTax,
  prices: fc.array(anyMinor, { minLength: 3, maxLength: 3 }),
  counts: fc
    .array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 })
    .filter(counts => counts.some(count => count > 0)),
  services: fc
    .array(anyService, { maxLength: 4 })
    .map(services => services.map((service, position) => service(position + 1))),
  choices: fc.array(fc.record({ quantity: fc.integer({ min: 0, max: 4 }), amount: anyMinor }), {
    minLength: 4,
    maxLength: 4,
  }),
  code: anyCode,
})

/** What the server charges. */
function charged({ tax, prices, counts, services, choices, code }: Offered): string | undefined {
  const tickets = prices.flatMap((price, position) => newTickets(cat(position + 1), price, counts[position] ?? 0))
  const requested = services.flatMap((service, position): RequestedService[] => {
    const { quantity, amount } = choices[position] ?? { quantity: 0, amount: minor(0n) }
    const isOwnAmount = isOptional(service.charge) && service.charge.price === null
    return [{ serviceId: service.id, quantity: isOwnAmount ? 1 : quantity, amount: isOwnAmount ? amount : null }]
  })
  const chosen = chooseServices(requested, { services, isOnSale: () => true, tickets: tickets.length })
  if (!chosen.ok) return undefined
  const booked = bookServices({ tickets, onSale: services, chosen: chosen.value, code })
  return printedTotal(priceOrder({ tickets, services: booked, code, tax }).price.total, CHF)
}

/** What the page shows of the same, from the wire. */
function shown({ tax, prices, counts, services, choices, code }: Offered): string {
  const ticketCategories = prices.map((price, position) => {
    const { final, isFree } = categoryPrice({ id: cat(position + 1), price }, { code, currency: CHF, isOnSale: true })
    return aCategory({ id: position + 1, formattedFinalPrice: final, free: isFree, maximumSaleableTickets: 5 })
  })
  const items = { ticketCategories, additionalServices: services.map(service => onWire(service, code, tax)) }
  const selection: Selection = {
    tickets: Object.fromEntries(counts.map((count, position) => [position + 1, count])),
    extras: Object.fromEntries(choices.map(({ quantity }, position) => [position + 1, quantity])),
    amounts: Object.fromEntries(choices.map(({ amount }, position) => [position + 1, printed(amount, CHF)])),
  }
  const event = {
    currency: 'CHF',
    vat: tax.status === 'NONE' ? '0.00' : printedPercentage(tax.percentage, 2),
    vatIncluded: tax.status === 'INCLUDED',
  }
  const terms = { event, items, code: typedOnWire(code), granted: grantedOnWire(code) }
  return runningTotal(choiceOf(items, selection), terms, { language: 'en', discount: 'Discount' }).total
}

function onWire(service: AdditionalService, code: PromoCode | null, tax: Tax): WireExtra {
  const { charge } = service
  const price = servicePrice(service, { code, currency: CHF, tax })
  const bound = (amount: Minor | null) => (amount === null ? null : printed(amount, CHF))
  return anExtra({
    id: service.id,
    type: service.type,
    supplementPolicy: charge.policy,
    fixPrice: 'price' in charge && charge.price !== null,
    maxQtyPerOrder: 'maxQtyPerOrder' in charge ? charge.maxQtyPerOrder : 1,
    free: price.isFree,
    formattedFinalPrice: price.final,
    minimumFee: 'minimum' in charge ? bound(charge.minimum) : null,
    maximumFee: 'maximum' in charge ? bound(charge.maximum) : null,
    vatApplies: service.vat !== 'NONE',
  })
}

const figureOf = (discount: Discount): string =>
  discount.kind === 'PERCENTAGE' ? trimmedPercentage(discount.percentage) : printedTotal(discount.amount, CHF)

function typedOnWire(code: PromoCode | null): EventCode | undefined {
  if (code === null || code.codeType === 'DYNAMIC') return undefined
  if (code.codeType === 'ACCESS') {
    return { code: code.code, type: 'ACCESS', discountType: 'NONE', discountAmount: '0', categories: [] }
  }
  const { discount, categories } = code
  const discountAmount = figureOf(discount)
  return { code: code.code, type: 'DISCOUNT', discountType: discount.kind, discountAmount, categories: [...categories] }
}

function grantedOnWire(code: PromoCode | null): DynamicDiscount | undefined {
  if (code?.codeType !== 'DYNAMIC') return undefined
  const { discount, categories } = code
  return {
    discount: figureOf(discount),
    discountType: discount.kind,
    formattedMessage: {},
    categories: [...categories],
  }
}

test('the total that is shown is the total that is charged', () => {
  let compared = 0
  fc.assert(
    fc.property(anyOffered, offered => {
      const total = charged(offered)
      fc.pre(total !== undefined)
      compared++
      expect(shown(offered)).toBe(total)
    }),
    { numRuns: 5_000 },
  )
  expect(compared).toBeGreaterThanOrEqual(5_000)
})
