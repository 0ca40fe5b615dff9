import { MAX_PARAMETER_LENGTH, knownParameters } from '#contract/page-parameters.ts'

/** A list asks for a handful of tags. */
const MAX_TAGS = 20

/**
 * The address of a page as it is rendered: only the parameters that pages know, the first of each (of tags all that
 * differ, 20 at most), always in the same order. However an address is written, its page is read and kept once.
 */
export function pageAddress(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const given = new URLSearchParams(query)
  const parameters = new URLSearchParams()
  for (const [name, value] of knownParameters(given)) parameters.append(name, value)
  for (const tag of tagsIn(given)) parameters.append('tags', tag)
  const written = parameters.toString()
  return written === '' ? path : `${path}?${written}`
}

function tagsIn(given: URLSearchParams): string[] {
  const tags = given
    .getAll('tags')
    .flatMap(tags => tags.split(','))
    .filter(tag => tag !== '' && tag.length <= MAX_PARAMETER_LENGTH)
  return [...new Set(tags)].slice(0, MAX_TAGS).toSorted()
}
