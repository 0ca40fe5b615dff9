import { describe, expect, test } from 'vitest'
import type { EventRequest, ServiceRequest } from './event-request.ts'
import {
  now,
  eventEnd,
  aCategory,
  anEvent,
  aService,
  withService,
  draftOf,
  problemsOf,
} from '#tests/builders/event-requests.ts'

const serviceOf = (changes: ServiceRequest) => draftOf(withService(changes)).services[0]

describe('an extra', () => {
  test('is on sale from now until the event ends, in any number, taxed as the order is', () => {
    expect(serviceOf({})).toEqual({
      id: null,
      type: 'SUPPLEMENT',
      charge: { policy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', price: 1000n, maxQtyPerOrder: 1 },
      title: { en: 'Booklet' },
      description: {},
      stock: null,
      maxQtyPerOrder: 1,
      vat: 'INHERITED',
      onSale: { start: now, end: eventEnd },
      ordinal: 0,
    })
  })

  test.each<[string, ServiceRequest, object]>([
    [
      'one a ticket',
      { supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' },
      { policy: 'MANDATORY_ONE_FOR_TICKET', price: 1000n },
    ],
    [
      'a percentage of the tickets',
      { supplementPolicy: 'MANDATORY_PERCENTAGE_FOR_TICKET', price: 2.5 },
      { policy: 'MANDATORY_PERCENTAGE_FOR_TICKET', percentage: 25_000n, minimum: null, maximum: null },
    ],
    [
      'a percentage of the order, within bounds',
      { supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION', price: 3, minPrice: 0.5, maxPrice: 20 },
      { policy: 'MANDATORY_PERCENTAGE_RESERVATION', percentage: 30_000n, minimum: 50n, maximum: 2000n },
    ],
    [
      'as many as one likes',
      { supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT' },
      { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: 1000n },
    ],
    [
      'four an order',
      { supplementPolicy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION', maxQtyPerOrder: 4 },
      { policy: 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION', price: 1000n, maxQtyPerOrder: 4 },
    ],
    ['a donation', { type: 'DONATION', supplementPolicy: null, price: null }, { policy: null, price: null }],
    ['a donation of one amount', { type: 'DONATION', supplementPolicy: null, price: 5 }, { policy: null, price: 500n }],
    [
      'an amount the visitor names',
      { supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT', price: null, fixPrice: false },
      { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: null },
    ],
    ['nothing', { price: 0 }, { policy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET', price: 0n, maxQtyPerOrder: 1 }],
  ])('can be charged as %s', (_, changes, charge) => {
    expect(serviceOf(changes)?.charge).toEqual(charge)
  })

  test.each([
    [null, null],
    [-1, null],
    [0, 0],
    [20, 20],
  ])('of which %s are available has a stock of %s', (availableQuantity, stock) => {
    expect(serviceOf({ availableQuantity })?.stock).toBe(stock)
  })

  test.each([
    [null, 'INHERITED'],
    ['INHERITED', 'INHERITED'],
    ['NONE', 'NONE'],
    ['CUSTOM_INCLUDED', 'NONE'],
  ])('with the tax %s is taxed as %s', (vatType, vat) => {
    expect(serviceOf({ vatType })?.vat).toBe(vat)
  })

  test.each<[string, ServiceRequest, string]>([
    ['without a title', { title: [] }, 'service-title-missing at additionalServices[0].title'],
    [
      'that is no donation and has no policy',
      { supplementPolicy: null },
      'service-policy-missing at additionalServices[0].supplementPolicy',
    ],
    [
      'that makes people donate',
      { type: 'DONATION', supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' },
      'service-donation-mandatory at additionalServices[0].supplementPolicy',
    ],
    ['without a price', { price: null }, 'service-price-missing at additionalServices[0].price'],
    ['below nothing', { price: -1 }, 'service-price-unreadable at additionalServices[0].price'],
    [
      'with a price, though the visitor names it',
      { fixPrice: false },
      'service-price-unfit at additionalServices[0].price',
    ],
    [
      'that comes with each ticket at an amount of the visitor',
      { supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', fixPrice: false },
      'service-price-unfit at additionalServices[0].fixPrice',
    ],
    [
      'above everything',
      { supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION', price: 101 },
      'service-percentage-unreadable at additionalServices[0].price',
    ],
    ['with bounds of a fixed price', { minPrice: 5 }, 'service-bounds-unfit at additionalServices[0].minPrice'],
    [
      'with bounds the wrong way round',
      { supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION', minPrice: 5, maxPrice: 1 },
      'service-bounds-order at additionalServices[0].minPrice',
    ],
    [
      'of which there are less than none',
      { availableQuantity: -2 },
      'service-quantity-unreadable at additionalServices[0].availableQuantity',
    ],
    [
      'of which an order may have none',
      { maxQtyPerOrder: 0 },
      'service-maximum-unreadable at additionalServices[0].maxQtyPerOrder',
    ],
    ['of an unknown tax', { vatType: 'SOME' }, 'service-vat-unknown at additionalServices[0].vatType'],
    ['sold beyond the event', { expiration: '2027-05-15T17:31' }, 'service-sale-after-event at additionalServices'],
    [
      'sold until before it is sold',
      { inception: '2027-02-01T00:00', expiration: '2027-01-31T00:00' },
      'service-sale-order at additionalServices[0]',
    ],
    ['at an unreadable time', { inception: 'soon' }, 'date-unreadable at additionalServices[0].inception'],
    [
      'in a language that is not shipped',
      { description: [{ lang: 'xx', body: 'x' }] },
      'language-unknown at additionalServices[0].description',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(withService(changes))).toEqual([problem])
  })

  test.each<[string, EventRequest, string]>([
    [
      'with the title of another',
      anEvent({ additionalServices: [aService(), aService()] }),
      'service-title-repeated at additionalServices[1].title',
    ],
    [
      'that costs something in a free event',
      anEvent({ additionalServices: [aService()] }, { freeOfCharge: true, categories: [aCategory({ price: 0 })] }),
      'service-price-in-free-event at additionalServices',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem])
  })
})
