import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minus, printed, printedTotal, sum, times } from '#domain/foundation/money/money.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import { type PromoCode, isForCategory } from '#domain/catalog/promo-code/promo-code.ts'
import type { AdditionalService, AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { discountOnService, discountOnTicket, isForServices } from '#domain/catalog/price/discount.ts'
import { type TicketToPrice, afterDiscount, priceItem, priceOrder } from './price-order.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import { bookServices } from './services.ts'

/** What a catalogue shows: printed prices, before and after the visitor's code (domain rules 1.8). */
export type CataloguePrice = {
  readonly isFree: boolean
  readonly final: string
  readonly hasDiscount: boolean
  readonly discounted: string
}

type Catalogue = {
  /** The code that the visitor has typed in, known in this currency. */
  readonly code: PromoCode | null
  /** Null when nothing costs anything: then there is nothing to print. */
  readonly currency: Currency | null
}

/**
 * The price of a category as the organiser states it: before VAT when that is added, otherwise what is paid. It is
 * shown discounted, on the same basis, for a code of the visitor's that is for it while it is on sale; an amount off
 * the whole order does not change it.
 */
export function categoryPrice(
  category: Pick<Category, 'id' | 'price'>,
  { code, currency, isOnSale }: Catalogue & { readonly isOnSale: boolean },
): CataloguePrice {
  const { id, price } = category
  const hasDiscount = isOnSale && code?.codeType === 'DISCOUNT' && isForCategory(code, id)
  const discounted = minus(price, discountOnTicket(code, { source: price, categoryId: id }))
  const print = (amount: Minor) => (currency === null ? '' : printed(amount, currency))
  return { isFree: price === 0n, final: print(price), hasDiscount, discounted: hasDiscount ? print(discounted) : '' }
}

/**
 * The price of an extra: a fee by its percentage, an amount the visitor names as 0, any other as the organiser states
 * it. The discounted price is always stated and contains the VAT (shop contract 2).
 */
export function servicePrice(
  service: AdditionalService,
  { code, currency, tax }: Catalogue & { readonly tax: Tax },
): CataloguePrice {
  const { charge, type, vat } = service
  if ('percentage' in charge) return undiscounted(trimmedPercentage(charge.percentage))
  const print = (amount: Minor) => (currency === null ? '0' : printedTotal(amount, currency))
  if (charge.price === null) return undiscounted(print(ZERO))
  const source = charge.price
  const { final } = priceItem(source, vat === 'NONE' ? UNTAXED : tax, discountOnService(code, { source, type }))
  return {
    isFree: source === 0n,
    final: print(source),
    hasDiscount: isForServices(code) && type === 'SUPPLEMENT',
    discounted: print(final),
  }
}

const undiscounted = (text: string): CataloguePrice => ({
  isFree: false,
  final: text,
  hasDiscount: false,
  discounted: text,
})

/** What one ticket costs by itself, with everything that can't be avoided. The parts come to the total. */
type LeastPrice = {
  readonly total: Minor
  /** The ticket's own price after its discount. */
  readonly ticket: Minor
  /** The extras that come by themselves, each after its discount. */
  readonly fees: readonly { readonly id: AdditionalServiceId; readonly amount: Minor }[]
  /** VAT that is added to those prices; nothing where they contain it. */
  readonly vatOnTop: Minor
}

type OneTicket = {
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
