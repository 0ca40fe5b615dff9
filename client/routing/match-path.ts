/** What an address says for the `:parameters` of a pattern; what follows its `/*` is under "*". */
export type PathParams = Readonly<Record<string, string | undefined>>

/**
 * The parameters of a path that fits a pattern such as "/event/:shortName" or "/event/:shortName/*", else undefined.
 * Letter case and slashes at the end make no difference. Values are as the path has them: see `decodedPath`.
 */
export function matchPath(pattern: string, pathname: string): PathParams | undefined {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(pathname)
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    if (segment === '*') return { ...params, '*': plain(given.slice(index).join('/')) }
    const value = given[index]
    if (segment.startsWith(':') && value) params[segment.slice(1)] = plain(value)
    else if (segment.toLowerCase() !== value?.toLowerCase()) return undefined
  }
  return given.length === wanted.length ? params : undefined
}

const segmentsOf = (path: string): readonly string[] => path.replace(/\/+$/, '').split('/')

/** The slash that `decodedPath` leaves encoded, so that it does not separate. */
const plain = (value: string): string => value.replaceAll('%2F', '/')

/** A path with its segments decoded; as it is where it can't be. */
export function decodedPath(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map(segment => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}
