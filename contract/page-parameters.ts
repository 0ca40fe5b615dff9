/** The parameters of an address that change what a page shows before scripts run; all others are the browser's. */
const KNOWN = ['code', 'errors', 'lang', 'month', 'organizer', 'search', 'subscription'] as const

/** Longer values name nothing we have. */
export const MAX_PARAMETER_LENGTH = 300

/** The parameters of an address that pages know, but for tags: the first of each that says something, always in the same order. */
export function knownParameters(given: URLSearchParams): readonly (readonly [name: string, value: string])[] {
  return KNOWN.flatMap(name => {
    const value = (given.get(name)?.trim() ?? '').slice(0, MAX_PARAMETER_LENGTH)
    return value === '' ? [] : [[name, value] as const]
  })
}
