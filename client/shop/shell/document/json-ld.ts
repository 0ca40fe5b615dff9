import type { Event, EventFacts, ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type SaleState, saleStateOf, unavoidablePrice } from '../../catalog/sale-state.ts'
import type { Organizer } from '#contract/organizer.ts'
import { allOf } from '../../catalog/list-addresses.ts'
import { placeParts } from '../../catalog/when-and-where.ts'
import { plainText } from '#client/frame/document/head.ts'
import type { PassSaleState, Subscription } from '#contract/subscription.ts'
import { passSaleStateOf } from '../../catalog/pass-sale.ts'

type EventPage = {
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

/** In English, as search engines compare them. */
const AMENITIES: Readonly<Record<EventFacts['accessFeatures'][number], string>> = {
  STEP_FREE: 'Step-free access',
  WHEELCHAIR_PLACES: 'Wheelchair spaces',
  ACCESSIBLE_TOILET: 'Accessible toilet',
  HEARING_LOOP: 'Hearing loop',
  SIGN_LANGUAGE: 'Sign language interpretation',
  CAPTIONS: 'Captions',
  ASSISTANCE_DOGS: 'Assistance dogs allowed',
  COMPANION_FREE: 'Free companion ticket',
}

const DESCRIPTION_LENGTH = 500

/** The organiser for search engines, in the vocabulary of schema.org. */
export function organizerJsonLd(organizer: Organizer, baseUrl: string): Record<string, unknown> {
  const { slug, name, email, about, websiteUrl, fileBlobId } = organizer
  return {
    '@context': SCHEMA,
    '@type': 'Organization',
    name,
    url: `${baseUrl}${allOf(slug)}`,
    email,
    ...(about === null ? {} : { description: plainText(about, DESCRIPTION_LENGTH) }),
    ...(websiteUrl === null ? {} : { sameAs: [websiteUrl] }),
    ...(fileBlobId === null ? {} : { image: [`${baseUrl}/file/${fileBlobId}`] }),
  }
}

/** The event for search engines, in the vocabulary of schema.org. */
export function eventJsonLd(input: EventPage): Record<string, unknown> {
  const { event, language, url, baseUrl } = input
  const { startDateTime, startTimeZoneOffset, endDateTime, endTimeZoneOffset } = event.datesWithOffset
  const offers = offersOf(input)
  const doors = event.facts?.doors ?? null
  return {
    '@context': SCHEMA,
    '@type': 'Event',
    name: inLanguage(event.title, language),
    description: plainText(inLanguage(event.description, language), DESCRIPTION_LENGTH),
    inLanguage: language,
    url,
    startDate: isoWithOffset(startDateTime, startTimeZoneOffset),
    ...(endDateTime === 0 ? {} : { endDate: isoWithOffset(endDateTime, endTimeZoneOffset) }),
    ...(doors === null ? {} : { doorTime: isoWithOffset(doors, startTimeZoneOffset) }),
    eventStatus: `${SCHEMA}/${event.facts?.cancelled === undefined ? 'EventScheduled' : 'EventCancelled'}`,
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

function locationOf({ format, location, facts }: Event, url: string): unknown {
  const { name, address } = placeParts(location)
  const features = (facts?.accessFeatures ?? []).map(feature => ({
    '@type': 'LocationFeatureSpecification',
    name: AMENITIES[feature],
    value: true,
  }))
  const place = {
    '@type': 'Place',
    name,
    address: [name, ...address].join(', '),
    ...(features.length === 0 ? {} : { amenityFeature: features }),
  }
  const online = { '@type': 'VirtualLocation', url }
  if (format === 'ONLINE') return online
  return format === 'HYBRID' ? [place, online] : place
}

/** What everybody can buy: a category that a code has opened for one visitor is not shown to search engines. */
function offersOf({ event, items, url }: EventPage): readonly unknown[] {
  const open = (items?.ticketCategories ?? []).filter(({ accessRestricted }) => !accessRestricted)
  const first = open.find(costsSomething)
  return open.map(category => ({
    ...offer(category, event, url),
    ...(costsSomething(category) && returnPolicyOf(event, category !== first)),
  }))
}

const costsSomething = (category: TicketCategory): boolean => Number(unavoidablePrice(category).total) > 0

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

/**
 * The organiser's promise about tickets that cost something; search engines know returns by days, and this one by a date.
 * The first of them states it, the others refer to it.
 */
function returnPolicyOf({ facts, datesWithOffset }: Event, isStated: boolean): Record<string, unknown> {
  if (facts?.refunds === undefined) return {}
  const { until } = facts.refunds
  const kind = until === null ? 'MerchantReturnNotPermitted' : 'MerchantReturnFiniteReturnWindow'
  const policy = {
    '@type': 'MerchantReturnPolicy',
    returnPolicyCategory: `${SCHEMA}/${kind}`,
    ...(until !== null && { merchantReturnDays: isoWithOffset(until, datesWithOffset.startTimeZoneOffset) }),
  }
  return { hasMerchantReturnPolicy: { '@id': '#refunds', ...(isStated ? {} : policy) } }
}

/** "2027-05-15T09:00:00+02:00": the wall clock of the place, with how far it is from UTC. */
export function isoWithOffset(instant: number, offsetSeconds: number): string {
  const wall = new Date(instant + offsetSeconds * 1000).toISOString().slice(0, 19)
  const minutes = Math.round(Math.abs(offsetSeconds) / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${wall}${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

type PassPage = {
  readonly pass: Subscription
  readonly language: string
  /** Address of the page of the pass. */
  readonly url: string
  readonly baseUrl: string
}

const PASS_AVAILABILITY: Readonly<Record<PassSaleState, string>> = {
  NOT_STARTED: `${SCHEMA}/PreOrder`,
  AWAITS_PAYMENT: `${SCHEMA}/PreOrder`,
  ON_SALE: `${SCHEMA}/InStock`,
  SOLD_OUT: `${SCHEMA}/SoldOut`,
  ENDED: `${SCHEMA}/Discontinued`,
}

/** The pass for search engines, in the vocabulary of schema.org: a product with one offer, at the price with VAT. */
export function passJsonLd({ pass, language, url, baseUrl }: PassPage): Record<string, unknown> {
  const { startDateTime, startTimeZoneOffset, endDateTime, endTimeZoneOffset } = pass.salePeriod
  return {
    '@context': SCHEMA,
    '@type': 'Product',
    name: inLanguage(pass.title, language),
    description: plainText(inLanguage(pass.description, language), DESCRIPTION_LENGTH),
    inLanguage: language,
    url,
    ...(pass.fileBlobId === null ? {} : { image: [`${baseUrl}/file/${pass.fileBlobId}`] }),
    brand: { '@type': 'Organization', name: pass.organizationName },
    offers: {
      '@type': 'Offer',
      url,
      price: pass.leastPrice?.total ?? pass.formattedPrice,
      // A pass for nothing may have no currency, but an offer must name one.
      priceCurrency: pass.currency === '' ? 'EUR' : pass.currency,
      availability: PASS_AVAILABILITY[passSaleStateOf(pass)],
      validFrom: isoWithOffset(startDateTime, startTimeZoneOffset),
      ...(endDateTime === 0 ? {} : { validThrough: isoWithOffset(endDateTime, endTimeZoneOffset) }),
      seller: {
        '@type': 'Organization',
        name: pass.organizationName,
        ...(pass.websiteUrl ? { url: pass.websiteUrl } : {}),
      },
    },
  }
}
