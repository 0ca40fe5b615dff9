import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { aCategory, anEvent, draftOf, problemsOf } from '#tests/builders/event-requests.ts'
import { NO_FACTS } from '#domain/catalog/catalog/event-facts.ts'
import { inZone } from './decode-event.ts'
import type { EventDraft } from './event-draft.ts'
import type { CategoryRequest, EventRequest, TicketsRequest } from './event-request.ts'

describe('a new event', () => {
  test('is read with its defaults', () => {
    const draft = draftOf(anEvent({}, { currency: 'chf', taxPercentage: 8.1, taxIncludedInPrice: true }))
    expect(draft).toMatchObject({
      slug: 'alpine-systems-days',
      title: 'Alpine Systems Days',
      languages: ['en'],
      format: 'IN_PERSON',
      status: 'DRAFT',
      currency: 'CHF',
      seats: 100,
      tax: { status: 'INCLUDED', percentage: 81_000n },
      paymentProxies: ['OFFLINE'],
      websiteUrl: null,
      tags: [],
      settings: [],
      callLinks: [],
      coordinates: null,
    })
    expect(draft.categories).toHaveLength(1)
    expect(draft.categories[0]).toMatchObject({
      id: null,
      price: 12_000n,
      seatSource: { kind: 'bounded', seats: 50 },
      accessType: 'INHERIT',
      ordinal: 0,
    })
  })

  test('content languages are those of the description, in the order the shop ships them', () => {
    const description = [
      { lang: 'IT', body: 'Ciao' },
      { lang: 'en', body: 'Hello' },
      { lang: 'de', body: ' ' },
    ]
    expect(draftOf(anEvent({ description })).languages).toEqual(['en', 'it'])
  })

  test('that is free of charge needs no currency, price or payment method and is untaxed', () => {
    const tickets = {
      freeOfCharge: true,
      currency: null,
      paymentMethods: null,
      categories: [aCategory({ price: null })],
    }
    expect(draftOf(anEvent({}, tickets))).toMatchObject({
      isFreeOfCharge: true,
      currency: null,
      tax: { status: 'NONE' },
      paymentProxies: [],
      categories: [{ price: 0n }],
    })
  })

  test.each([
    [8.1, false, 'NOT_INCLUDED'],
    [7.7, null, 'INCLUDED'],
    [0, true, 'NONE'],
    [null, false, 'NONE'],
  ])('tax of %s %% with "included" %s is %s', (taxPercentage, taxIncludedInPrice, status) => {
    expect(draftOf(anEvent({}, { taxPercentage, taxIncludedInPrice })).tax.status).toBe(status)
  })

  test('prices are read in the decimals of the currency, halves rounded up', () => {
    const price = (currency: string, value: number) =>
      draftOf(anEvent({}, { currency, categories: [aCategory({ price: value })] })).categories[0]?.price
    expect(price('CHF', 100.999)).toBe(10_100n)
    expect(price('JPY', 1000)).toBe(1000n)
  })

  test('an unbounded category draws from the pool, whether its maximum is 0 or absent', () => {
    const categories = [aCategory({ maxTickets: 0 }), aCategory({ name: 'Other', maxTickets: null })]
    expect(draftOf(anEvent({}, { categories })).categories.map(({ seatSource }) => seatSource.kind)).toEqual([
      'pool',
      'pool',
    ])
  })

  test('settings are kept as texts, with the field they came from', () => {
    const settings = { DISPLAY_TICKETS_LEFT_INDICATOR: true, RESERVATION_TIMEOUT: 20 }
    expect(draftOf(anEvent({ settings })).settings).toEqual([
      { key: 'DISPLAY_TICKETS_LEFT_INDICATOR', value: 'true', field: 'settings.DISPLAY_TICKETS_LEFT_INDICATOR' },
      { key: 'RESERVATION_TIMEOUT', value: '20', field: 'settings.RESERVATION_TIMEOUT' },
    ])
  })

  test('the categories of a hybrid event are in person unless they are online', () => {
    const categories = [aCategory(), aCategory({ name: 'Stream', ticketAccessType: 'ONLINE' })]
    const draft = draftOf(anEvent({ format: 'HYBRID' }, { categories }))
    expect(draft.categories.map(({ accessType }) => accessType)).toEqual(['IN_PERSON', 'ONLINE'])
  })
})

const withCategory = (changes: CategoryRequest) => anEvent({}, { categories: [aCategory(changes)] })

