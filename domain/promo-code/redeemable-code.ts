import type { CategoryId } from '../catalog/category.ts'
import type { PromoCode } from './promo-code.ts'

export type PromoCodeId = number & { readonly brand: 'PromoCodeId' }
export type TokenId = bigint & { readonly brand: 'TokenId' }

/** A code that somebody may type, in the order in which it is looked up (domain rules 2.2). */
export type RedeemableCode =
  /** Buys one ticket of its hidden category, once. */
  | { readonly kind: 'token'; readonly id: TokenId; readonly code: string; readonly categoryId: CategoryId }
  | {
      readonly kind: 'promo-code'
      readonly id: PromoCodeId
      readonly promo: Exclude<PromoCode, { codeType: 'DYNAMIC' }>
      /** Tickets, in all reservations together; null: any number. */
      readonly maximumUsage: number | null
      /** Tickets in confirmed reservations. */
      readonly confirmedUses: number
    }
