import type { Event, ItemsByCategory } from '#contract/event.ts'
import type { LegalText } from '#contract/legal-text.ts'
import type { ListedEvent, ListedEvents } from '#contract/listed-events.ts'
import {
  eventPagePath,
  oembedPath,
  organizerAtomPath,
  organizerCalendarPath,
  passPagePath,
  pathTo,
  sharePicturePath,
  shopAtomPath,
  shopCalendarPath,
} from '#contract/paths.ts'
import type { SharedPage } from '#contract/pages.ts'
import type { Language } from '#contract/shared.ts'
import type { BasicSubscriptionInfo, Subscription } from '#contract/subscription.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import type { Translate } from '#client/language/language-context.ts'
import { isNarrowed, leadsToOnlyEvent } from '../../catalog/event-choice.ts'
import { organizerOf } from '../../catalog/list-parts.tsx'
import { whenText } from '../../catalog/when-and-where.ts'
import { entriesText, validityText } from '../../catalog/pass-texts.ts'
import { legalTitle } from './legal-title.ts'
import { eventJsonLd, organizerJsonLd, passJsonLd } from './json-ld.ts'
import { hasPageOfItsOwn } from '../../catalog/organizer-head.tsx'
import type { Organizer } from '#contract/organizer.ts'
import { type FeedLink, type PageHead, type PageImage, plainText } from '#client/frame/document/head.ts'
import type { House } from '#client/frame/document/house-head.ts'
import type { EventChoices } from '#contract/own.ts'
import type { Preloaded } from '#client/frame/calls/queries.ts'
import type { EventSearch, OfferSearch, PageNeed } from '#contract/page-need.ts'

type Around = {
  /** How the shop is called and looks. */
  readonly house: House
  readonly path: string
  /** There is nothing at this address. */
  readonly isMissing: boolean
  readonly language: string
  readonly languages: readonly Language[]
  readonly baseUrl: string
  readonly t: Translate
  /** The address asks for this language by `?lang=`. */
  readonly isLanguageRequested: boolean
  /** A mark of a text, in hexadecimal figures, that is another one for any other text. */
  readonly markOf: (text: string) => string
}

/** What a tab says: "Events · Alpine Systems · Foyer". */
const houseTitle = (house: string, ...parts: readonly (string | undefined)[]): string =>
  [...parts, house].filter(part => part !== undefined).join(' · ')

const DESCRIPTION_LENGTH = 160

/** The head of the page that is rendered from what is `subject`. */
export function headOf(subject: PageData, around: Around): PageHead {
  switch (subject.kind) {
    case 'event':
      return eventHead(subject.event, subject.items, around)
    case 'events':
      return listHead(subject, around)
    case 'pass':
      return passHead(subject.pass, around)
    case 'passes':
      return passListHead(subject, around)
    case 'legal-text':
      return legalTextHead(subject.text, around)
    case 'nothing':
      return {
        ...plain(around),
        title: houseTitle(around.house.name, around.isMissing ? around.t('foyer.not-found.title') : undefined),
        canonicalPath: undefined,
      }
    default:
      return subject satisfies never
  }
}

function plain({ house, language, languages, baseUrl, path, isLanguageRequested }: Around): PageHead {
  return {
    title: house.name,
    siteName: house.name,
    description: '',
    canonicalPath: path,
    isLanguageRequested,
    languages,
    language,
    baseUrl,
    image: house.cover === null ? undefined : { url: `${baseUrl}/file/${house.cover}`, text: house.name },
    feeds: [],
    jsonLd: undefined,
  }
}

