import type { PassSaleState, Subscription } from '#contract/subscription.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { plainText } from '#client/frame/document/head.ts'
import { passSaleStateOf } from '../../catalog/pass-sale.ts'
import { isoWithOffset } from './event-json-ld.ts'

type JsonLdInput = {
  readonly pass: Subscription
  readonly language: string
  /** Address of the page of the pass. */
  readonly url: string
  readonly baseUrl: string
}

const SCHEMA = 'https://schema.org'

const AVAILABILITY: Readonly<Record<PassSaleState, string>> = {
  NOT_STARTED: `${SCHEMA}/PreOrder`,
  AWAITS_PAYMENT: `${SCHEMA}/PreOrder`,
  ON_SALE: `${SCHEMA}/InStock`,
  SOLD_OUT: `${SCHEMA}/SoldOut`,
  ENDED: `${SCHEMA}/Discontinued`,
}

const DESCRIPTION_LENGTH = 500

/** The pass for search engines, in the vocabulary of schema.org: a product with one offer, at the price with VAT. */
export function passJsonLd({ pass, language, url, baseUrl }: JsonLdInput): Record<string, unknown> {
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
      availability: AVAILABILITY[passSaleStateOf(pass)],
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
