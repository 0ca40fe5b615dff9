import { type Minor, ZERO, minus, sum, times } from '#domain/foundation/money/money.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { AdditionalService, AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { bookServices } from './book-services.ts'
import { afterDiscount } from './price-item.ts'
import { type TicketToPrice, priceOrder } from './price-order.ts'
import type { Tax } from '#domain/catalog/price/vat.ts'

/** What one ticket costs by itself, with everything that can't be avoided. The parts come to the total. */
export type LeastPrice = {
  readonly total: Minor
  /** The ticket's own price after its discount. */
  readonly ticket: Minor
  /** The extras that come by themselves, each after its discount. */
  readonly fees: readonly { readonly id: AdditionalServiceId; readonly amount: Minor }[]
  /** VAT that is added to those prices; nothing where they contain it. */
  readonly vatOnTop: Minor
}

export type OneTicket = {
  readonly ticket: TicketToPrice
  /** The extras that can be had now. */
  readonly onSale: readonly AdditionalService[]
  readonly code: PromoCode | null
  readonly tax: Tax
}

/**
 * The total of an order of this ticket alone and without anything optional: the least a private buyer can pay for it. An
 * amount off the whole order is left out, as in every price of the catalogue (domain rules 1.8).
 */
export function leastPrice({ ticket, onSale, code, tax }: OneTicket): LeastPrice {
  const itemCode = code !== null && isOffTheOrder(code) ? null : code
  const tickets = [ticket]
  const services = bookServices({ tickets, onSale, chosen: [], code: itemCode })
  const order = priceOrder({ tickets, services, code: itemCode, tax })
  const own = sum(order.tickets.map(({ price }) => afterDiscount(price)))
  const fees = order.services.map(({ id, price, quantity }) => ({ id, amount: times(afterDiscount(price), quantity) }))
  const parts = sum([own, ...fees.map(({ amount }) => amount)])
  return {
    total: order.price.total,
    ticket: own,
    fees: fees.filter(({ amount }) => amount > ZERO),
    vatOnTop: minus(order.price.total, parts),
  }
}

const isOffTheOrder = (code: PromoCode): boolean =>
  code.codeType !== 'ACCESS' && code.discount.kind === 'FIXED_AMOUNT_RESERVATION'
