import fc from 'fast-check'
import { minor } from '#domain/foundation/money/money.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { BookedService } from '#domain/order/pricing/services.ts'
import type { TicketToPrice } from '#domain/order/pricing/price-order.ts'
import type { AppliedTax, AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import { accessCode, code, dynamic, dynamicOrderCode, orderCode, serviceId, tax, tickets } from './priced-order.ts'

/** Orders as they may come: every status, every code, extras, passes, from nothing to 10,000.00. */

/** What tickets may have of their own in an order of this status: exempt ones among others. */
const OWN_STATUSES: Record<AppliedVatStatus, readonly AppliedVatStatus[]> = {
  NONE: [],
  INCLUDED: ['INCLUDED_EXEMPT', 'CUSTOM_INCLUDED_EXEMPT'],
  NOT_INCLUDED: ['NOT_INCLUDED_EXEMPT', 'CUSTOM_NOT_INCLUDED_EXEMPT'],
  INCLUDED_NOT_CHARGED: ['INCLUDED_EXEMPT'],
  NOT_INCLUDED_NOT_CHARGED: ['NOT_INCLUDED_EXEMPT'],
  INCLUDED_EXEMPT: [],
  NOT_INCLUDED_EXEMPT: [],
  CUSTOM_INCLUDED_EXEMPT: [],
  CUSTOM_NOT_INCLUDED_EXEMPT: [],
}

const ORDER_STATUSES = [
  'NONE',
  'INCLUDED',
  'NOT_INCLUDED',
  'INCLUDED_EXEMPT',
  'NOT_INCLUDED_EXEMPT',
  'INCLUDED_NOT_CHARGED',
  'NOT_INCLUDED_NOT_CHARGED',
] as const

export const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 1_000_000n }))

const anyRate = fc.integer({ min: 0, max: 3000 }).map(hundredths => (hundredths / 100).toFixed(2))

const anyPercent = fc.integer({ min: 0, max: 1000 }).map(tenths => `${(tenths / 10).toFixed(1)}%`)

const anyLimit = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })

/** Off tickets and extras one by one. */
export const anyItemCode: fc.Arbitrary<PromoCode> = fc.oneof(
  fc.tuple(anyPercent, anyLimit).map(([off, limit]) => code(off, ...limit)),
  fc.tuple(anyAmount, anyLimit).map(([off, limit]) => code(off, ...limit)),
)

export const anyCode: fc.Arbitrary<PromoCode | null> = fc.oneof(
  fc.constantFrom(null, accessCode),
  anyItemCode,
  fc.tuple(fc.oneof(anyPercent, anyAmount), anyLimit).map(([off, limit]) => dynamic(off, ...limit)),
  anyAmount.map(amount => orderCode(amount)),
  anyAmount.map(dynamicOrderCode),
)

export const anyTax: fc.Arbitrary<AppliedTax> = fc
  .tuple(fc.constantFrom(...ORDER_STATUSES), anyRate)
  .map(([status, rate]) => tax(status, rate))

export const anyEventTax = fc
  .tuple(fc.constantFrom('NONE', 'INCLUDED', 'NOT_INCLUDED'), anyRate)
  .map(([status, rate]) => tax(status, rate))

/** One price for each category, as long as it is sold. */
function anyTickets({ status }: AppliedTax): fc.Arbitrary<TicketToPrice[]> {
  const ownStatus = fc.constantFrom(undefined, undefined, ...OWN_STATUSES[status])
  const one = fc.record({
    category: fc.integer({ min: 1, max: 3 }),
    own: ownStatus,
    isCovered: fc.nat({ max: 5 }).map(roll => roll === 0),
  })
  return fc
    .tuple(fc.array(anyAmount, { minLength: 3, maxLength: 3 }), fc.array(one, { minLength: 1, maxLength: 8 }))
    .map(([prices, chosen]) =>
      chosen.flatMap(({ category, own, isCovered }) =>
        tickets(1, prices[category - 1] ?? 0n, { category, isCovered, ...(own && { status: own }) }),
      ),
    )
}

export const anyService: fc.Arbitrary<BookedService> = fc.record({
  id: fc.integer({ min: 1, max: 3 }).map(serviceId),
  type: fc.constantFrom('SUPPLEMENT', 'SUPPLEMENT', 'DONATION'),
  vat: fc.constantFrom('INHERITED', 'INHERITED', 'NONE'),
  source: anyAmount.map(minor),
  quantity: fc.integer({ min: 1, max: 5 }),
})

export const anyOrder = anyTax.chain(how =>
  fc.record({
    tickets: anyTickets(how),
    services: fc.array(anyService, { maxLength: 4 }),
    code: anyCode,
    tax: fc.constant(how),
  }),
)

export type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Order> ? Order : never
