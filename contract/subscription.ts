import { Type, type Static } from 'typebox'
import { call } from './call.ts'
import { SearchQuery } from './event.ts'
import { subscriptionsPath } from './paths.ts'
import { LangMap, Nullable, OneOf } from './schema.ts'
import { CurrencyDescriptor, DatesWithTimeZoneOffset, Language } from './shared.ts'
import { BadRequest, Unexpected } from './wrapper.ts'

/** One pass of the list. `description` is markdown here, `vat` a number, and -1 entries mean unlimited. */
export const BasicSubscriptionInfo = Type.Object({
  id: Type.String(),
  fileBlobId: Nullable(Type.String()),
  title: LangMap,
  description: LangMap,
  salePeriod: DatesWithTimeZoneOffset,
  validityType: OneOf(['STANDARD', 'CUSTOM', 'NOT_SET']),
  usageType: OneOf(['ONCE_PER_EVENT', 'UNLIMITED']),
  timeZone: Type.String(),
  validityTimeUnit: Nullable(OneOf(['DAYS', 'MONTHS', 'YEARS'])),
  validityUnits: Nullable(Type.Integer()),
  maxEntries: Type.Integer(),
  organizationEmail: Type.Null(),
  organizationName: Type.Null(),
  formattedPrice: Type.String(),
  currency: Type.String(),
  currencyDescriptor: CurrencyDescriptor,
  vat: Type.Number(),
  vatIncluded: Type.Boolean(),
  formattedOnSaleFrom: Nullable(LangMap),
  formattedOnSaleTo: Nullable(LangMap),
  formattedValidFrom: Nullable(LangMap),
  formattedValidTo: Nullable(LangMap),
  contentLanguages: Type.Array(Language),
})
export type BasicSubscriptionInfo = Static<typeof BasicSubscriptionInfo>

export const listSubscriptions = call({
  operationId: 'listSubscriptions',
  summary: 'Public passes on sale',
  tag: 'subscriptions',
  method: 'GET',
  path: subscriptionsPath,
  query: SearchQuery,
  responses: { 200: Type.Array(BasicSubscriptionInfo), 400: BadRequest, 500: Unexpected },
})
