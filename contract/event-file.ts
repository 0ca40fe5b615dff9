import { Type, type Static } from 'typebox'
import { EventFormat, SUPPLEMENT_POLICIES, TicketAccessType } from './event.ts'
import { MAX_CODES, MAX_LONG_TEXT_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits.ts'
import { PaymentProxy } from './payment.ts'
import { BoundedMapOf, ListOf, Maybe, OneOf, Text, Whole } from './schema.ts'

/**
 * An event as its organiser writes it: the body of the organiser's calls and the content of an event file (design
 * section 4). Date-times are local to the event's zone and written without offset. Nothing is required by form: the
 * rules report all that is missing at once, and an update leaves out what stays.
 */

export const LocalizedBody = Type.Object({ lang: Text(MAX_NAME_LENGTH), body: Text(MAX_LONG_TEXT_LENGTH) })
export type LocalizedBody = Static<typeof LocalizedBody>
export const LocalizedBodies = ListOf(LocalizedBody)

/** Setting name to value; the shop stores them as text. */
export const SettingValues = BoundedMapOf(
  Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: MAX_TEXT_LENGTH }),
)
export type SettingValues = Static<typeof SettingValues>

export const LocalDateTime = Type.String({
  maxLength: MAX_NAME_LENGTH,
  description: 'Local date-time, as in 2026-12-31T18:00:00',
})
export const Url = Text(2_000)

/** Language to key to text. */
export const TextOverrides = BoundedMapOf(BoundedMapOf(Text()))

const GroupLink = Type.Object({
  groupId: Maybe(Whole),
  group: Maybe(Text(MAX_NAME_LENGTH)),
  type: Type.Optional(OneOf(['ONCE_PER_VALUE', 'LIMITED_QUANTITY', 'UNLIMITED'])),
  matchType: Type.Optional(OneOf(['FULL', 'EMAIL_DOMAIN'])),
  maxAllocation: Maybe(Whole),
})

export const CategoryRequest = Type.Object({
  id: Maybe(Whole),
  name: Type.Optional(Text()),
  description: Type.Optional(LocalizedBodies),
  maxTickets: Maybe(Whole),
  accessRestricted: Type.Optional(Type.Boolean()),
  price: Type.Optional(Type.Number()),
  startSellingDate: Type.Optional(LocalDateTime),
  endSellingDate: Type.Optional(LocalDateTime),
  accessCode: Maybe(Text()),
  customValidity: Maybe(
    Type.Object({
      checkInFrom: Maybe(LocalDateTime),
      checkInTo: Maybe(LocalDateTime),
      validityStart: Maybe(LocalDateTime),
      validityEnd: Maybe(LocalDateTime),
    }),
  ),
  groupLink: Maybe(GroupLink),
  ticketAccessType: Maybe(TicketAccessType),
  ordinal: Maybe(Whole),
  settings: Maybe(SettingValues),
})
export type CategoryRequest = Static<typeof CategoryRequest>

export const PromoCodeRequest = Type.Object({
  name: Type.Optional(Text()),
  validFrom: Type.Optional(LocalDateTime),
  validTo: Type.Optional(LocalDateTime),
  discountType: Type.Optional(OneOf(['FIXED_AMOUNT', 'PERCENTAGE', 'FIXED_AMOUNT_RESERVATION', 'NONE'])),
  discount: Type.Optional(Whole),
  codeType: Maybe(OneOf(['DISCOUNT', 'ACCESS'])),
  maxUsage: Maybe(Whole),
  categories: Maybe(ListOf(Text())),
  hiddenCategory: Maybe(Text()),
})
export type PromoCodeRequest = Static<typeof PromoCodeRequest>

/** A discount without a code to type: from so many tickets on. */
export const DiscountRequest = Type.Object({
  minimumTickets: Whole,
  categories: Maybe(ListOf(Text())),
  discountType: OneOf(['FIXED_AMOUNT', 'PERCENTAGE', 'FIXED_AMOUNT_RESERVATION']),
  discount: Whole,
  message: Maybe(LocalizedBodies),
})
export type DiscountRequest = Static<typeof DiscountRequest>

export const GroupRequest = Type.Object({
  name: Text(MAX_NAME_LENGTH),
  members: Type.Array(Text(MAX_NAME_LENGTH), { maxItems: 100_000 }),
})
export type GroupRequest = Static<typeof GroupRequest>

export const AdditionalServiceRequest = Type.Object({
  type: Type.Optional(OneOf(['SUPPLEMENT', 'DONATION'])),
  supplementPolicy: Maybe(OneOf(SUPPLEMENT_POLICIES)),
  title: Type.Optional(LocalizedBodies),
  description: Maybe(LocalizedBodies),
  price: Maybe(Type.Number()),
  fixPrice: Maybe(Type.Boolean()),
  availableQuantity: Maybe(Whole),
  maxQtyPerOrder: Maybe(Whole),
  inception: Maybe(LocalDateTime),
  expiration: Maybe(LocalDateTime),
  vatType: Maybe(Text()),
  minPrice: Maybe(Type.Number()),
  maxPrice: Maybe(Type.Number()),
})
export type AdditionalServiceRequest = Static<typeof AdditionalServiceRequest>

/** A poll of those who have been checked in; an option is its title. */
export const PollRequest = Type.Object({
  title: LocalizedBodies,
  description: Maybe(LocalizedBodies),
  options: Maybe(ListOf(LocalizedBodies)),
  allowedTags: Maybe(ListOf(Text(MAX_NAME_LENGTH))),
  order: Maybe(Whole),
  status: Maybe(OneOf(['DRAFT', 'OPEN', 'CLOSED'])),
})
export type PollRequest = Static<typeof PollRequest>