/** What a visitor has chosen from a list is nothing for search engines: they have the list. */
function listHead(
  { events, passes, search, choices, organizer }: Extract<PageData, { kind: 'events' }>,
  around: Around,
): PageHead {
  const { language, t, path } = around
  const names = (events.length > 0 ? events : passes).slice(0, 3).map(({ title }) => inLanguage(title, language))
  const isList = path.endsWith('/events-all')
  return {
    ...plain(around),
    title: houseTitle(
      around.house.name,
      isList ? t('event-list.header.title') : undefined,
      organizer?.name ?? organizerOf(search.organizerSlug, choices),
    ),
    description: organizer?.about
      ? plainText(organizer.about, DESCRIPTION_LENGTH)
      : names.length === 0
        ? t('event-list.no-events')
        : t('foyer.home.description', names.join(', ')),
    ...(organizer && {
      image: imageOf(
        { file: organizer.fileBlobId, kind: 'organizer', id: organizer.slug, facts: [organizer.name] },
        around,
      ),
      jsonLd: organizerJsonLd(organizer, around.baseUrl),
    }),
    // Nor is what the holder of a pass is shown.
    canonicalPath: isNarrowed(search) || search.subscription !== undefined ? undefined : path,
    feeds: [...feedsOf(search.organizerSlug, around), ...(organizer ? [embeddedBy(organizer.name, around)] : [])],
  }
}

function passListHead({ passes, search, choices }: Extract<PageData, { kind: 'passes' }>, around: Around): PageHead {
  const { language, t, path } = around
  const names = passes.slice(0, 3).map(({ title }) => inLanguage(title, language))
  return {
    ...plain(around),
    title: houseTitle(around.house.name, t('subscription.header.title'), organizerOf(search.organizerSlug, choices)),
    description: names.length === 0 ? t('subscription.no-subscriptions') : names.join(', '),
    canonicalPath: isNarrowed(search) ? undefined : path,
  }
}

function passHead(pass: Subscription, around: Around): PageHead {
  const { language, t, path, baseUrl } = around
  const title = inLanguage(pass.title, language)
  const terms = [validityText(pass, around), entriesText(pass, around)]
  const facts = [...terms, inLanguage(pass.description, language)].join('. ')
  return {
    ...plain(around),
    title: t('show-subscription.header.title', title),
    description: plainText(facts, DESCRIPTION_LENGTH),
    image: imageOf(
      { file: pass.fileBlobId, kind: 'pass', id: pass.id, facts: [title, ...terms, pass.organizationName] },
      around,
    ),
    feeds: [embeddedBy(title, around)],
    jsonLd: passJsonLd({ pass, language, url: `${baseUrl}${path}`, baseUrl }),
  }
}

/** Search engines are led to the newest version alone. */
function legalTextHead(text: LegalText, around: Around): PageHead {
  const { house, path, t } = around
  const { owner, newest } = text
  return {
    ...plain(around),
    title: houseTitle(house.name, legalTitle(text, t), owner ?? undefined),
    canonicalPath: newest === null ? path : undefined,
  }
}

type Pictured = {
  /** The picture that its organiser gave. */
  readonly file: string | null
  readonly kind: SharedPage
  readonly id: string | undefined
  /** What the drawn picture says. */
  readonly facts: readonly string[]
}

/** The organiser's picture, else one that the server draws: its address is another one for any other content. */
function imageOf(
  { file, kind, id, facts }: Pictured,
  { baseUrl, language, house, markOf }: Around,
): PageImage | undefined {
  const [title = ''] = facts
  if (file !== null) return { url: `${baseUrl}/file/${file}`, text: title }
  if (id === undefined) return undefined
  const mark = markOf(JSON.stringify([facts, house]))
  const path = pathTo(sharePicturePath, { kind, id, name: `${language}.${mark}.png` })
  return { url: baseUrl + path, text: facts.join(', '), size: { width: 1200, height: 630, type: 'image/png' } }
}

