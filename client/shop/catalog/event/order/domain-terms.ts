import type { AdditionalService as WireExtra, Event, ItemsByCategory } from '#contract/event.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import { categoryId } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { writtenAmount } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import type {
  AdditionalService,
  AdditionalServiceId,
  AutomaticCharge,
  OptionalCharge,
} from '#domain/catalog/price/additional-service.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import type { Discount, PromoCode } from '#domain/catalog/promo-code/promo-code.ts'

/** What decides what an order costs, as the wire sends it. */
export type Terms = {
  readonly event: Pick<Event, 'currency' | 'vat' | 'vatIncluded'>
  readonly items: Pick<ItemsByCategory, 'ticketCategories' | 'additionalServices'>
  /** What the visitor has typed in; undefined: nothing, or nothing good. */
  readonly code: EventCode | undefined
  /** What the organiser grants to this selection without a code. */
  readonly granted: DynamicDiscount | undefined
}

/** What the wire says in figures, as the price engine has it. */

export function taxOf({ vat, vatIncluded }: Pick<Event, 'vat' | 'vatIncluded'>): Tax {
  const rate = writtenPercentage(vat)
  return rate === 0n ? UNTAXED : { status: vatIncluded ? 'INCLUDED' : 'NOT_INCLUDED', percentage: rate }
}

/**
 * The code that prices are lowered by: the visitor's own before the organiser's rule; null for one that only opens a
 * category.
 */
export function loweringCode({ code, granted }: Pick<Terms, 'code' | 'granted'>, currency: Currency): PromoCode | null {
  if (code?.type === 'DISCOUNT') {
    const discount = discountOf(code.discountType, code.discountAmount ?? '', currency)
    return discount && { codeType: 'DISCOUNT', code: code.code, discount, categories: code.categories.map(categoryId) }
  }
  if (granted === undefined) return null
  const discount = discountOf(granted.discountType, granted.discount, currency)
  return discount && { codeType: 'DYNAMIC', discount, categories: granted.categories.map(categoryId) }
}

function discountOf(type: EventCode['discountType'], text: string, currency: Currency): Discount | null {
  if (type === 'PERCENTAGE') return { kind: type, percentage: writtenPercentage(text) }
  if (type === 'FIXED_AMOUNT' || type === 'FIXED_AMOUNT_RESERVATION') {
    return { kind: type, amount: writtenAmount(text, currency), currency }
  }
  return null
}

/** An extra as far as it has a price. */
export function pricedExtra(extra: WireExtra, currency: Currency): AdditionalService {
  const base = { id: extra.id as AdditionalServiceId, vat: extra.vatApplies ? 'INHERITED' : 'NONE' } as const
  if (extra.type === 'DONATION') return { ...base, type: 'DONATION', charge: optionalCharge(extra, currency) }
  return { ...base, type: 'SUPPLEMENT', charge: automaticCharge(extra, currency) ?? optionalCharge(extra, currency) }
}

function automaticCharge(extra: WireExtra, currency: Currency): AutomaticCharge | undefined {
  const { supplementPolicy: policy, formattedFinalPrice, minimumFee, maximumFee } = extra
  switch (policy) {
    case 'MANDATORY_ONE_FOR_TICKET':
      return { policy, price: writtenAmount(formattedFinalPrice, currency) }
    case 'MANDATORY_PERCENTAGE_FOR_TICKET':
    case 'MANDATORY_PERCENTAGE_RESERVATION':
      return {
        policy,
        percentage: writtenPercentage(formattedFinalPrice),
        minimum: minimumFee === null ? null : writtenAmount(minimumFee, currency),
        maximum: maximumFee === null ? null : writtenAmount(maximumFee, currency),
      }
    default:
      return undefined
  }
}

function optionalCharge(extra: WireExtra, currency: Currency): OptionalCharge {
  const { supplementPolicy: policy, maxQtyPerOrder, formattedFinalPrice, fixPrice } = extra
  const price = fixPrice ? writtenAmount(formattedFinalPrice, currency) : null
  return policy === 'OPTIONAL_MAX_AMOUNT_PER_TICKET' || policy === 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION'
    ? { policy, price, maxQtyPerOrder }
    : { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price }
}
