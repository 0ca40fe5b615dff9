import { Type, type Static } from 'typebox'
import { QuestionRequest, LocalizedBodies, LocalDateTime, SettingValues, TextOverrides, Url } from './event-file.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import { PaymentProxy } from './payment.ts'
import { ListOf, Maybe, OneOf, Text, Whole } from './schema.ts'
import { SubscriptionTimeUnit, SubscriptionUsageType } from './subscription.ts'

/**
 * A pass as its organiser writes it: the body of the organiser's calls and the content of a pass file. Date-times are
 * local to the zone of the pass. Nothing is required by form, and an update leaves out what stays.
 */

/** How a buyer withdraws from a pass: within so many days, or not at all for a reason. */
export const WithdrawalRequest = Type.Object({
  days: Maybe(Whole),
  afterUse: Maybe(OneOf(['NOTHING', 'PRO_RATA', 'EVERYTHING'])),
  reason: Maybe(LocalizedBodies),
})
export type WithdrawalRequest = Static<typeof WithdrawalRequest>

/** `termType` says which of these are read. */
const Term = Type.Object({
  timeUnit: Maybe(SubscriptionTimeUnit),
  units: Maybe(Whole),
  numEntries: Maybe(Whole),
  validityFrom: Maybe(LocalDateTime),
  validityTo: Maybe(LocalDateTime),
})

const TAX_POLICIES = [
  'NONE',
  'INCLUDED',
  'NOT_INCLUDED',
  'INCLUDED_EXEMPT',
  'NOT_INCLUDED_EXEMPT',
  'CUSTOM_INCLUDED_EXEMPT',
  'CUSTOM_NOT_INCLUDED_EXEMPT',
  'INCLUDED_NOT_CHARGED',
  'NOT_INCLUDED_NOT_CHARGED',
] as const

/** The members from `maxEntries` on are this shop's own. */
const request = {
  usageType: Maybe(SubscriptionUsageType),
  termType: Maybe(OneOf(['standard', 'numEntries', 'custom'])),
  term: Maybe(Term),
  title: Maybe(LocalizedBodies),
  description: Maybe(LocalizedBodies),
  maxAvailable: Maybe(Whole),
  onSaleFrom: Maybe(LocalDateTime),
  onSaleTo: Maybe(LocalDateTime),
  price: Maybe(Type.Number()),
  taxPercentage: Maybe(Type.Number()),
  taxPolicy: Maybe(OneOf(TAX_POLICIES)),
  currencyCode: Maybe(Text()),
  isPublic: Maybe(Type.Boolean()),
  imageUrl: Maybe(Url),
  termsAndConditionsUrl: Maybe(Url),
  privacyPolicyUrl: Maybe(Url),
  timezone: Maybe(Text()),
  supportsTicketsGeneration: Maybe(Type.Boolean()),
  paymentMethods: Maybe(ListOf(PaymentProxy)),
  additionalInfo: Maybe(ListOf(QuestionRequest)),
  maxEntries: Maybe(Whole),
  transferable: Maybe(Type.Boolean()),
  withdrawal: Maybe(WithdrawalRequest),
  websiteUrl: Maybe(Url),
  shortDescription: Maybe(LocalizedBodies),
  tags: Maybe(ListOf(Text())),
  settings: Maybe(SettingValues),
  i18nOverride: Maybe(TextOverrides),
} as const

export const SubscriptionRequest = Type.Object(request)
export type SubscriptionRequest = Static<typeof SubscriptionRequest>

/** What a file says besides: which pass it is, whose, its image, and the events that take it. */
export const SubscriptionFile = Type.Object({
  kind: OneOf(['subscription']),
  id: Maybe(Text(MAX_ID_LENGTH)),
  organizer: Maybe(
    Type.Object({
      name: Text(MAX_NAME_LENGTH),
      slug: Maybe(Text(MAX_NAME_LENGTH)),
      email: Maybe(Text(MAX_NAME_LENGTH)),
    }),
  ),
  image: Maybe(Text()),
  events: Maybe(ListOf(Type.Object({ slug: Text(MAX_NAME_LENGTH), categories: Maybe(ListOf(Text())) }))),
  ...request,
})
export type SubscriptionFile = Static<typeof SubscriptionFile>
