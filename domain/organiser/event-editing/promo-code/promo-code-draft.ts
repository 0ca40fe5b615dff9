import type { Window } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import type { CategoryReference } from '../category/category-draft.ts'

/** What a code does: it lowers prices, of all categories when none is named, or opens one hidden category. */
export type CodeEffect =
  | { readonly codeType: 'DISCOUNT'; readonly discount: Discount; readonly categories: readonly CategoryReference[] }
  | { readonly codeType: 'ACCESS'; readonly hiddenCategory: CategoryReference }

/** A code, in capital letters; `id` is null while it is not stored. */
export type PromoCodeDraft = {
  readonly id: number | null
  readonly code: string
  readonly effect: CodeEffect
  /** Tickets, in all reservations together; null: any number. */
  readonly maxUsage: number | null
  readonly valid: Window
}

/** A discount without a code to type; `id` is null while it is not stored. */
export type DiscountDraft = {
  readonly id: number | null
  readonly minimumTickets: number
  readonly discount: Discount
  readonly categories: readonly CategoryReference[]
  readonly message: LocalizedTexts
}
