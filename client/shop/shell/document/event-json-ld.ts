import type { Event, ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type SaleState, saleStateOf, unavoidablePrice } from '../../catalog/sale-state.ts'
import { placeParts } from '../../catalog/place-parts.ts'
import { plainText } from '#client/frame/document/head.ts'

type JsonLdInput = {
  readonly event: Event
  readonly items: ItemsByCategory | undefined
  readonly language: string
  /** Address of the event's page. */
  readonly url: string
  readonly baseUrl: string
}

const SCHEMA = 'https://schema.org'

const ATTENDANCE: Readonly<Record<Event['format'], string>> = {
  IN_PERSON: `${SCHEMA}/OfflineEventAttendanceMode`,
  ONLINE: `${SCHEMA}/OnlineEventAttendanceMode`,
  HYBRID: `${SCHEMA}/MixedEventAttendanceMode`,
}

const AVAILABILITY: Readonly<Record<SaleState['kind'], string>> = {
  'on-sale': `${SCHEMA}/InStock`,
  'not-started': `${SCHEMA}/PreOrder`,
  'not-payable-yet': `${SCHEMA}/PreOrder`,
  'all-reserved': `${SCHEMA}/LimitedAvailability`,
  'sold-out': `${SCHEMA}/SoldOut`,
  'not-payable-any-more': `${SCHEMA}/Discontinued`,
  ended: `${SCHEMA}/Discontinued`,
}

const DESCRIPTION_LENGTH = 500

/** The event for search engines, in the vocabulary of schema.org. */
export function eventJsonLd(input: JsonLdInput): Record<string, unknown> {
  const { event, language, url, baseUrl } = input
  const { startDateTime, startTimeZoneOffset, endDateTime, endTimeZoneOffset } = event.datesWithOffset
  const offers = offersOf(input)
  return {
    '@context': SCHEMA,
    '@type': 'Event',
    name: inLanguage(event.title, language),
    description: plainText(inLanguage(event.description, language), DESCRIPTION_LENGTH),
    inLanguage: language,
    url,
    startDate: isoWithOffset(startDateTime, startTimeZoneOffset),
    ...(endDateTime === 0 ? {} : { endDate: isoWithOffset(endDateTime, endTimeZoneOffset) }),
    eventStatus: `${SCHEMA}/EventScheduled`,
    eventAttendanceMode: ATTENDANCE[event.format],
    location: locationOf(event, url),
    ...(event.fileBlobId === null ? {} : { image: [`${baseUrl}/file/${event.fileBlobId}`] }),
    organizer: {
      '@type': 'Organization',
      name: event.organizationName,
      ...(event.websiteUrl === null ? {} : { url: event.websiteUrl }),
    },
    ...(event.free ? { isAccessibleForFree: true } : {}),
    ...(offers.length === 0 ? {} : { offers }),
  }
}

function locationOf({ format, location }: Event, url: string): unknown {
  const { name, address } = placeParts(location)
  const place = { '@type': 'Place', name, address: [name, ...address].join(', ') }
  const online = { '@type': 'VirtualLocation', url }
  if (format === 'ONLINE') return online
  return format === 'HYBRID' ? [place, online] : place
}

/** What everybody can buy: a category that a code has opened for one visitor is not shown to search engines. */
function offersOf({ event, items, url }: JsonLdInput): readonly unknown[] {
  const open = (items?.ticketCategories ?? []).filter(({ accessRestricted }) => !accessRestricted)
  return open.map(category => offer(category, event, url))
}

/** At the price that one ticket costs in the end, with fees and tax. */
function offer(category: TicketCategory, event: Event, url: string): Record<string, unknown> {
  const price = unavoidablePrice(category).total
  // An event of free tickets has no currency, but an offer must name one.
  const priceCurrency = event.currency ?? 'EUR'
  return {
    '@type': 'Offer',
    name: category.name,
    url,
    price,
    priceCurrency,
    availability: AVAILABILITY[saleStateOf(category).kind],
    ...(category.saleStart === undefined ? {} : { validFrom: new Date(category.saleStart).toISOString() }),
    ...(category.saleEnd === undefined ? {} : { validThrough: new Date(category.saleEnd).toISOString() }),
  }
}

/** "2027-05-15T09:00:00+02:00": the wall clock of the place, with how far it is from UTC. */
export function isoWithOffset(instant: number, offsetSeconds: number): string {
  const wall = new Date(instant + offsetSeconds * 1000).toISOString().slice(0, 19)
  const minutes = Math.round(Math.abs(offsetSeconds) / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${wall}${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
