import type { AccessType, SeatSource } from '#domain/catalog/catalog/category.ts'
import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { EventFacts } from '#domain/catalog/catalog/event-facts.ts'
import type { CallLink, EventFormat } from '#domain/catalog/catalog/event.ts'
import type { FieldOption, FieldType } from '#domain/catalog/fields/field.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type {
  AutomaticCharge,
  OptionalCharge,
  ServiceType,
  ServiceVat,
} from '#domain/catalog/price/additional-service.ts'
import type { Tax } from '#domain/catalog/price/vat.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import type { Instant, Window } from '#domain/foundation/instant.ts'
import type { Language, LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { PollStatus } from '#domain/ticket/poll/poll.ts'

/** An event and its parts after all checks, ready to be stored. The `id` of a part is null while it is not stored. */
export type EventDraft = {
  readonly slug: string
  readonly title: string
  readonly languages: readonly Language[]
  readonly description: LocalizedTexts
  readonly shortDescription: LocalizedTexts
  readonly format: EventFormat
  readonly location: string | null
  readonly coordinates: { readonly latitude: string; readonly longitude: string } | null
  readonly timeZone: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly websiteUrl: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  readonly isFreeOfCharge: boolean
  readonly seats: number
  readonly currency: Currency | null
  readonly tax: Tax
  readonly paymentProxies: readonly PaymentProxy[]
  readonly status: PublicationStatus
  readonly tags: readonly string[]
  readonly callLinks: readonly CallLink[]
  readonly facts: EventFacts
  readonly settings: readonly StatedSetting[]
  readonly categories: readonly CategoryDraft[]
  readonly services: readonly ServiceDraft[]
  readonly promoCodes: readonly PromoCodeDraft[]
  readonly discounts: readonly DiscountDraft[]
  readonly groupLink: GroupLinkDraft | null
  readonly polls: readonly PollDraft[]
  readonly fields: readonly FieldDraft[]
  readonly texts: readonly StatedText[]
  readonly organizer: OrganizerDraft
}

/** A text in place of the shop's own; a blank one restores the shop's own. */
export type StatedText = { readonly language: Language; readonly key: string; readonly text: string }

/** A setting as the organiser states it, null to state it no more; key and value are checked where settings are defined. */
export type StatedSetting = { readonly key: string; readonly value: string | null; readonly field: string }

/** What belongs to the organisation and may be stated with any of its events. Null: as it is stored. */
export type OrganizerDraft = {
  readonly groups: readonly GroupDraft[] | null
  /** For all of its events. */
  readonly promoCodes: readonly PromoCodeDraft[] | null
}

/** A category by its id, or by its name while it is not stored. */
export type CategoryReference = number | string

export const referenceOf = ({ id, name }: Pick<CategoryDraft, 'id' | 'name'>): CategoryReference => id ?? name

export type CategoryDraft = {
  readonly id: number | null
  readonly name: string
  readonly description: LocalizedTexts
  readonly price: Minor
  readonly seatSource: SeatSource
  /** Hidden, one token a ticket (domain rules 2.5). */
  readonly isRestricted: boolean
  /** Its own code, in capital letters. */
  readonly code: string | null
  readonly groupLink: GroupLinkDraft | null
  readonly onSale: Window
  readonly accessType: AccessType
  readonly ordinal: number
  readonly checkInFrom: Instant | null
  readonly checkInTo: Instant | null
  readonly validFrom: Instant | null
  readonly validTo: Instant | null
  readonly settings: readonly StatedSetting[]
}

/** An allow-list of e-mail addresses in small letters. */
export type GroupDraft = { readonly name: string; readonly members: readonly string[] }

/** Who may buy: the members of a group, so many tickets each (domain rules 8). */
export type GroupLinkDraft = {
  /** Its id, or its name. */
  readonly group: number | string
  readonly type: 'ONCE_PER_VALUE' | 'LIMITED_QUANTITY' | 'UNLIMITED'
  readonly matchType: 'FULL' | 'EMAIL_DOMAIN'
  /** Of LIMITED_QUANTITY only. */
  readonly maxAllocation: number | null
}

export type ServiceDraft = {
  readonly id: number | null
  readonly type: ServiceType
  /** A donation is never mandatory. */
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

export type PromoCodeDraft = {
  readonly id: number | null
  /** In capital letters. */
  readonly code: string
  readonly effect: CodeEffect
  /** Tickets, in all reservations together; null: any number. */
  readonly maxUsage: number | null
  readonly valid: Window
}

/** A discount without a code to type. */
export type DiscountDraft = {
  readonly id: number | null
  readonly minimumTickets: number
  readonly discount: Discount
  readonly categories: readonly CategoryReference[]
  readonly message: LocalizedTexts
}

export type PollDraft = {
  readonly id: number | null
  readonly title: LocalizedTexts
  readonly description: LocalizedTexts
  readonly options: readonly { readonly id: number | null; readonly title: LocalizedTexts }[]
  readonly allowedTags: readonly string[]
  readonly ordinal: number
  /** Null: as it is, and a new one is a draft. */
  readonly status: PollStatus | null
}

/** A question. */
export type FieldDraft = {
  readonly id: number | null
  readonly name: string
  readonly type: FieldType
  readonly isRequired: boolean
  readonly isEditable: boolean
  /** Characters, or years of age. */
  readonly minimum: number | null
  readonly maximum: number | null
  readonly options: readonly FieldOption[]
  readonly label: LocalizedTexts
  readonly placeholder: LocalizedTexts
  /** Asked only in these; empty: in all. */
  readonly categories: readonly CategoryReference[]
  /** Asked about this extra, by its title in the first language of the event; null: of attendees. */
  readonly service: string | null
  readonly isShownAtCheckIn: boolean
  readonly ordinal: number
}
