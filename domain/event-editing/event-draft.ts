import type { AccessType, SeatSource } from '../catalog/category.ts'
import type { CallLink, EventFormat, PublicationStatus } from '../catalog/event.ts'
import type { Instant, Window } from '../instant.ts'
import type { Language, LocalizedTexts } from '../language/texts.ts'
import type { Currency } from '../money/currency.ts'
import type { Minor } from '../money/money.ts'
import type { PaymentProxy } from '../payment/payment-method.ts'
import type { Tax } from '../pricing/vat.ts'
import type { FieldDraft } from './field/field-draft.ts'
import type { PollDraft } from './poll/poll-draft.ts'
import type {
  DiscountDraft,
  GroupLinkDraft,
  OrganizerShelf,
  PromoCodeDraft,
  ServiceDraft,
  StatedText,
} from './parts-draft.ts'

/** A setting as the organiser states it; key and value are checked where settings are known. */
export type StatedSetting = { readonly key: string; readonly value: string; readonly field: string }

/** A category that passed all checks; `id` is null while it is not stored. */
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
  readonly organizer: OrganizerShelf
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
  /** Has the shop a text under this key? */
  isTextKey(key: string): boolean
}