describe('an event is refused', () => {
  test.each<[string, TicketsRequest, string]>([
    ['without seats', { max: null }, 'seats-missing at tickets.max'],
    ['with no seat at all', { max: 0 }, 'seats-out-of-bounds at tickets.max'],
    ['without a currency', { currency: null }, 'currency-missing at tickets.currency'],
    ['in an unknown currency', { currency: 'XYZ' }, 'currency-unknown at tickets.currency'],
    ['with a tax above everything', { taxPercentage: 101 }, 'tax-unreadable at tickets.taxPercentage'],
    ['without a way to pay', { paymentMethods: [] }, 'payment-method-missing at tickets.paymentMethods'],
    ['without categories', { categories: [] }, 'categories-missing at tickets.categories'],
    [
      'with two categories of one name',
      { categories: [aCategory(), aCategory()] },
      'category-name-repeated at tickets.categories',
    ],
    [
      'with a price though it is free',
      { categories: [aCategory({ price: 5 })], freeOfCharge: true },
      'category-price-in-free-event at tickets.categories[0].price',
    ],
    [
      'with an unbounded category and no seat for it',
      { categories: [aCategory({ maxTickets: 100 }), aCategory({ name: 'Other', maxTickets: 0 })] },
      'pool-empty at tickets.max',
    ],
  ])('%s', (_, changes, problem) => {
    expect(problemsOf(anEvent({}, changes))).toEqual([problem])
  })

  test.each<[string, EventRequest, string]>([
    ['without a title', { title: '  ' }, 'title-missing at title'],
    ['with an endless title', { title: 'x'.repeat(256) }, 'title-too-long at title'],
    ['with a slug that is no address', { slug: 'a/b' }, 'slug-malformed at slug'],
    ['without a description', { description: [] }, 'description-missing at description'],
    [
      'in a language that is not shipped',
      { description: [{ lang: 'xx', body: 'x' }] },
      'language-unknown at description',
    ],
    [
      'with a language twice',
      {
        description: [
          { lang: 'en', body: 'x' },
          { lang: 'en', body: 'y' },
        ],
      },
      'language-repeated at description',
    ],
    ['in person without a place', { location: null }, 'location-missing at location.fullAddress'],
    [
      'beyond the poles',
      { location: { fullAddress: 'x', coordinate: { latitude: '91', longitude: '8' } } },
      'coordinates-unreadable at location.coordinate',
    ],
    [
      'with half a coordinate',
      { location: { fullAddress: 'x', coordinate: { latitude: '47' } } },
      'coordinates-unreadable at location.coordinate',
    ],
    ['with a script as website', { websiteUrl: 'javascript:alert(1)' }, 'website-url-unreadable at websiteUrl'],
    [
      'with terms that are no address',
      { termsAndConditionsUrl: 'terms.html' },
      'terms-url-unreadable at termsAndConditionsUrl',
    ],
    ['with an image from a file', { imageUrl: 'file:///etc/passwd' }, 'image-url-unreadable at imageUrl'],
    ['in an unknown zone', { timezone: 'Mars/Olympus' }, 'time-zone-unknown at timezone'],
    ['without a beginning', { startDate: null }, 'date-missing at startDate'],
    ['at an unreadable time', { endDate: 'tomorrow' }, 'date-unreadable at endDate'],
    ['at an hour that the clocks skip', { startDate: '2027-03-28T02:30' }, 'date-skipped at startDate'],
    ['ending before it begins', { endDate: '2027-05-15T08:00' }, 'ends-before-start at endDate'],
    [
      'with a call link that ends first',
      {
        onlineCallLinks: [{ link: 'https://call.example', validFrom: '2027-05-15T10:00', validTo: '2027-05-15T09:00' }],
      },
      'call-link-unreadable at onlineCallLinks[0]',
    ],
    ['with what is not sold yet', { extensionSettings: [{}] }, 'not-yet-sold at extensionSettings'],
  ])('%s', (_, changes, problem) => {
    expect(problemsOf(anEvent(changes))).toEqual([problem])
  })

  test.each<[string, CategoryRequest, string]>([
    ['with a nameless category', { name: '' }, 'category-name-missing at tickets.categories[0].name'],
    ['without a price', { price: null }, 'category-price-missing at tickets.categories[0].price'],
    ['below nothing', { price: -1 }, 'category-price-unreadable at tickets.categories[0].price'],
    ['without a sale window', { endSellingDate: null }, 'category-sale-missing at tickets.categories[0]'],
    [
      'with a sale that ends first',
      { endSellingDate: '2026-12-31T00:00' },
      'category-sale-order at tickets.categories',
    ],
    [
      'with a sale beyond its end',
      { endSellingDate: '2027-05-15T17:31' },
      'category-sale-after-event at tickets.categories',
    ],
    [
      'with a sale that begins with it',
      { startSellingDate: '2027-05-15T09:00', endSellingDate: '2027-05-15T10:00' },
      'category-starts-after-event at tickets.categories',
    ],
    [
      'with an online category of an event in person',
      { ticketAccessType: 'ONLINE' },
      'category-access-type-unfit at tickets.categories[0].ticketAccessType',
    ],
    [
      'with an admission that closes first',
      {
        customValidity: { checkInFrom: '2027-05-15T09:00', checkInTo: '2027-05-15T08:00' },
      },
      'category-validity-order at tickets.categories[0].customValidity',
    ],
    ['with more bounded seats than seats', { maxTickets: 101 }, 'seats-below-bounded at tickets.max'],
  ])('%s', (_, changes, problem) => {
    expect(problemsOf(withCategory(changes))).toEqual([problem])
  })

  test('online, paid at the door only', () => {
    expect(problemsOf(anEvent({ format: 'ONLINE' }, { paymentMethods: ['ON_SITE'] }))).toEqual([
      'payment-method-missing at tickets.paymentMethods',
    ])
  })

  test('with INHERIT in a hybrid event', () => {
    expect(
      problemsOf(anEvent({ format: 'HYBRID' }, { categories: [aCategory({ ticketAccessType: 'INHERIT' })] })),
    ).toEqual(['category-access-type-missing at tickets.categories[0].ticketAccessType'])
  })

  test('for everything that is wrong at once', () => {
    const codes = problemsOf({ title: '', tickets: { categories: [{ name: '' }] } })
    expect(codes).toEqual([
      'title-missing at title',
      'description-missing at description',
      'location-missing at location.fullAddress',
      'time-zone-unknown at timezone',
      'date-missing at startDate',
      'date-missing at endDate',
      'seats-missing at tickets.max',
      'currency-missing at tickets.currency',
      'payment-method-missing at tickets.paymentMethods',
      'category-name-missing at tickets.categories[0].name',
      'category-price-missing at tickets.categories[0].price',
      'category-sale-missing at tickets.categories[0]',
    ])
  })

  test('never for its bounded seats when they fit exactly', () => {
    expect(problemsOf(withCategory({ maxTickets: 100 }))).toEqual([])
  })
})

