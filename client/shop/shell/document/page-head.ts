import type { Event, ItemsByCategory } from '#contract/event.ts'
import { organizerAtomPath, organizerCalendarPath, pathTo, shopAtomPath, shopCalendarPath } from '#contract/paths.ts'
import type { Language } from '#contract/shared.ts'
import type { Subscription } from '#contract/subscription.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { datesIn } from '#client/language/formats.ts'
import type { Translate } from '#client/language/language-context.ts'
import { isNarrowed } from '../../catalog/event-choice.ts'
import { listTitle, organizerOf } from '../../catalog/list-title.ts'
import { entriesText, validityText } from '../../catalog/pass-texts.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { passJsonLd } from './pass-json-ld.ts'
import { type FeedLink, type PageHead, plainText } from '#client/frame/document/head.ts'
import type { Known } from './known.ts'

type Around = {
  readonly path: string
  /** There is nothing at this address. */
  readonly isMissing: boolean
  readonly language: string
  readonly languages: readonly Language[]
  readonly baseUrl: string
  readonly t: Translate
  /** The address asks for this language by `?lang=`. */
  readonly isLanguageAsked: boolean
}

const DESCRIPTION_LENGTH = 160

/** The head of the page that is rendered from what is `known`. */
export function headOf(known: Known, around: Around): PageHead {
  switch (known.kind) {
    case 'event':
      return eventHead(known.event, known.items, around)
    case 'events':
      return listHead(known, around)
    case 'pass':
      return passHead(known.pass, around)
    case 'passes':
      return passListHead(known, around)
    case 'nothing':
      return {
        ...plain(around),
        title: around.isMissing ? `${around.t('foyer.not-found.title')} · Foyer` : 'Foyer',
        canonicalPath: undefined,
      }
    default:
      return known satisfies never
  }
}

function plain({ language, languages, baseUrl, path, isLanguageAsked }: Around): PageHead {
  return {
    title: 'Foyer',
    description: '',
    canonicalPath: path,
    isLanguageAsked,
    languages,
    language,
    baseUrl,
    image: undefined,
    imageText: '',
    feeds: [],
    jsonLd: undefined,
  }
}

/** What a visitor has chosen from a list is nothing for search engines: they have the list. */
function listHead({ events, passes, search, choices }: Extract<Known, { kind: 'events' }>, around: Around): PageHead {
  const { language, t, path } = around
  const names = (events.length > 0 ? events : passes).slice(0, 3).map(({ title }) => inLanguage(title, language))
  const isList = path.endsWith('/events-all')
  return {
    ...plain(around),
    title: listTitle(isList ? t('event-list.header.title') : undefined, organizerOf(search.organizerSlug, choices)),
    description: names.length === 0 ? t('event-list.no-events') : t('foyer.home.description', names.join(', ')),
    // Nor is what the holder of a pass is shown.
    canonicalPath: isNarrowed(search) || search.subscription !== undefined ? undefined : path,
    feeds: feedsOf(search.organizerSlug, around),
  }
}

function passListHead({ passes, search, choices }: Extract<Known, { kind: 'passes' }>, around: Around): PageHead {
  const { language, t, path } = around
  const names = passes.slice(0, 3).map(({ title }) => inLanguage(title, language))
  return {
    ...plain(around),
    title: listTitle(t('subscription.header.title'), organizerOf(search.organizerSlug, choices)),
    description: names.length === 0 ? t('subscription.no-subscriptions') : names.join(', '),
    canonicalPath: isNarrowed(search) ? undefined : path,
  }
}

function passHead(pass: Subscription, around: Around): PageHead {
  const { language, t, path, baseUrl } = around
  const title = inLanguage(pass.title, language)
  const facts = `${validityText(pass, around)}. ${entriesText(pass, around)}. ${inLanguage(pass.description, language)}`
  return {
    ...plain(around),
    title: t('show-subscription.header.title', title),
    description: plainText(facts, DESCRIPTION_LENGTH),
    image: pass.fileBlobId === null ? undefined : `${baseUrl}/file/${pass.fileBlobId}`,
    imageText: title,
    jsonLd: passJsonLd({ pass, language, url: `${baseUrl}${path}`, baseUrl }),
  }
}

function feedsOf(organizerSlug: string | undefined, { language, t }: Around): FeedLink[] {
  const calendar = organizerSlug === undefined ? shopCalendarPath : pathTo(organizerCalendarPath, { organizerSlug })
  const atom = organizerSlug === undefined ? shopAtomPath : pathTo(organizerAtomPath, { organizerSlug })
  return [
    { type: 'application/atom+xml', title: t('foyer.feeds.atom'), href: `${atom}?lang=${language}` },
    { type: 'text/calendar', title: t('foyer.feeds.calendar'), href: `${calendar}?lang=${language}` },
  ]
}

function eventHead(event: Event, items: ItemsByCategory | undefined, around: Around): PageHead {
  const { language, t, path, baseUrl } = around
  const title = inLanguage(event.title, language)
  const day = datesIn(language, event.timeZone).day(event.datesWithOffset.startDateTime)
  const facts = [day, event.format === 'ONLINE' ? t('event.location.online') : event.location]
    .filter(Boolean)
    .join(', ')
  const description = plainText(`${facts}. ${inLanguage(event.description, language)}`, DESCRIPTION_LENGTH)
  return {
    ...plain(around),
    title: t('show-event.header.title', title),
    description,
    image: event.fileBlobId === null ? undefined : `${baseUrl}/file/${event.fileBlobId}`,
    imageText: title,
    jsonLd: eventJsonLd({ event, items, language, url: `${baseUrl}${path}`, baseUrl }),
  }
}
