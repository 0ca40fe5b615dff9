import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type PromoCode, isForCategory } from './promo-code.ts'

export type PromoCodeId = number & { readonly brand: 'PromoCodeId' }
export type TokenId = bigint & { readonly brand: 'TokenId' }

/** A code of the organiser's as it is stored, whether or not it is valid now. */
export type StoredCode = {
  readonly kind: 'promo-code'
  readonly id: PromoCodeId
  readonly promo: Exclude<PromoCode, { codeType: 'DYNAMIC' }>
  /** Tickets, in all reservations together; null: any number. */
  readonly maximumUsage: number | null
}

/** Buys one ticket of its hidden category, once. */
export type Token = {
  readonly kind: 'token'
  readonly id: TokenId
  readonly code: string
  readonly categoryId: CategoryId
}

/** A code that a buyer may type, in the order in which it is looked up (domain rules 2.2). */
export type RedeemableCode =
  | Token
  | (StoredCode & {
      /** Tickets in reservations that count as a use. They are counted for a limited code only; otherwise 0. */
      readonly uses: number
    })

/** The code by its effect on prices: a token has none. */
export function codeForPricing(code: RedeemableCode | StoredCode | undefined): StoredCode['promo'] | null {
  return code?.kind === 'promo-code' ? code.promo : null
}

/** For how many tickets more a code may be used, never negative; null: for any number. */
export function usesLeft(code: RedeemableCode): number | null {
  if (code.kind === 'token') return 1
  return code.maximumUsage === null ? null : Math.max(0, code.maximumUsage - code.uses)
}

/**
 * The categories whose tickets use a code up: those it is for (domain rules 2.3). Empty: tickets of any category, as
 * for an amount off the whole order, which knows no categories.
 */
export function countedCategories(promo: StoredCode['promo']): readonly CategoryId[] {
  if (promo.codeType === 'ACCESS') return [promo.hiddenCategory]
  return promo.discount.kind === 'FIXED_AMOUNT_RESERVATION' ? [] : promo.categories
}

/** Does the code have to do with tickets of this category: is it its discount, or the key to it? */
export function concerns(code: RedeemableCode, category: CategoryId): boolean {
  if (code.kind === 'token') return code.categoryId === category
  const { promo } = code
  return promo.codeType === 'ACCESS' ? promo.hiddenCategory === category : isForCategory(promo, category)
}

/**
 * How many tickets of a category one order may show as its maximum: the usual one, lowered to the uses a code has left;
 * an access code has a maximum of its own, for its category only (domain rules 2.5; 13, Q6).
 */
export function maximumWithCode(code: RedeemableCode | undefined, category: CategoryId, usual: number): number {
  if (!code || !concerns(code, category)) return usual
  const left = usesLeft(code)
  if (left === null) return usual
  return code.kind === 'promo-code' && code.promo.codeType === 'ACCESS' ? left : Math.min(usual, left)
}

/** The hidden category that a code opens; undefined for one that lowers prices. */
export function openedCategory(code: RedeemableCode): CategoryId | undefined {
  if (code.kind === 'token') return code.categoryId
  return code.promo.codeType === 'ACCESS' ? code.promo.hiddenCategory : undefined
}
