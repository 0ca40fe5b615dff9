import { MAX_SEARCH_LENGTH, MONTH_PATTERN } from '#contract/limits.ts'
import type { EventSearch, OfferSearch } from '#contract/page-need.ts'

const MONTH = new RegExp(MONTH_PATTERN)

/**
 * Which events an address asks for: `?organizer=`, `?tags=` (repeated, or parted by commas), `?subscription=`, `?search=`
 * (words), `?month=` (2027-05). What can't be read counts as not asked for.
 */
export function eventSearchOf(query: URLSearchParams, organizerSlug?: string): EventSearch {
  const subscription = query.get('subscription') ?? ''
  const search = (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const month = query.get('month') ?? ''
  return {
    ...offerSearchOf(query, organizerSlug),
    ...(subscription === '' ? {} : { subscription }),
    ...(search === '' ? {} : { search }),
    ...(MONTH.test(month) ? { month } : {}),
  }
}

/** The same of passes: what they are narrowed by as events are. */
export function offerSearchOf(query: URLSearchParams, organizerSlug?: string): OfferSearch {
  const organizer = query.get('organizer') ?? ''
  const tags = query
    .getAll('tags')
    .flatMap(tag => tag.split(','))
    .filter(tag => tag !== '')
  return {
    ...(organizerSlug === undefined ? {} : { organizerSlug }),
    ...(/^\d+$/.test(organizer) ? { organizer } : {}),
    ...(tags.length === 0 ? {} : { tags }),
  }
}
