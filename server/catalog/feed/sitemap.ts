import { eventPagePath, eventsPagePath, passPagePath, passesPagePath, pathTo, shellPath } from '#contract/paths.ts'
import type { ListedEvent, ListedPass } from '#server/catalog/catalog/public-listing.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { newestChange, written } from './feed.ts'
import { element, xmlDocument } from '#server/foundation/xml/xml.ts'

type Listed = ListedEvent | ListedPass
type Page = { readonly path: string; readonly languages: readonly string[]; readonly about: readonly Listed[] }

/** More than a sitemap may hold is left out: passes, then the events farthest ahead. */
const MAX_PAGES = 50_000

/** The pages of listed events and passes, and the lists with them, each with its languages (sitemaps.org, 0.9). */
export function sitemap(listed: readonly Listed[], baseUrl: string): string {
  const pages = [...listPages(listed), ...listed.map(ownPage)].slice(0, MAX_PAGES)
  return xmlDocument(
    element(
      'urlset',
      { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9', 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' },
      pages.map(page => pageElement(page, baseUrl)),
    ),
  )
}

/** A list of one leads straight to it, or says no more than its page; an empty one says nothing. */
function listPages(listed: readonly Listed[]): Page[] {
  const bySlug = Map.groupBy(listed, each => offerOf(each).organization.slug ?? '')
  bySlug.delete('')
  return [...listsUnder('', listed), ...[...bySlug].flatMap(([slug, own]) => listsUnder(`/o/${slug}`, own))]
    .filter(([, about]) => about.length > 1)
    .map(([path, about]) => ({ path, about, languages: shippedLanguages }))
}

/** The home page shows both. */
function listsUnder(base: string, listed: readonly Listed[]): [string, readonly Listed[]][] {
  return [
    [base === '' ? shellPath : base, listed],
    [`${base}${eventsPagePath}`, listed.filter(each => 'event' in each)],
    [`${base}${passesPagePath}`, listed.filter(each => 'pass' in each)],
  ]
}

const offerOf = (listed: Listed) => ('event' in listed ? listed.event : listed.pass)

function ownPage(listed: Listed): Page {
  const path =
    'event' in listed ? pathTo(eventPagePath, listed.event) : pathTo(passPagePath, { id: listed.pass.publicId })
  return { path, languages: offerOf(listed).languages, about: [listed] }
}

function pageElement({ path, languages, about }: Page, baseUrl: string): string {
  const url = `${baseUrl}${path}`
  const alternate = (hreflang: string, href: string) => element('xhtml:link', { rel: 'alternate', hreflang, href })
  return element('url', {}, [
    element('loc', {}, url),
    element('lastmod', {}, written(newestChange(about))),
    ...(languages.length < 2
      ? []
      : [...languages.map(language => alternate(language, `${url}?lang=${language}`)), alternate('x-default', url)]),
  ])
}
