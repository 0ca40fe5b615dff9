import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import {
  AnalyticsConfiguration,
  AssignmentConfiguration,
  CaptchaConfiguration,
  EmbeddingConfiguration,
  InvoicingConfiguration,
} from './configuration.ts'
import { BasicEventInfo, LeastPrice, SearchQuery } from './event.ts'
import { acceptedSubscriptionsPath, subscriptionEventsPath, subscriptionPath, subscriptionsPath } from './paths.ts'
import { Verification } from './reserve.ts'
import { LangMap, Nullable, OneOf } from './schema.ts'
import { CurrencyDescriptor, DatesWithTimeZoneOffset, Language, ShortName, SubscriptionId } from './shared.ts'
import { BadRequest, ChallengeOrForbidden, TooManyRequests, Unexpected, ValidatedString } from './wrapper.ts'

/** NOT_SET is without end, STANDARD so long from when it is confirmed, CUSTOM between two dates. */
export const SubscriptionValidityType = OneOf(['STANDARD', 'CUSTOM', 'NOT_SET'])
export type SubscriptionValidityType = Static<typeof SubscriptionValidityType>
export const SubscriptionUsageType = OneOf(['ONCE_PER_EVENT', 'UNLIMITED'])
export type SubscriptionUsageType = Static<typeof SubscriptionUsageType>
export const SubscriptionTimeUnit = OneOf(['DAYS', 'MONTHS', 'YEARS'])
export type SubscriptionTimeUnit = Static<typeof SubscriptionTimeUnit>

/** What list and detail of a pass have in common. What it costs in the end, `leastPrice`, is sent by this shop only. */
const terms = {
  fileBlobId: Nullable(Type.String()),
  title: LangMap,
  description: LangMap,
  salePeriod: DatesWithTimeZoneOffset,
  validityType: SubscriptionValidityType,
  usageType: SubscriptionUsageType,
  timeZone: Type.String(),
  validityTimeUnit: Nullable(SubscriptionTimeUnit),
  validityUnits: Nullable(Type.Integer()),
  formattedPrice: Type.String({ description: 'As in 99.00; 0 when it costs nothing' }),
  currency: Type.String(),
  currencyDescriptor: CurrencyDescriptor,
  vatIncluded: Type.Boolean(),
  formattedOnSaleFrom: Nullable(LangMap),
  formattedOnSaleTo: Nullable(LangMap),
  formattedValidFrom: Nullable(LangMap),
  formattedValidTo: Nullable(LangMap),
  validFrom: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' }))),
  validTo: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' }))),
  contentLanguages: Type.Array(Language),
  leastPrice: Type.Optional(LeastPrice),
} as const

/** One pass of the list. `description` is markdown here, `vat` a number, and -1 entries mean unlimited. */
export const BasicSubscriptionInfo = Type.Object({
  id: Type.String(),
  ...terms,
  maxEntries: Type.Integer(),
  organizationEmail: Type.Null(),
  organizationName: Type.Null(),
  vat: Type.Number(),
})
export type BasicSubscriptionInfo = Static<typeof BasicSubscriptionInfo>

/** More are never sold of a pass, so that this is any number. */
export const UNLIMITED_PASSES = 2_147_483_647

/** What a visitor can do with a pass now. */
export const PassSaleState = OneOf(['NOT_STARTED', 'AWAITS_PAYMENT', 'ON_SALE', 'SOLD_OUT', 'ENDED'])
export type PassSaleState = Static<typeof PassSaleState>

/** Whether the contract can be withdrawn from. */
export const WithdrawalInfo = Type.Object({
  days: Nullable(Type.Integer({ minimum: 1, description: 'From the contract on; null: not at all' })),
  reason: LangMap,
})
export type WithdrawalInfo = Static<typeof WithdrawalInfo>

/**
 * One pass. `description` is HTML here, `vat` a text, and null entries mean unlimited. The members after
 * `canApplySubscriptions`, and `id`, are members that only this shop has.
 */
