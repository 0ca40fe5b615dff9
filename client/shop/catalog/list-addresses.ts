import { eventsPagePath, organizerPagePath, passesPagePath, pathTo } from '#contract/paths.ts'

/** The list of all events, or of those of one organiser. */
export const allEventsOf = (organizerSlug: string | undefined): string => under(organizerSlug, eventsPagePath)

/** The page of an organiser. */
export const allOf = (organizerSlug: string): string => pathTo(organizerPagePath, { organizerSlug })

/** The list of all passes, or of those of one organiser. */
export const allPassesOf = (organizerSlug: string | undefined): string => under(organizerSlug, passesPagePath)

const under = (organizerSlug: string | undefined, path: string): string =>
  organizerSlug === undefined ? path : `${allOf(organizerSlug)}${path}`

/** Goes along with a link to a list that is wanted as a list, even where it has one entry to which it would lead. */
export const LIST_IS_REQUESTED = { isListRequested: true }

export const isListRequested = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isListRequested' in state && state.isListRequested === true