/** How other sites embed the page (oEmbed 1.0, 4). */
const embeddedBy = (title: string, { baseUrl, path }: Around): FeedLink => ({
  type: 'application/json+oembed',
  title,
  href: `${oembedPath}?url=${encodeURIComponent(baseUrl + path)}&format=json`,
})

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
  const dates = datesIn(language, event.timeZone, 'anywhere')
  const day = dates.day(event.datesWithOffset.startDateTime)
  const place = event.format === 'ONLINE' ? t('event.location.online') : event.location
  const facts = [day, place].filter(Boolean).join(', ')
  const description = plainText(`${facts}. ${inLanguage(event.description, language)}`, DESCRIPTION_LENGTH)
  const when = event.facts?.cancelled === undefined ? whenText(event, dates) : t('foyer.share.cancelled')
  const shown = [title, when, ...(place ? [place] : [])]
  return {
    ...plain(around),
    title: t('show-event.header.title', title),
    description,
    image: imageOf({ file: event.fileBlobId, kind: 'event', id: event.shortName, facts: shown }, around),
    feeds: [embeddedBy(title, around)],
    jsonLd: eventJsonLd({ event, items, language, url: `${baseUrl}${path}`, baseUrl }),
  }
}

/** What a page is about, as far as the server has read it. */
export type PageData =
  | {
      readonly kind: 'events'
      /** A part of the list, and how many events the whole has. */
      readonly events: readonly ListedEvent[]
      readonly count: number
      readonly search: EventSearch
      readonly choices: EventChoices | undefined
      /** Where it is an organiser's page. */
      readonly organizer: Organizer | undefined
      /** Those that are shown beside the events. */
      readonly passes: readonly BasicSubscriptionInfo[]
    }
  | {
      readonly kind: 'passes'
      readonly passes: readonly BasicSubscriptionInfo[]
      readonly search: OfferSearch
      readonly choices: EventChoices | undefined
    }
  | { readonly kind: 'pass'; readonly pass: Subscription }
  | { readonly kind: 'event'; readonly event: Event; readonly items: ItemsByCategory | undefined }
  | { readonly kind: 'legal-text'; readonly text: LegalText }
  | { readonly kind: 'nothing' }

/** Finds the answers to a page's needs among the preloaded data; null and absent are the same. */
export function pageDataFrom(needs: readonly PageNeed[], data: readonly Preloaded[]): PageData {
  const valueFor = (kind: PageNeed['kind']): unknown => {
    const need = needs.find(each => each.kind === kind)
    if (!need) return undefined
    const key = JSON.stringify(need.key)
    return data.find(each => JSON.stringify(each.key) === key)?.value
  }
  // The decoding edge: the server filled these by the contract's types.
  const listed = valueFor('events') as ListedEvents | null | undefined
  const event = valueFor('event') as Event | null | undefined
  const choices = valueFor('event-choices') as EventChoices | null | undefined
  const organizer = valueFor('organizer') as Organizer | null | undefined
  const items = valueFor('ticket-categories') as ItemsByCategory | null | undefined
  const pass = valueFor('pass') as Subscription | null | undefined
  const passes = valueFor('passes') as BasicSubscriptionInfo[] | null | undefined
  const text = valueFor('legal-text') as LegalText | null | undefined
  if (text) return { kind: 'legal-text', text }
  if (event) return { kind: 'event', event, items: items ?? undefined }
  if (pass) return { kind: 'pass', pass }
  const list = needs.find(need => need.kind === 'events')
  if (listed && list)
    return {
      kind: 'events',
      ...listed,
      search: list.search,
      choices: choices ?? undefined,
      organizer: organizer ?? undefined,
      passes: passes ?? [],
    }
  const passList = needs.find(need => need.kind === 'passes')
  if (!passes || !passList) return { kind: 'nothing' }
  return { kind: 'passes', passes, search: passList.search, choices: choices ?? undefined }
}

/**
 * The path to which a list of exactly one event or pass leads; undefined where it stays a list, as the answer to a search does, and an
 * event beside passes.
 */
export function onlyPathOf(subject: PageData): string | undefined {
  if (subject.kind === 'passes') {
    const [only, ...others] = subject.passes
    return only && others.length === 0 ? pathTo(passPagePath, { id: only.id }) : undefined
  }
  if (subject.kind !== 'events' || subject.passes.length > 0 || !leadsToOnlyEvent(subject.search)) return undefined
  if (hasPageOfItsOwn(subject.organizer)) return undefined
  const [only] = subject.events
  return only && subject.count === 1 ? pathTo(eventPagePath, { shortName: only.shortName }) : undefined
}