export const Subscription = Type.Object({
  id: Type.Optional(Type.String()),
  ...terms,
  privacyPolicyUrl: Nullable(Type.String()),
  termsAndConditionsUrl: Nullable(Type.String()),
  organizationName: Type.String(),
  organizationEmail: Type.String(),
  free: Type.Boolean(),
  vat: Type.String({ description: 'Percentage, as in 7.70' }),
  bankAccount: Type.String({ description: 'Empty when unset' }),
  bankAccountOwner: Type.Array(Type.String(), { description: 'Lines; [""] when unset, never empty' }),
  maxEntries: Nullable(Type.Integer()),
  numAvailable: Type.Integer({
    minimum: 0,
    description: '0 outside of the sale; 2147483647 when any number is sold',
  }),
  invoicingConfiguration: InvoicingConfiguration,
  captchaConfiguration: CaptchaConfiguration,
  assignmentConfiguration: AssignmentConfiguration,
  analyticsConfiguration: AnalyticsConfiguration,
  offlinePaymentConfiguration: Type.Null(),
  embeddingConfiguration: EmbeddingConfiguration,
  canApplySubscriptions: Type.Literal(false),
  websiteUrl: Type.Optional(Nullable(Type.String({ description: 'Of the organiser' }))),
  transferable: Type.Optional(Type.Boolean({ description: 'Its owner may hand it to somebody else' })),
  withdrawal: Type.Optional(WithdrawalInfo),
  saleState: Type.Optional(PassSaleState),
  organizerSlug: Type.Optional(Nullable(Type.String({ description: 'Of the page of the organiser' }))),
})
export type Subscription = Static<typeof Subscription>

export const listSubscriptions = call({
  operationId: 'listSubscriptions',
  summary: 'Public passes on sale',
  tag: 'subscriptions',
  method: 'GET',
  path: subscriptionsPath,
  query: SearchQuery,
  responses: { 200: Type.Array(BasicSubscriptionInfo), 400: BadRequest, 500: Unexpected },
})

/** The public id of a pass; any other text matches no pass. */
export const PassParams = Type.Object({ id: SubscriptionId })

export const getSubscription = call({
  operationId: 'getSubscription',
  summary: 'One pass, published or not, on sale or not, unless it is disabled',
  tag: 'subscriptions',
  method: 'GET',
  path: subscriptionPath,
  params: PassParams,
  responses: { 200: Subscription, 404: Empty, 500: Unexpected },
})

/** A call of our own: the page of a pass says what it is good for before it is bought. */
export const listEventsOfSubscription = call({
  operationId: 'listEventsOfSubscription',
  summary: 'Published events that have not ended and take this pass, by start',
  tag: 'subscriptions',
  method: 'GET',
  path: subscriptionEventsPath,
  params: PassParams,
  responses: { 200: Type.Array(BasicEventInfo), 404: Empty, 500: Unexpected },
})

/** A call of our own: the page of an event says what can be bought once for it and others. */
export const listSubscriptionsOfEvent = call({
  operationId: 'listSubscriptionsOfEvent',
  summary: 'Public passes on sale that this event takes',
  tag: 'subscriptions',
  method: 'GET',
  path: acceptedSubscriptionsPath,
  params: Type.Object({ shortName: ShortName }),
  responses: { 200: Type.Array(BasicSubscriptionInfo), 404: Empty, 500: Unexpected },
})

/** The name under which refusals of the form are global. */
export const SUBSCRIPTION_FORM = 'request'

/** Holds one pass; the value is the id of the new reservation, in the language of `Accept-Language`. The body is not read. */
export const reserveSubscription = call({
  operationId: 'reserveSubscription',
  summary: 'Hold one pass',
  tag: 'subscriptions',
  method: 'POST',
  path: subscriptionPath,
  params: PassParams,
  headers: Type.Object({ ...Verification.properties, 'Accept-Language': Type.Optional(Type.String()) }),
  responses: {
    200: ValidatedString,
    400: BadRequest,
    403: ChallengeOrForbidden,
    404: Empty,
    422: ValidatedString,
    429: TooManyRequests,
    500: Unexpected,
  },
})
