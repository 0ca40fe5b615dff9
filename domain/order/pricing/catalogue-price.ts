import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minus, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import { type PromoCode, isForCategory } from '#domain/catalog/promo-code/promo-code.ts'
import type { AdditionalService } from '#domain/catalog/price/additional-service.ts'
import { discountOnService, discountOnTicket, isForServices } from '#domain/catalog/price/discount.ts'
import { priceItem } from './price-item.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'

/** What a catalogue shows: printed prices, before and after the visitor's code (domain rules 1.8). */
export type CataloguePrice = {
  readonly isFree: boolean
  readonly final: string
  readonly hasDiscount: boolean
  readonly discounted: string
}

export type Catalogue = {
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
