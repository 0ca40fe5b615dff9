import type { CallLink, EventFormat } from '#domain/catalog/catalog/event.ts'
import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language, LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Tax } from '#domain/catalog/price/vat.ts'
import type { FieldDraft } from './field/field-draft.ts'
import type { PollDraft } from './poll/poll-draft.ts'
import type { GroupDraft, GroupLinkDraft } from './attendee-group/group-draft.ts'
import type { CategoryDraft, StatedSetting } from './category/category-draft.ts'
import type { DiscountDraft, PromoCodeDraft } from './promo-code/promo-code-draft.ts'
import type { ServiceDraft } from './service/service-draft.ts'

/** A text in place of the shop's own; a blank one gives the shop's own back. */
export type StatedText = { readonly language: Language; readonly key: string; readonly text: string }

/** What belongs to the organisation and may be stated with any of its events. */
export type OrganizerDraft = {
  /** Null: as they are stored. */
  readonly groups: readonly GroupDraft[] | null
  /** For all of its events. Null: as they are stored. */
  readonly promoCodes: readonly PromoCodeDraft[] | null
}

/** An event that passed all checks, ready to be stored. */
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

/** What a rule about events needs to know of the world. */
export type Known = {
  readonly now: Instant
  /** What the organisation has stored for all of its events. */
  readonly organizerCodes: readonly PromoCodeDraft[]
  /** The languages the shop ships, in their order. */
  readonly languages: readonly Language[]
  isCurrency(code: Currency): boolean
  isTimeZone(zone: string): boolean
  /** The moment a local date-time names in a zone; undefined when it names none. */
  instantOf(local: string, zone: string): Instant | undefined
  /** Does the clock of the zone go forward over this local date-time, so that it never shows it? */
  isSkipped(local: string, zone: string): boolean
  /** Has the shop a text under this key? */
  isTextKey(key: string): boolean
}
