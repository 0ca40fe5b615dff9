import type { BasicEventInfo, Event, ItemsByCategory } from '#contract/event.ts'
import type { Language } from '#contract/shared.ts'
import { inLanguage } from '#domain/language/texts.ts'
import { datesIn } from '../../language/dates.ts'
import type { Translate } from '../../language/texts.ts'
import type { Known } from './known.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { type PageHead, imageOf } from './head.ts'
import { plainText } from './html.ts'

type Around = {
  readonly path: string
  readonly language: string
  readonly languages: readonly Language[]
  readonly baseUrl: string
  readonly t: Translate
}

const DESCRIPTION_LENGTH = 160

/** The head of the page that is rendered from what is `known`. */
export function headOf(known: Known, around: Around): PageHead {
  switch (known.kind) {
    case 'event':
      return eventHead(known.event, known.items, around)
    case 'events':
      return listHead(known.events, around)
    case 'nothing':
      return { ...plain(around), title: 'Foyer', canonicalPath: undefined }
    default:
      return known satisfies never
  }
}

function plain({ language, languages, baseUrl, path }: Around): PageHead {
  return {
    title: 'Foyer',
    description: '',
    canonicalPath: path,
    languages,
    language,
    baseUrl,
    image: undefined,
    kind: 'website',
    jsonLd: undefined,
  }
}

function listHead(events: readonly BasicEventInfo[], around: Around): PageHead {
  const { language, t, path } = around
  const names = events.slice(0, 3).map(({ title }) => inLanguage(title, language))
  const isList = path.endsWith('/events-all')
  return {
    ...plain(around),
    title: isList ? `${t('event-list.header.title')} · Foyer` : 'Foyer',
    description: names.length === 0 ? t('event-list.no-events') : t('foyer.home.description', names.join(', ')),
  }
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
    image: imageOf(event, baseUrl),
    kind: 'event',
    jsonLd: eventJsonLd({ event, items, language, url: `${baseUrl}${path}`, baseUrl }),
  }
}
