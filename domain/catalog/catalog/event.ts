import type { Instant } from '#domain/foundation/instant.ts'
import type { DiscountRule } from '#domain/catalog/promo-code/promo-code.ts'
import type { Category } from './category.ts'
import type { OfferedService } from './offered-service.ts'
import type { EventFacts } from './event-facts.ts'
import type { CommonContext } from './common-context.ts'

export type EventFormat = 'IN_PERSON' | 'ONLINE' | 'HYBRID'

/** A link that opens an online event, valid from `start` (inclusive) to `end` (exclusive). */
export type CallLink = { readonly link: string; readonly start: Instant; readonly end: Instant }

/** What is sold for a time and a place. */
export type Event = CommonContext & {
  readonly kind: 'event'
  readonly shortName: string
  readonly format: EventFormat
  readonly location: string | null
  readonly coordinates: { readonly latitude: string; readonly longitude: string } | null
  /** The file with the picture of a map of this place; null while there is none. */
  readonly mapDigest: string | null
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly seats: number
  readonly callLinks: readonly CallLink[]
  readonly facts: EventFacts
  /** It does not take place; null where it does. */
  readonly cancellation: Cancellation | null
}

/** Since when an event is cancelled, and what its organiser says to buyers: empty where that is nothing. */
export type Cancellation = { readonly at: Instant; readonly text: string }

/** An event with everything that can be bought for it. */
export type EventOffer = {
  readonly context: Event
  /** In display order. */
  readonly categories: readonly Category[]
  /** In display order. */
  readonly services: readonly OfferedService[]
  readonly discountRules: readonly DiscountRule[]
}

/** Has the event ended? Ended events leave the lists; their pages stay. */
export const hasEnded = (event: Pick<Event, 'endsAt'>, now: Instant): boolean => event.endsAt <= now

/** Is it an event that does not take place? Nothing of it is sold any more. */
export const isCancelled = (
  context: { readonly kind: 'subscription' } | Pick<Event, 'kind' | 'cancellation'>,
): boolean => context.kind === 'event' && context.cancellation !== null

/** Does a ticket of this category give online access (domain rules 5: ONLINE event, or ONLINE category of a HYBRID one)? */
export function isOnline(event: Pick<Event, 'format'>, category: Pick<Category, 'accessType'>): boolean {
  return event.format === 'ONLINE' || (event.format === 'HYBRID' && category.accessType === 'ONLINE')
}

/** An address that draws a map: of http or https, with both coordinates as gaps. */
export const MAP_TEMPLATE = /^https?:\/\/[^\s/{}]+\/(?=\S*\{latitude\})(?=\S*\{longitude\})\S*$/i

/** The address of the map of one place. Coordinates are decimal degrees, so that nothing has to be escaped. */
export function mapAddress(template: string, { latitude, longitude }: NonNullable<Event['coordinates']>): string {
  return template.replaceAll('{latitude}', latitude).replaceAll('{longitude}', longitude)
}
