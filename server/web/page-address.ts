/** The parameters that change what a page shows before scripts run; all others are the browser's. */
const KNOWN = ['code', 'errors', 'lang', 'month', 'organizer', 'search', 'subscription'] as const

/** A list asks for a handful of tags. */
const MAX_TAGS = 20

/** Longer values name nothing we have. */
const MAX_VALUE_LENGTH = 300

/**
 * The address of a page as it is rendered: only the parameters that pages know, the first of each (of tags all that
 * differ, 20 at most), always in the same order. However an address is written, its page is read and kept once.
 */
export function pageAddress(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const given = new URLSearchParams(query)
  const known = KNOWN.flatMap(name => {
    const value = (given.get(name)?.trim() ?? '').slice(0, MAX_VALUE_LENGTH)
    return value === '' ? [] : [[name, value]]
  })
  const written = new URLSearchParams([...known, ...tagsIn(given).map(tag => ['tags', tag])]).toString()
  return written === '' ? path : `${path}?${written}`
}

function tagsIn(given: URLSearchParams): string[] {
  const tags = given
    .getAll('tags')
    .flatMap(tags => tags.split(','))
    .filter(tag => tag !== '' && tag.length <= MAX_VALUE_LENGTH)
  return [...new Set(tags)].slice(0, MAX_TAGS).toSorted()
}
