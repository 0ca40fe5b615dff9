import { describe, expect, test } from 'vitest'
import type { Event, ItemsByCategory, TicketCategory } from '#contract/event.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import { eventJsonLd, isoWithOffset } from './json-ld.ts'

const DAY = Date.UTC(2027, 4, 15)

type Facts = Pick<
  Event,
  | 'title'
  | 'description'
  | 'format'
  | 'location'
  | 'free'
  | 'currency'
  | 'vatIncluded'
  | 'fileBlobId'
  | 'websiteUrl'
  | 'organizationName'
  | 'datesWithOffset'
  | 'facts'
>

/** The parts of an event that search engines read. */
function anEventWith(changes: Partial<Facts> = {}): Event {
  const event: Facts = {
    title: { en: 'Choir by the lake' },
    description: { en: '<p>Songs &amp; <em>candles</em></p>' },
    format: 'IN_PERSON',
    location: 'Tonhalle\nClaridenstrasse 7\nZürich',
    free: false,
    currency: 'CHF',
    vatIncluded: true,
    fileBlobId: 'a'.repeat(64),
    websiteUrl: 'https://choir.example',
    organizationName: 'Choir',
    datesWithOffset: {
      startDateTime: DAY,
      startTimeZoneOffset: 7200,
      endDateTime: DAY + 7_200_000,
      endTimeZoneOffset: 7200,
    },
    ...changes,
  }
  return event as Event
}

const onSale = { saleStart: Date.UTC(2027, 0, 1), saleEnd: Date.UTC(2027, 4, 14) }

function jsonLd(changes: Partial<Facts> = {}, categories: readonly TicketCategory[] = [aCategory(onSale)]) {
  const items = { ticketCategories: categories, expiredCategories: [aCategory({ name: 'Over', expired: true })] }
  return eventJsonLd({
    event: anEventWith(changes),
    items: items as unknown as ItemsByCategory,
    language: 'en',
    url: 'https://shop.example/event/choir',
    baseUrl: 'https://shop.example',
  })
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const URL_LIKE = /^https:\/\//
const TERM = /^https:\/\/schema\.org\/\w+$/
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

/** What the documentation of search engines requires or recommends of an Event and its Offers. */
const EVENT_RULE = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: matching(/./),
  description: matching(/./),
  startDate: matching(ISO),
  endDate: matching(ISO),
  eventStatus: matching(TERM),
  eventAttendanceMode: matching(TERM),
  location: expect.anything(),
  url: matching(URL_LIKE),
  organizer: expect.objectContaining({ '@type': 'Organization', name: matching(/./) }),
}
const OFFER_RULE = {
  '@type': 'Offer',
  price: matching(/^\d+(\.\d+)?$/),
  priceCurrency: matching(/^[A-Z]{3}$/),
  availability: matching(TERM),
  url: matching(URL_LIKE),
  validFrom: matching(ISO),
  validThrough: matching(ISO),
}

