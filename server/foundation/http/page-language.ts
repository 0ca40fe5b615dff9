import type { FastifyRequest } from 'fastify'
import type { Language } from '#domain/foundation/language/texts.ts'
import { ENGLISH, languageOfTag } from '#server/foundation/language/languages.ts'

/**
 * The language a page is rendered in: `?lang`, then what the browser prefers, then English (specification, browsing 4).
 * It is the shop's own words that speak it; an organiser's words fall back to a language that they have.
 */
export function choosePageLanguage(request: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const asked = new URLSearchParams(request.url.split('?')[1] ?? '').get('lang') ?? ''
  return languageOfTag(asked) ?? preferredLanguages(request)[0] ?? ENGLISH
}

/** What the browser prefers, the best first; only what the shop speaks. */
export function preferredLanguages({ headers }: Pick<FastifyRequest, 'headers'>): Language[] {
  return preferred(headers['accept-language']).flatMap(tag => languageOfTag(tag) ?? [])
}

/** "de-CH,de;q=0.9,en;q=0.8" in the order of preference. */
function preferred(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { tag, quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
