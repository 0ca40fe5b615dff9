import type { EventSearch } from '../../../api/queries.ts'

/** Which events an address asks for: `?organizer=`, `?tags=` (repeated, or parted by commas), `?subscription=`. */
export function eventSearchOf(query: URLSearchParams, organizerSlug?: string): EventSearch {
  const organizer = query.get('organizer') ?? ''
  const subscription = query.get('subscription') ?? ''
  const tags = query
    .getAll('tags')
    .flatMap(tag => tag.split(','))
    .filter(tag => tag !== '')
  return {
    ...(organizerSlug === undefined ? {} : { organizerSlug }),
    ...(/^\d+$/.test(organizer) ? { organizer } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(subscription === '' ? {} : { subscription }),
  }
}