describe('the event for search engines', () => {
  test.each<[string, Partial<Facts>]>([
    ['in person', {}],
    ['online', { format: 'ONLINE', location: null }],
    ['both', { format: 'HYBRID' }],
    ['free', { free: true, currency: null }],
    ['without a picture and a site', { fileBlobId: null, websiteUrl: null }],
  ])('%s, has all that they ask for', (_, changes) => {
    const { offers, ...event } = jsonLd(changes)
    expect(event).toMatchObject(EVENT_RULE)
    expect(offers).toEqual([expect.objectContaining(OFFER_RULE)])
  })

  test('is words, no markup', () => expect(jsonLd()).toMatchObject({ description: 'Songs & candles' }))

  test('says when doors open, what the place has, and how tickets that cost something are refunded', () => {
    const facts = {
      doors: DAY - 1_800_000,
      refunds: { until: DAY - 86_400_000, text: {} },
      passingOn: true,
      freeReleases: 'NONE' as const,
      accessFeatures: ['STEP_FREE' as const],
      accessibility: {},
      bring: {},
    }
    const policy = (returnPolicyCategory: string) =>
      expect.objectContaining({ returnPolicyCategory: `https://schema.org/${returnPolicyCategory}` })
    expect(jsonLd({ facts })).toMatchObject({
      doorTime: '2027-05-15T01:30:00+02:00',
      location: {
        amenityFeature: [{ '@type': 'LocationFeatureSpecification', name: 'Step-free access', value: true }],
      },
      offers: [{ hasMerchantReturnPolicy: policy('MerchantReturnFiniteReturnWindow') }],
    })
    expect(jsonLd({ facts: { ...facts, refunds: { until: null, text: {} } } })).toMatchObject({
      offers: [{ hasMerchantReturnPolicy: policy('MerchantReturnNotPermitted') }],
    })
    const free = jsonLd({ facts }, [aCategory({ ...onSale, free: true, formattedFinalPrice: '0.00' })])
    expect(JSON.stringify(free)).not.toContain('MerchantReturnPolicy')
  })

  test('says where: a place by its name and address, a virtual location, or both', () => {
    const place = { '@type': 'Place', name: 'Tonhalle', address: 'Tonhalle, Claridenstrasse 7, Zürich' }
    const online = { '@type': 'VirtualLocation', url: 'https://shop.example/event/choir' }
    expect(jsonLd()).toMatchObject({ location: place })
    expect(jsonLd({ format: 'ONLINE', location: null })).toMatchObject({ location: online })
    expect(jsonLd({ format: 'HYBRID' })).toMatchObject({
      location: [place, online],
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    })
  })

  test('that is free says so, and its offers cost 0', () => {
    const free = aCategory({ ...onSale, free: true, formattedFinalPrice: '' })
    expect(jsonLd({ free: true, currency: null }, [free])).toMatchObject({
      isAccessibleForFree: true,
      offers: [{ price: '0' }],
    })
    expect(jsonLd()).not.toHaveProperty('isAccessibleForFree')
  })

  test('that offers nothing has no offers', () => expect(jsonLd({}, [])).not.toHaveProperty('offers'))
})

describe('an offer', () => {
  const offers = (...categories: TicketCategory[]) => jsonLd({}, categories)['offers']

  test.each<[string, Partial<TicketCategory>, string]>([
    ['on sale', {}, 'InStock'],
    ['not yet on sale', { saleInFuture: true, saleableAndLimitNotReached: false }, 'PreOrder'],
    ['sold out', { saleableAndLimitNotReached: false, soldOutOrLimitReached: true }, 'SoldOut'],
    [
      'held by others',
      { saleableAndLimitNotReached: false, soldOutOrLimitReached: true, containsPendingTickets: true },
      'LimitedAvailability',
    ],
  ])('%s is stated as such', (_, state, availability) =>
    expect(offers(aCategory(state))).toEqual([
      expect.objectContaining({ availability: `https://schema.org/${availability}` }),
    ]),
  )

  test('is there for each category, with its price and when it can be bought', () => {
    const categories = [
      aCategory({ ...onSale, name: 'Adult', formattedFinalPrice: '40.00' }),
      aCategory({ ...onSale, name: 'Child', formattedFinalPrice: '0.00', free: true }),
    ]
    expect(offers(...categories)).toMatchObject([
      {
        name: 'Adult',
        price: '40.00',
        priceCurrency: 'CHF',
        validFrom: '2027-01-01T00:00:00.000Z',
        validThrough: '2027-05-14T00:00:00.000Z',
      },
      { name: 'Child', price: '0' },
    ])
  })

  test('a hidden category is none, even when a code has opened it', () => {
    const text = JSON.stringify(
      offers(aCategory({ name: 'Public' }), aCategory({ name: 'Crew', accessRestricted: true })),
    )
    expect(text).toContain('Public')
    expect(text).not.toContain('Crew')
  })

  test('costs what a buyer pays in the end, with fees and with tax that comes on top', () => {
    const fees = [{ title: { en: 'Service fee' }, amount: '2.00' }]
    const leastPrice = { total: '131.76', before: null, ticket: '120.00', fees, vatOnTop: '9.76' }
    expect(offers(aCategory({ leastPrice }))).toMatchObject([{ price: '131.76' }])
  })

  test('of a server that does not send the days of the sale names none', () => {
    expect(JSON.stringify(offers(aCategory()))).not.toMatch(/validFrom|validThrough/)
  })
})

test('a date for search engines is the wall clock of the place with its distance from UTC', () => {
  expect(isoWithOffset(Date.UTC(2027, 4, 15, 7), 7_200)).toBe('2027-05-15T09:00:00+02:00')
  expect(isoWithOffset(Date.UTC(2027, 4, 15, 7), -12_600)).toBe('2027-05-15T03:30:00-03:30')
})