export const QUESTION_TYPES = [
  'GENERIC_TEXT',
  'PHONE_NUMBER',
  'MULTI_LINE_TEXT',
  'LIST_BOX',
  'COUNTRY',
  'EU_VAT_NR',
  'CHECKBOX',
  'RADIO',
  'DATE_OF_BIRTH',
] as const

const question = {
  ordinal: Maybe(Whole),
  name: Text(),
  type: OneOf(QUESTION_TYPES),
  required: Maybe(Type.Boolean()),
  label: LocalizedBodies,
  placeholder: Maybe(LocalizedBodies),
  restrictedValues: Maybe(
    ListOf(
      Type.Object({
        value: Type.Optional(Text()),
        enabled: Maybe(Type.Boolean()),
        descriptions: Type.Optional(LocalizedBodies),
      }),
    ),
  ),
  contentLength: Maybe(Type.Object({ min: Maybe(Whole), max: Maybe(Whole) })),
  displayAtCheckIn: Maybe(Type.Boolean()),
  editable: Maybe(Type.Boolean()),
} as const

/** A question to the owner of a pass; `editable` is this shop's own. */
export const QuestionRequest = Type.Object(question)
export type QuestionRequest = Static<typeof QuestionRequest>

/** A question to attendees; the members from `editable` on are this shop's own. */
export const AdditionalInfoRequest = Type.Object({
  ...question,
  categories: Maybe(ListOf(Text())),
  additionalService: Maybe(Text()),
})
export type AdditionalInfoRequest = Static<typeof AdditionalInfoRequest>

export const EventTicketsRequest = Type.Object({
  freeOfCharge: Type.Optional(Type.Boolean()),
  max: Type.Optional(Whole),
  currency: Maybe(Text()),
  taxPercentage: Maybe(Type.Number()),
  taxIncludedInPrice: Maybe(Type.Boolean()),
  paymentMethods: Maybe(ListOf(PaymentProxy)),
  categories: Type.Optional(ListOf(CategoryRequest)),
  promoCodes: Maybe(Type.Array(PromoCodeRequest, { maxItems: MAX_CODES })),
})
export type EventTicketsRequest = Static<typeof EventTicketsRequest>

/** What people ask before they decide; `doors: ''`, `refunds: {}` and empty lists remove what is stored. */
export const FactsRequest = Type.Object({
  doors: Maybe(LocalDateTime),
  refunds: Maybe(
    Type.Object({
      policy: Maybe(OneOf(['NONE', 'UNTIL'])),
      until: Maybe(LocalDateTime),
      text: Maybe(LocalizedBodies),
    }),
  ),
  accessFeatures: Maybe(ListOf(Text(MAX_NAME_LENGTH))),
  accessibility: Maybe(LocalizedBodies),
  bring: Maybe(LocalizedBodies),
  /** Where tickets are sold, when it is not here; a blank one removes it. */
  ticketsUrl: Maybe(Url),
})

/** The members from `kind` on are this shop's own. */
export const EventFile = Type.Object({
  title: Maybe(Text()),
  slug: Maybe(Text()),
  /** Those of the description, with those that are stated here. */
  languages: Maybe(ListOf(Text(MAX_NAME_LENGTH))),
  description: Maybe(LocalizedBodies),
  format: Maybe(EventFormat),
  location: Maybe(
    Type.Object({
      fullAddress: Type.Optional(Text()),
      coordinate: Type.Optional(Type.Object({ latitude: Type.Optional(Text()), longitude: Type.Optional(Text()) })),
    }),
  ),
  timezone: Maybe(Text()),
  startDate: Maybe(LocalDateTime),
  endDate: Maybe(LocalDateTime),
  websiteUrl: Maybe(Url),
  termsAndConditionsUrl: Maybe(Url),
  privacyPolicyUrl: Maybe(Url),
  imageUrl: Maybe(Url),
  tickets: Maybe(EventTicketsRequest),
  extensionSettings: Maybe(
    ListOf(
      Type.Object({
        extensionId: Type.Optional(Text()),
        key: Type.Optional(Text()),
        value: Type.Optional(Text()),
      }),
    ),
  ),
  additionalInfo: Maybe(ListOf(AdditionalInfoRequest)),
  kind: Maybe(OneOf(['event'])),
  status: Maybe(OneOf(['PUBLIC', 'DRAFT'])),
  organizer: Maybe(
    Type.Object({
      name: Text(MAX_NAME_LENGTH),
      slug: Maybe(Text(MAX_NAME_LENGTH)),
      email: Maybe(Text(MAX_NAME_LENGTH)),
      promoCodes: Maybe(ListOf(PromoCodeRequest)),
    }),
  ),
  shortDescription: Maybe(LocalizedBodies),
  image: Maybe(Text()),
  tags: Maybe(ListOf(Text())),
  settings: Maybe(SettingValues),
  onlineCallLinks: Maybe(ListOf(Type.Object({ link: Url, validFrom: LocalDateTime, validTo: LocalDateTime }))),
  additionalServices: Maybe(ListOf(AdditionalServiceRequest)),
  discounts: Maybe(ListOf(DiscountRequest)),
  groups: Maybe(ListOf(GroupRequest)),
  polls: Maybe(ListOf(PollRequest)),
  groupLink: Maybe(GroupLink),
  facts: Maybe(FactsRequest),
  i18nOverride: Maybe(TextOverrides),
})
export type EventFile = Static<typeof EventFile>

/** One thing that is wrong with an event file; a list of them travels as JSON inside a JSON text. */
export const OrganiserError = Type.Object({
  fieldName: Type.String(),
  code: Type.String(),
  description: Type.String(),
})
export type OrganiserError = Static<typeof OrganiserError>
