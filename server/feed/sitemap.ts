import { eventPagePath, pathTo } from '#contract/paths.ts'
import type { ListedEvent } from '#server/catalog/public-listing.ts'
import { shippedLanguages } from '#server/language/languages.ts'
import { newestChange, written } from './feed.ts'
import { element, xmlDocument } from '#server/xml/xml.ts'

type Page = { readonly path: string; readonly languages: readonly string[]; readonly about: readonly ListedEvent[] }

/** More than a sitemap may hold is left out, the events farthest ahead first. */
const MAX_PAGES = 50_000

/** The pages of listed events, and the lists they stand in, each with its languages (sitemaps.org, 0.9). */
export function sitemap(events: readonly ListedEvent[], baseUrl: string): string {
  const pages = [...listPages(events), ...events.map(eventPage)].slice(0, MAX_PAGES)
  return xmlDocument(
    element(
      'urlset',
      { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9', 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' },
      pages.map(page => pageElement(page, baseUrl)),
    ),
  )
}

/** A list of one event leads straight to the event, so it is no page of its own. */
function listPages(events: readonly ListedEvent[]): Page[] {
  const bySlug = Map.groupBy(
    events.filter(({ event }) => event.organization.slug !== null),
    ({ event }) => event.organization.slug ?? '',
  )
  const lists: [string, readonly ListedEvent[]][] = [
    ['/', events],
    ['/events-all', events],
    ...[...bySlug].flatMap(([slug, own]): [string, readonly ListedEvent[]][] => [
      [`/o/${slug}`, own],
      [`/o/${slug}/events-all`, own],
    ]),
  ]
  return lists
    .filter(([, about]) => about.length > 1)
    .map(([path, about]) => ({ path, about, languages: shippedLanguages }))
}

function eventPage(listed: ListedEvent): Page {
  return { path: pathTo(eventPagePath, listed.event), languages: listed.event.languages, about: [listed] }
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
