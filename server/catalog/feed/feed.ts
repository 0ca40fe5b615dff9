import { eventPagePath, pathTo } from '#contract/paths.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { ListedEvent } from '#server/catalog/catalog/public-listing.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ENGLISH, languageOfTag } from '#server/foundation/language/languages.ts'

/** The listed events as machines read them, in one language. */
export type Feed = {
  readonly title: string
  readonly language: string
  /** Where it is read from. */
  readonly address: string
  /** The page of the same events for people. */
  readonly page: string
  readonly host: string
  readonly author: string
  readonly entries: readonly FeedEntry[]
  readonly shop: Pick<Shop, 'texts' | 'log'>
}

export type FeedEntry = ListedEvent & {
  readonly title: string
  /** The language its texts are in: the feed's where the event speaks it, else the event's first. */
  readonly language: string
  readonly url: string
}

export type FeedRequest = {
  readonly path: string
  readonly organizerSlug?: string
  readonly language: string | undefined
}

type FeedSource = {
  readonly shop: Pick<Shop, 'config' | 'texts' | 'log'>
  /** The name of the organisation whose events these are; undefined for those of the whole shop. */
  readonly organizer: string | undefined
}

export function feedOf(
  events: readonly ListedEvent[],
  { path, organizerSlug, language }: FeedRequest,
  { shop, organizer }: FeedSource,
): Feed {
  const { baseUrl } = shop.config
  const { host } = new URL(baseUrl)
  const supported = languageOfTag(language ?? '')
  const feedLanguage = supported ?? ENGLISH
  const query = supported === undefined ? '' : `?lang=${supported}`
  const author = organizer ?? host
  const page = organizerSlug === undefined ? '/events-all' : `/o/${encodeURIComponent(organizerSlug)}/events-all`
  return {
    title: `${shop.texts.text(feedLanguage, 'event-list.title')} · ${author}`,
    language: feedLanguage,
    address: `${baseUrl}${path}${query}`,
    page: `${baseUrl}${page}${query}`,
    host,
    author,
    entries: events.map(listed => entryOf(listed, { feedLanguage, query, baseUrl })),
    shop,
  }
}

function entryOf(listed: ListedEvent, around: { feedLanguage: string; query: string; baseUrl: string }): FeedEntry {
  const { event } = listed
  const isOffered = event.languages.some(own => own === around.feedLanguage)
  return {
    ...listed,
    title: isOffered ? inLanguage(event.title, around.feedLanguage) : displayName(event),
    language: isOffered ? around.feedLanguage : event.languages[0],
    url: `${around.baseUrl}${pathTo(eventPagePath, event)}${isOffered ? around.query : ''}`,
  }
}

/** When the newest of them was changed; the beginning of time where there is none. */
export function newestChange(entries: readonly Pick<ListedEvent, 'changedAt'>[]): Instant {
  return instant(Math.max(0, ...entries.map(({ changedAt }) => changedAt)))
}

/** "2027-05-15T07:00:00Z", as feeds and sitemaps write a moment. */
export function written(moment: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'second' })
}
