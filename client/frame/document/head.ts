import type { Language } from '#contract/shared.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { NONCE, scriptSafeJson } from './page-state.ts'

/** What a page says about itself to browsers, search engines and link previews. */
export type PageHead = {
  readonly title: string
  readonly description: string
  /** Of the shop. */
  readonly siteName: string
  /** Path of the page's own address; undefined keeps the page out of search engines. */
  readonly canonicalPath: string | undefined
  /** The address asks for this language by `?lang=`: then that is the page's own address. */
  readonly isLanguageRequested: boolean
  readonly languages: readonly Language[]
  readonly language: string
  readonly baseUrl: string
  readonly image: PageImage | undefined
  /** The same for calendars and feed readers. */
  readonly feeds: readonly FeedLink[]
  readonly jsonLd: unknown
}

/** `text` says what the picture shows; its size in pixels is stated where it is known. */
export type PageImage = {
  readonly url: string
  readonly text: string
  readonly size?: { readonly width: number; readonly height: number; readonly type: string }
}

/** `href` is path and query. */
export type FeedLink = { readonly type: string; readonly title: string; readonly href: string }

/** The elements for the document's head, each on a line of its own. */
export function headElements(head: PageHead): string {
  const { title, description, canonicalPath, jsonLd } = head
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    ...(description === '' ? [] : [tag('meta', { name: 'description', content: description })]),
    ...(canonicalPath === undefined
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : [...addresses(head, canonicalPath), ...preview(head, canonicalPath)]),
    ...head.feeds.map(({ type, title: name, href }) =>
      tag('link', { rel: 'alternate', type, title: name, href: `${head.baseUrl}${href}` }),
    ),
    ...(jsonLd === undefined
      ? []
      : [`<script type="application/ld+json" nonce="${NONCE}">${scriptSafeJson(jsonLd)}</script>`]),
  ]
  return lines.join('\n')
}

/** The page's own address, and the same page in its other languages. */
function addresses(head: PageHead, path: string): string[] {
  const { baseUrl, languages } = head
  const url = `${baseUrl}${path}`
  const canonical = tag('link', { rel: 'canonical', href: ownAddress(head, path) })
  if (languages.length < 2) return [canonical]
  return [
    canonical,
    ...languages.map(({ locale }) =>
      tag('link', { rel: 'alternate', hreflang: locale, href: `${url}?lang=${locale}` }),
    ),
    tag('link', { rel: 'alternate', hreflang: 'x-default', href: url }),
  ]
}

/** Each language has an address of its own: search engines drop languages that name another one as the real one. */
function ownAddress({ baseUrl, languages, language, isLanguageRequested }: PageHead, path: string): string {
  const url = `${baseUrl}${path}`
  return isLanguageRequested && languages.length > 1 ? `${url}?lang=${language}` : url
}

/** For link previews, in the vocabulary of Open Graph. */
function preview(head: PageHead, path: string): string[] {
  const { title, description, image, language, languages } = head
  const others = languages.filter(({ locale }) => locale !== language)
  return [
    tag('meta', { property: 'og:site_name', content: head.siteName }),
    tag('meta', { property: 'og:type', content: 'website' }),
    tag('meta', { property: 'og:title', content: title }),
    tag('meta', { property: 'og:description', content: description }),
    tag('meta', { property: 'og:url', content: ownAddress(head, path) }),
    tag('meta', { property: 'og:locale', content: territoryOf(language) }),
    ...others.map(({ locale }) => tag('meta', { property: 'og:locale:alternate', content: territoryOf(locale) })),
    ...(image === undefined
      ? []
      : [
          tag('meta', { property: 'og:image', content: image.url }),
          ...(image.size === undefined ? [] : sizeOf(image.size)),
          tag('meta', { property: 'og:image:alt', content: image.text }),
        ]),
    tag('meta', { name: 'twitter:card', content: image === undefined ? 'summary' : 'summary_large_image' }),
  ]
}

const sizeOf = ({ width, height, type }: NonNullable<PageImage['size']>): string[] => [
  tag('meta', { property: 'og:image:type', content: type }),
  tag('meta', { property: 'og:image:width', content: String(width) }),
  tag('meta', { property: 'og:image:height', content: String(height) }),
]

/** Open Graph knows languages with a territory only: "de_DE". */
function territoryOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  return region === undefined ? language : `${language}_${region}`
}

/** An element without content: `tag('meta', { name: 'robots', content: 'noindex' })`. Absent values are left out. */
export function tag(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}>`
}

/** The words of an HTML fragment in one line, at most so many characters. */
export function plainText(html: string, maxLength: number): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, entity => PLAIN[entity] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2)).trim()}…`
}

const PLAIN: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}
