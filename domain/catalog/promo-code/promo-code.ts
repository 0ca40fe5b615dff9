import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { Percentage } from '#domain/foundation/money/percentage.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'

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
export function isValidIn(code: PromoCode, currency: Currency | null): boolean {
  if (code.codeType === 'ACCESS' || code.discount.kind === 'PERCENTAGE') return true
  return code.discount.currency === currency
}

/** Is the code for tickets of this category? An amount off the whole order ignores the limit (domain rules 2.1). */
export function isForCategory({ discount, categories }: LoweringCode, category: CategoryId): boolean {
  if (discount.kind === 'FIXED_AMOUNT_RESERVATION') return true
  return categories.length === 0 || categories.includes(category)
}

export type DiscountRuleId = number & { readonly brand: 'DiscountRuleId' }

/** What an organiser grants to a selection without a code: from so many tickets of its categories on (domain rules 2.1). */
export type DiscountRule = {
  readonly id: DiscountRuleId
  readonly minimumTickets: number
  readonly grants: LoweringCode & { readonly codeType: 'DYNAMIC' }
  /** The organiser's words; a language left out gets the shop's. */
  readonly message: LocalizedTexts
}

type SelectedTickets = { readonly categoryId: CategoryId; readonly quantity: number; readonly isPaid: boolean }

/**
 * The rule that a selection meets: of several, the one that asks for the most tickets, and of equals the first in the
 * organiser's order. A selection without any ticket that costs something meets none (domain rules 2.2).
 */
export function metRule(
  rules: readonly DiscountRule[],
  selection: readonly SelectedTickets[],
): DiscountRule | undefined {
  if (!selection.some(({ quantity, isPaid }) => isPaid && quantity > 0)) return undefined
  return rules
    .filter(rule => countedTickets(rule, selection) >= rule.minimumTickets)
    .sort((a, b) => b.minimumTickets - a.minimumTickets)[0]
}

/** Tickets of the rule's own categories, also where its amount is taken off the whole order. */
function countedTickets({ grants }: DiscountRule, selection: readonly SelectedTickets[]): number {
  return selection.reduce(
    (count, { categoryId, quantity }) => (isCounted(grants, categoryId) ? count + quantity : count),
    0,
  )
}

const isCounted = ({ categories }: LoweringCode, category: CategoryId): boolean =>
  categories.length === 0 || categories.includes(category)
