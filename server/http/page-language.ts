import type { FastifyRequest } from 'fastify'
import { ENGLISH, shippedLanguages } from '#server/language/languages.ts'

/**
 * The language a page is rendered in: `?lang`, then what the browser prefers, then English, then the first there is
 * (specification, browsing 4). The page of an event speaks one of the event's languages.
 */
export function choosePageLanguage(
  request: Pick<FastifyRequest, 'url' | 'headers'>,
  eventAnswer: string | undefined,
): string {
  const offered = contentLanguages(eventAnswer) ?? shippedLanguages
  const asked = new URLSearchParams(request.url.split('?')[1] ?? '').get('lang')?.toLowerCase()
  const wanted = [asked, ...preferred(request.headers['accept-language']), ENGLISH]
  const found = wanted.find(language => language !== undefined && offered.includes(language))
  return found ?? offered[0] ?? ENGLISH
}

/** An event's own languages; undefined when the page is no event's. */
function contentLanguages(answer: string | undefined): readonly string[] | undefined {
  if (answer === undefined) return undefined
  const value: unknown = JSON.parse(answer)
  if (typeof value !== 'object' || value === null || !('contentLanguages' in value)) return undefined
  const { contentLanguages: languages } = value
  return Array.isArray(languages) ? languages.map(({ locale }: { locale: string }) => locale) : undefined
}

/** "de-CH,de;q=0.9,en;q=0.8" in the order of preference, as two-letter codes. */
function preferred(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { code: tag.slice(0, 2).toLowerCase(), quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ code, quality }) => code.length === 2 && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ code }) => code)
}
