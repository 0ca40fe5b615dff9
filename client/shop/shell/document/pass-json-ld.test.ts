import { expect, test } from 'vitest'
import type { Subscription } from '#contract/subscription.ts'
import { passJsonLd } from './json-ld.ts'

const START = Date.UTC(2027, 0, 1, 8)

type Facts = Pick<
  Subscription,
  | 'title'
  | 'description'
  | 'fileBlobId'
  | 'organizationName'
  | 'websiteUrl'
  | 'formattedPrice'
  | 'leastPrice'
  | 'currency'
  | 'numAvailable'
  | 'saleState'
  | 'salePeriod'
>

function jsonLd(changes: Partial<Facts> = {}) {
  const pass: Facts = {
    title: { en: 'Season pass' },
    description: { en: '<p>Every <strong>concert</strong></p>' },
    fileBlobId: 'a'.repeat(64),
    organizationName: 'Choir',
    websiteUrl: 'https://choir.example',
    formattedPrice: '120.00',
    leastPrice: { total: '129.24', before: null, ticket: '120.00', fees: [], vatOnTop: '9.24' },
    currency: 'CHF',
    numAvailable: 3,
    saleState: 'ON_SALE',
    salePeriod: {
      startDateTime: START,
      startTimeZoneOffset: 3600,
      endDateTime: START + 86_400_000,
      endTimeZoneOffset: 3600,
    },
    ...changes,
  }
  return passJsonLd({
    pass: pass as Subscription,
    language: 'en',
    url: 'https://shop.example/subscription/1',
    baseUrl: 'https://shop.example',
  })
}

test('a pass is a product with an offer at the price with VAT', () => {
  expect(jsonLd()).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Season pass',
    description: 'Every concert',
    inLanguage: 'en',
    url: 'https://shop.example/subscription/1',
    image: [`https://shop.example/file/${'a'.repeat(64)}`],
    brand: { '@type': 'Organization', name: 'Choir' },
    offers: {
      '@type': 'Offer',
      url: 'https://shop.example/subscription/1',
      price: '129.24',
      priceCurrency: 'CHF',
      availability: 'https://schema.org/InStock',
      validFrom: '2027-01-01T09:00:00+01:00',
      validThrough: '2027-01-02T09:00:00+01:00',
      seller: { '@type': 'Organization', name: 'Choir', url: 'https://choir.example' },
    },
  })
})

test.each([
  ['NOT_STARTED', 'PreOrder'],
  ['AWAITS_PAYMENT', 'PreOrder'],
  ['ON_SALE', 'InStock'],
  ['SOLD_OUT', 'SoldOut'],
  ['ENDED', 'Discontinued'],
] as const)('a pass that is %s is stated as %s', (saleState, availability) => {
  expect(jsonLd({ saleState })).toMatchObject({ offers: { availability: `https://schema.org/${availability}` } })
})

test('what a pass has not is left out', () => {
  const salePeriod = { startDateTime: START, startTimeZoneOffset: 3600, endDateTime: 0, endTimeZoneOffset: 0 }
  const data = jsonLd({ fileBlobId: null, websiteUrl: null, currency: '', salePeriod })
  expect(data).not.toHaveProperty('image')
  expect(data['offers']).not.toHaveProperty('validThrough')
  expect(data).toMatchObject({
    offers: { priceCurrency: 'EUR', seller: { '@type': 'Organization', name: 'Choir' } },
  })
})
