import type { ListFilter } from '#server/catalog/catalog/offers.ts'

/** What narrows a list of events as well as one of passes. */
export type OfferQuery = {
  readonly organizer?: number | undefined
  readonly organizerSlug?: string | undefined
  /** All are required; each may name several, separated by commas. */
  readonly tags?: readonly string[] | undefined
}

export function offerFilterOf({ organizer, organizerSlug, tags = [] }: OfferQuery) {
  return {
    ...(organizer !== undefined && { organizationId: organizer }),
    ...(organizerSlug && { organizationSlug: organizerSlug }),
    tags: tags.flatMap(tag => tag.split(',')).filter(tag => tag.trim() !== ''),
  } satisfies ListFilter
}
