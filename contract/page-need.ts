/** What a page is rendered from, said by the pages' build for the server and read by the server. */

/** Which events, or passes, a list shows. `tags` are all required. */
export type OfferSearch = {
  readonly organizerSlug?: string
  /** Digits only. */
  readonly organizer?: string
  readonly tags?: readonly string[]
}

/** Which events a list shows. */
export type EventSearch = OfferSearch & {
  readonly subscription?: string
  /** Words that must all occur. */
  readonly search?: string
  /** "2027-05" */
  readonly month?: string
  readonly free?: 'true'
  readonly online?: 'true'
  /** The one that comes, or is. */
  readonly weekend?: 'true'
}

/** A part of a list: so many entries, after so many that are left out. */
export type ListPart = { readonly from?: number; readonly limit?: number }

/** One answer of the API that a page needs; `key` is where the browser keeps it in its query cache. */
export type PageNeed = { readonly key: readonly unknown[] } & (
  | { readonly kind: 'events'; readonly search: EventSearch; readonly part: ListPart }
  | { readonly kind: 'event-choices'; readonly organizerSlug?: string }
  /** Whose page it is. */
  | { readonly kind: 'organizer'; readonly organizerSlug: string }
  | { readonly kind: 'legal-text'; readonly id: string }
  | { readonly kind: 'event'; readonly shortName: string }
  | { readonly kind: 'ticket-categories'; readonly shortName: string }
  /** The passes that this event takes. */
  | { readonly kind: 'accepted-passes'; readonly shortName: string }
  | { readonly kind: 'passes'; readonly search: OfferSearch }
  | { readonly kind: 'pass'; readonly id: string }
  /** What a link with a code opens. */
  | { readonly kind: 'code-offer'; readonly shortName: string; readonly code: string }
  /** The events that take this pass. */
  | { readonly kind: 'events-of-pass'; readonly id: string }
)

/** The parameters of an address that change what a page shows before scripts run; all others are the browser's. */
const PAGE_PARAMETERS = [
  'code',
  'errors',
  'free',
  'lang',
  'month',
  'online',
  'organizer',
  'page',
  'search',
  'stay',
  'subscription',
  'weekend',
] as const

/** Longer values name nothing we have. */
export const MAX_PARAMETER_LENGTH = 300

/** The parameters of an address that pages know, but for tags: the first of each that says something, always in the same order. */
export function pageParameters(query: URLSearchParams): readonly (readonly [name: string, value: string])[] {
  return PAGE_PARAMETERS.flatMap(name => {
    const value = (query.get(name)?.trim() ?? '').slice(0, MAX_PARAMETER_LENGTH)
    return value === '' ? [] : [[name, value] as const]
  })
}