describe('an update', () => {
  const stored: EventDraft = (() => {
    const draft = draftOf(anEvent({ websiteUrl: 'https://alpine.example', status: 'PUBLIC' }))
    return { ...draft, categories: draft.categories.map(category => ({ ...category, id: 7 })) }
  })()

  test('that says nothing changes nothing', () => {
    expect(draftOf({}, stored)).toEqual(stored)
    expect(draftOf({ title: null, tickets: { categories: [] } }, stored)).toEqual(stored)
  })

  test('finds a category by its id, then by its name, and adds an unknown one', () => {
    const categories = [{ id: 7, name: 'Renamed', price: 130 }, aCategory({ name: 'New', price: 10, maxTickets: 10 })]
    const draft = draftOf({ tickets: { categories } }, stored)
    expect(draft.categories.map(({ id, name, price }) => ({ id, name, price }))).toEqual([
      { id: 7, name: 'Renamed', price: 13_000n },
      { id: null, name: 'New', price: 1000n },
    ])
    const byName = draftOf({ tickets: { categories: [{ name: 'Conference', maxTickets: 0 }] } }, stored)
    expect(byName.categories).toMatchObject([{ id: 7, seatSource: { kind: 'pool' }, price: 12_000n }])
  })

  test('can change neither format nor short name', () => {
    expect(problemsOf({ format: 'ONLINE', slug: 'other' }, stored)).toEqual([
      'slug-fixed at slug',
      'format-fixed at format',
    ])
    expect(problemsOf({ format: 'IN_PERSON', slug: 'alpine-systems-days' }, stored)).toEqual([])
  })

  test('cannot end the event before a sale that it does not mention', () => {
    expect(problemsOf({ startDate: '2027-05-13T09:00', endDate: '2027-05-13T17:00' }, stored)).toEqual([
      'category-sale-after-event at tickets.categories',
    ])
  })
})

const at = (text: string) => instant(Date.parse(text))
const onSale = { start: at('2027-01-01T00:00:00+01:00'), end: at('2027-05-14T18:00:00+02:00') }

test('every time of an event that moves to another zone is the same by the clock there', () => {
  const stored = {
    timeZone: 'Europe/Zurich',
    startsAt: at('2027-05-15T09:00:00+02:00'),
    endsAt: at('2027-05-15T17:30:00+02:00'),
    callLinks: [],
    facts: { ...NO_FACTS, doorsAt: at('2027-05-15T08:30:00+02:00'), refunds: { until: onSale.end, text: {} } },
    categories: [
      { onSale, checkInFrom: at('2027-05-15T08:00:00+02:00'), checkInTo: null, validFrom: null, validTo: null },
    ],
    services: [{ onSale }],
    promoCodes: [],
  } as unknown as EventDraft
  const inNewYork = { start: at('2027-01-01T00:00:00-05:00'), end: at('2027-05-14T18:00:00-04:00') }
  expect(inZone(stored, 'America/New_York')).toMatchObject({
    timeZone: 'America/New_York',
    startsAt: at('2027-05-15T09:00:00-04:00'),
    endsAt: at('2027-05-15T17:30:00-04:00'),
    facts: { doorsAt: at('2027-05-15T08:30:00-04:00'), refunds: { until: inNewYork.end } },
    categories: [{ onSale: inNewYork, checkInFrom: at('2027-05-15T08:00:00-04:00'), checkInTo: null }],
    services: [{ onSale: inNewYork }],
  })
  expect(inZone(stored, 'Europe/Zurich')).toBe(stored)
})
