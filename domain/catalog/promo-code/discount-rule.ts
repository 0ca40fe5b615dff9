import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { LoweringCode } from './promo-code.ts'

export type DiscountRuleId = number & { readonly brand: 'DiscountRuleId' }

/** What an organiser grants to a selection without a code: from so many tickets of its categories on (domain rules 2.1). */
export type DiscountRule = {
  readonly id: DiscountRuleId
  readonly minimumTickets: number
  readonly grants: LoweringCode & { readonly codeType: 'DYNAMIC' }
  /** The organiser's words; a language left out gets the shop's. */
  readonly message: LocalizedTexts
}

export type SelectedTickets = { readonly categoryId: CategoryId; readonly quantity: number; readonly isPaid: boolean }

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
