import { inLanguage } from '#domain/foundation/language/texts.ts'
import { flatMapWithBreaks } from '#server/foundation/base/time.ts'
import { presentEach } from '#server/catalog/catalog/offers.ts'
import { timeSpanText } from '#server/foundation/language/dates.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { type Rendering, renderedHtml } from '#server/foundation/markdown/rendered-markdown.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { type Feed, type FeedEntry, newestChange, written } from './feed.ts'
import { element, xmlDocument } from '#server/foundation/xml/xml.ts'
import { calendarEntry } from '#server/catalog/catalog/calendar.ts'
import { calendarToSubscribe, subscribedEntry } from '#server/documents/calendar/calendar.ts'
import { eventPagePath, eventsPagePath, passPagePath, passesPagePath, pathTo, shellPath } from '#contract/paths.ts'
import type { ListedEvent, ListedPass } from '#server/catalog/catalog/public-listing.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'

/** The listed events as an Atom feed (RFC 4287), by begin. */
export async function atomFeed(feed: Feed): Promise<string> {
  const { title, language, address, page, author, entries, shop } = feed
  const entryElements = await presentEach(entries.map(withId), entry => entryElement(entry, feed), shop.log)
  return xmlDocument(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }, [
      element('id', {}, address),
      element('title', {}, title),
      element('updated', {}, written(newestChange(entries))),
      element('link', { rel: 'self', type: 'application/atom+xml', href: address }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      element('author', {}, [element('name', {}, author)]),
      element('generator', {}, 'Foyer'),
      ...entryElements,
    ]),
  )
}

function entryElement(entry: FeedEntry, { host, shop }: Feed): string {
  const { event, title, language, url, changedAt } = entry
  const description = event.description[language]
  return element('entry', { 'xml:lang': language }, [
    element('id', {}, entryId(entry, host)),
    element('title', {}, title),
    element('updated', {}, written(changedAt)),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('author', {}, [element('name', {}, event.organization.name)]),
    ...event.tags.map(tag => element('category', { term: tag })),
    element('summary', {}, summaryOf(entry)),
    ...(description === undefined
      ? []
      : [element('content', { type: 'html' }, renderedHtml(description, sayIn(shop.texts, language)))]),
  ])
}

/** When and where, and what in a sentence. */
function summaryOf({ event, language }: FeedEntry): string {
  const { startsAt: start, endsAt: end, timeZone, location } = event
  const where = event.format === 'ONLINE' || !location ? '' : location.replace(/\s+/g, ' ')
  const what = event.shortDescription[language] === undefined ? '' : inLanguage(event.shortDescription, language)
  return [timeSpanText({ start, end, timeZone }, language), where, what].filter(part => part !== '').join(' · ')
}

/**
 * A tag URI (RFC 4151) of the shop's own name space: the same wherever the feed is read, whatever becomes of the
 * event's title, dates or address.
 */
function entryId({ event }: FeedEntry, host: string): string {
  return `tag:${host.replace(/:\d+$/, '')},2026:event/${encodeURIComponent(event.shortName)}`
}

/** What has to be rendered before it is written. */
export function describedInAtom({ entries, shop }: Feed): Rendering[] {
  return entries.flatMap(({ event, language }) => {
    const markdown = event.description[language]
    return markdown === undefined
      ? []
      : [{ to: 'html', markdown, say: sayIn(shop.texts, language), owner: ownerOf(event.organization) }]
  })
}

/** The listed events as a calendar to subscribe to. Each entry has the id it has in the file of its event alone. */
export async function calendarFeed({ entries, host, title, address, shop }: Feed): Promise<string> {
  const prepare = ({ event, changedAt, url, title: displayName, language }: FeedEntry) =>
    subscribedEntry(
      { entry: { ...calendarEntry(event, { language }), displayName, websiteUrl: url }, writtenAt: changedAt },
      host,
    )
  return calendarToSubscribe(await presentEach(entries.map(withId), prepare, shop.log), { name: title, address })
}

const withId = (entry: FeedEntry) => ({ ...entry, id: entry.event.id })

/** What has to be rendered before it is written. */
export function describedInCalendar({ entries }: Feed): Rendering[] {
  return entries.map(({ event, language }) => ({
    to: 'text',
    markdown: calendarEntry(event, { language }).description,
    owner: ownerOf(event.organization),
  }))
}

type Listed = ListedEvent | ListedPass
type Page = { readonly path: string; readonly languages: readonly string[]; readonly about: readonly Listed[] }

/** More than a sitemap may hold is left out: passes, then the events farthest ahead. */
const MAX_PAGES = 50_000

/** The pages of listed events and passes, and the lists with them, each with its languages (sitemaps.org, 0.9). */
export async function sitemap(listed: readonly Listed[], baseUrl: string): Promise<string> {
  const pages = [...listPages(listed), ...listed.map(ownPage)].slice(0, MAX_PAGES)
  const elements = await flatMapWithBreaks(pages, page => [pageElement(page, baseUrl)])
  return xmlDocument(
    element(
      'urlset',
      { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9', 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' },
      elements,
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
