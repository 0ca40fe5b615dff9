import type { Instant } from '../instant.ts'
import { type Language, type LocalizedTexts, inLanguage } from '../language/texts.ts'
import type { Currency } from '../money/currency.ts'
import type { PaymentProxy } from '../payment/payment-method.ts'
import type { Tax } from '../pricing/vat.ts'
import type { DiscountRule } from '../promo-code/discount-rule.ts'
import type { Category } from './category.ts'
import type { OfferedService } from './offered-service.ts'

export type PurchaseContextId = number & { readonly brand: 'PurchaseContextId' }
export type OrganizationId = number & { readonly brand: 'OrganizationId' }

export type Organization = {
  readonly id: OrganizationId
  readonly name: string
  readonly email: string
  readonly slug: string | null
}

/** DRAFT is reachable by its address only, PUBLIC is listed, DISABLED answers as unknown (domain rules 5). */
export type PublicationStatus = 'DRAFT' | 'PUBLIC' | 'DISABLED'

export type EventFormat = 'IN_PERSON' | 'ONLINE' | 'HYBRID'

/** What an event has in common with everything else that can be reserved and paid. */
export type PurchaseContext = {
  readonly id: PurchaseContextId
  readonly organization: Organization
  readonly status: PublicationStatus
  /** Content languages in the order of the languages the shop ships; never empty. */
  readonly languages: readonly [Language, ...Language[]]
  readonly title: LocalizedTexts
  /** Markdown. */
  readonly description: LocalizedTexts
  readonly shortDescription: LocalizedTexts
  readonly fileDigest: string | null
  readonly websiteUrl: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** IANA zone in which all its times are told. */
  readonly timeZone: string
  /** Null only when nothing costs anything. */
  readonly currency: Currency | null
  readonly tax: Tax
  readonly paymentProxies: readonly PaymentProxy[]
  readonly tags: readonly string[]
  /** Counts every change of what is offered. */
  readonly version: number
}

/** A link that opens an online event, valid from `start` (inclusive) to `end` (exclusive). */
export type CallLink = { readonly link: string; readonly start: Instant; readonly end: Instant }

export type Event = PurchaseContext & {
  readonly kind: 'event'
  readonly shortName: string
  readonly format: EventFormat
  readonly isFreeOfCharge: boolean
  readonly location: string | null
  readonly coordinates: { readonly latitude: string; readonly longitude: string } | null
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly seats: number
  readonly callLinks: readonly CallLink[]
}

/** An event with everything that can be bought for it. */
export type EventOffer = {
  readonly event: Event
  /** In display order. */
  readonly categories: readonly Category[]
  /** In display order. */
  readonly services: readonly OfferedService[]
  readonly discountRules: readonly DiscountRule[]
}

/** Has the event ended? Ended events leave the lists; their pages stay. */
export const hasEnded = (event: Pick<Event, 'endsAt'>, now: Instant): boolean => event.endsAt <= now

/** Does a ticket of this category give online access (domain rules 5: ONLINE event, or ONLINE category of a HYBRID one)? */
export function isOnline(event: Pick<Event, 'format'>, category: Pick<Category, 'accessType'>): boolean {
  return event.format === 'ONLINE' || (event.format === 'HYBRID' && category.accessType === 'ONLINE')
}

/** The one name of an event, whatever the language (shop contract 2). */
export function displayName({ title, languages }: Pick<PurchaseContext, 'title' | 'languages'>): string {
  return inLanguage(title, languages[0])
}
