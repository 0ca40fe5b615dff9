import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Category } from './category.ts'

/** What a place has for people who need it (decision 84). */
export const ACCESS_FEATURES = [
  'STEP_FREE',
  'WHEELCHAIR_PLACES',
  'ACCESSIBLE_TOILET',
  'HEARING_LOOP',
  'SIGN_LANGUAGE',
  'CAPTIONS',
  'ASSISTANCE_DOGS',
  'COMPANION_FREE',
] as const
export type AccessFeature = (typeof ACCESS_FEATURES)[number]

/** What the organiser promises about tickets that cost something; the organiser refunds them, the shop doesn't by itself. */
export type RefundPolicy = {
  /** Until when they are refunded; null: they are not. */
  readonly until: Instant | null
  /** On which conditions, in the organiser's words. */
  readonly text: LocalizedTexts
}

/** What people ask before they decide, as the organiser has stated it. */
export type EventFacts = {
  /** From when people are let in. */
  readonly doorsAt: Instant | null
  /** Null: the organiser states nothing. */
  readonly refunds: RefundPolicy | null
  readonly accessFeatures: readonly AccessFeature[]
  readonly accessibility: LocalizedTexts
  readonly bring: LocalizedTexts
  /** Where its tickets are sold, when it is not here. */
  readonly ticketsUrl: string | null
}

export const NO_FACTS: EventFacts = {
  doorsAt: null,
  refunds: null,
  accessFeatures: [],
  accessibility: {},
  bring: {},
  ticketsUrl: null,
}

/** Which of the free tickets that everybody can buy their holders may release by themselves (domain rules 4.7). */
export type FreeReleases = 'ALL' | 'SOME' | 'NONE'

/** `isAllowed` says what the settings permit of a category; hidden categories count for nothing, free ones alone do. */
export function freeReleasesOf(
  categories: readonly Pick<Category, 'id' | 'price' | 'isRestricted'>[],
  isAllowed: (categoryId: number) => boolean,
): FreeReleases {
  const free = categories.filter(({ price, isRestricted }) => price === 0n && !isRestricted)
  const releasable = free.filter(({ id }) => isAllowed(id))
  if (releasable.length === 0) return 'NONE'
  return releasable.length === free.length ? 'ALL' : 'SOME'
}

/** When the holder of a ticket is let in: a category whose check-in begins at a time of its own is bound by that. */
export const doorsOf = (
  { doorsAt }: Pick<EventFacts, 'doorsAt'>,
  { checkInFrom }: Pick<Category, 'checkInFrom'>,
): Instant | null => checkInFrom ?? doorsAt
