import type { Event } from '#contract/event.ts'
import type { Language } from '#contract/shared.ts'
import { scriptSafeJson } from '../state.ts'
import { escapeHtml, tag } from './html.ts'

/** What a page says about itself to browsers, search engines and link previews. */
export type PageHead = {
  readonly title: string
  readonly description: string
  /** Path and wanted query of the page's own address; undefined keeps the page out of search engines. */
  readonly canonicalPath: string | undefined
  readonly languages: readonly Language[]
  readonly language: string
  readonly baseUrl: string
  readonly image: string | undefined
  readonly kind: 'website' | 'event'
  readonly jsonLd: unknown
}

/** Replaced in every response by the fresh nonce of its Content-Security-Policy. */
export const NONCE = '__NONCE__'

/** The elements for the document's head, each on a line of its own. */
export function headElements(head: PageHead): string {
  const { title, description, canonicalPath, jsonLd } = head
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    ...(description === '' ? [] : [tag('meta', { name: 'description', content: description })]),
    ...(canonicalPath === undefined
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : [...addresses(head, canonicalPath), ...preview(head, canonicalPath)]),
    ...(jsonLd === undefined
      ? []
      : [`<script type="application/ld+json" nonce="${NONCE}">${scriptSafeJson(jsonLd)}</script>`]),
  ]
  return lines.join('\n')
}

/** The page's own address, and the same page in its other languages. */
function addresses({ baseUrl, languages }: PageHead, path: string): string[] {
  const url = `${baseUrl}${path}`
  const canonical = tag('link', { rel: 'canonical', href: url })
  if (languages.length < 2) return [canonical]
  return [
    canonical,
    ...languages.map(({ locale }) =>
      tag('link', { rel: 'alternate', hreflang: locale, href: `${url}?lang=${locale}` }),
    ),
    tag('link', { rel: 'alternate', hreflang: 'x-default', href: url }),
  ]
}

function preview({ title, description, baseUrl, image, language, kind }: PageHead, path: string): string[] {
  return [
    tag('meta', { property: 'og:site_name', content: 'Foyer' }),
    tag('meta', { property: 'og:type', content: kind === 'event' ? 'event' : 'website' }),
    tag('meta', { property: 'og:title', content: title }),
    tag('meta', { property: 'og:description', content: description }),
    tag('meta', { property: 'og:url', content: `${baseUrl}${path}` }),
    tag('meta', { property: 'og:locale', content: language }),
    ...(image === undefined ? [] : [tag('meta', { property: 'og:image', content: image })]),
    tag('meta', { name: 'twitter:card', content: image === undefined ? 'summary' : 'summary_large_image' }),
  ]
}

/** Address of an event's picture for link previews. */
export function imageOf({ fileBlobId }: Pick<Event, 'fileBlobId'>, baseUrl: string): string | undefined {
  return fileBlobId === null ? undefined : `${baseUrl}/file/${fileBlobId}`
}
