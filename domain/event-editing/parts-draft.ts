import type { Window } from '../instant.ts'
import type { Language, LocalizedTexts } from '../language/texts.ts'
import type { AutomaticCharge, OptionalCharge, ServiceType, ServiceVat } from '../pricing/additional-service.ts'
import type { Discount } from '../promo-code/promo-code.ts'

/** What is on the shelf beside the categories, as an organiser states it and after it passed all checks. */

/** A category by its id, or by its name while it is not stored. */
export type CategoryReference = number | string

/** An extra; `id` is null while it is not stored. */
export type ServiceDraft = {
  readonly id: number | null
  readonly type: ServiceType
  /** Nobody can be made to donate. */
  readonly charge: AutomaticCharge | OptionalCharge
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
  /** Units there are in all; null: any number. */
  readonly stock: number | null
  readonly maxQtyPerOrder: number
  readonly vat: ServiceVat
  readonly onSale: Window
  readonly ordinal: number
}

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

/** A discount that nobody types; `id` is null while it is not stored. */
export type DiscountDraft = {
  readonly id: number | null
  readonly minimumTickets: number
  readonly discount: Discount
  readonly categories: readonly CategoryReference[]
  readonly message: LocalizedTexts
}

/** An allow-list of e-mail addresses in small letters. */
export type GroupDraft = { readonly name: string; readonly members: readonly string[] }

export type GroupLinkType = 'ONCE_PER_VALUE' | 'LIMITED_QUANTITY' | 'UNLIMITED'
export type GroupMatchType = 'FULL' | 'EMAIL_DOMAIN'

/** Who may buy: the members of a group, so many tickets each (domain rules 8). */
export type GroupLinkDraft = {
  /** Its id, or its name. */
  readonly group: number | string
  readonly type: GroupLinkType
  readonly matchType: GroupMatchType
  /** Of LIMITED_QUANTITY only. */
  readonly maxAllocation: number | null
}

/** A text in place of the shop's own; a blank one gives the shop's own back. */
export type StatedText = { readonly language: Language; readonly key: string; readonly text: string }

/** What belongs to the organisation and may be stated with any of its events. */
export type OrganizerShelf = {
  /** Null: as they are stored. */
  readonly groups: readonly GroupDraft[] | null
  /** For all of its events. Null: as they are stored. */
  readonly promoCodes: readonly PromoCodeDraft[] | null
}
