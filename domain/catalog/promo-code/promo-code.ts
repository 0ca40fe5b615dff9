import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { Percentage } from '#domain/foundation/money/percentage.ts'

/**
 * What a code takes off (domain rules 2.1): at most 100 percent of each ticket and supplement; an amount of each
 * ticket, capped at its price; an amount of the whole order, once.
 */
export type Discount =
  | { readonly kind: 'PERCENTAGE'; readonly percentage: Percentage }
  | { readonly kind: 'FIXED_AMOUNT'; readonly amount: Minor; readonly currency: Currency }
  | { readonly kind: 'FIXED_AMOUNT_RESERVATION'; readonly amount: Minor; readonly currency: Currency }

/** A code that lowers prices. */
type Lowering = {
  readonly discount: Discount
  /** It is for tickets of these categories only; empty: for all. */
  readonly categories: readonly CategoryId[]
}

/**
 * The three kinds of codes (domain rules 2.1): ACCESS opens one hidden category and leaves prices alone, DISCOUNT is
 * typed in and lowers prices, DYNAMIC is never typed: a rule of the organiser applies it to a selection.
 */
export type PromoCode =
  | { readonly codeType: 'ACCESS'; readonly code: string; readonly hiddenCategory: CategoryId }
  | (Lowering & { readonly codeType: 'DISCOUNT'; readonly code: string })
  | (Lowering & { readonly codeType: 'DYNAMIC' })

export type LoweringCode = Exclude<PromoCode, { codeType: 'ACCESS' }>

/** A fixed amount in another currency counts as an unknown code (domain rules 2.1). */
export function isKnownIn(code: PromoCode, currency: Currency | null): boolean {
  if (code.codeType === 'ACCESS' || code.discount.kind === 'PERCENTAGE') return true
  return code.discount.currency === currency
}

/** Is the code for tickets of this category? An amount off the whole order ignores the limit (domain rules 2.1). */
export function isForCategory({ discount, categories }: LoweringCode, category: CategoryId): boolean {
  if (discount.kind === 'FIXED_AMOUNT_RESERVATION') return true
  return categories.length === 0 || categories.includes(category)
}
