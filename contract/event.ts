import { Type, type Static } from 'typebox'
import { ACCESS_FEATURES } from '#domain/catalog/catalog/event-facts.ts'
import { Empty, call, content } from './call.ts'
import {
  AnalyticsConfiguration,
  AssignmentConfiguration,
  CaptchaConfiguration,
  EmbeddingConfiguration,
  InvoicingConfiguration,
  OfflinePaymentConfiguration,
  PromotionsConfiguration,
} from './configuration.ts'
import { MAX_ID_LENGTH, MAX_INTEGER, MAX_LIST_LENGTH, MAX_SEARCH_LENGTH, MONTH_PATTERN } from './limits.ts'
import { calendarPath, eventPath, eventsPath, ticketCategoriesPath } from './paths.ts'
import { LangMap, MapOf, Nullable, OneOf, Text } from './schema.ts'
import { CurrencyDescriptor, DatesWithTimeZoneOffset, Lang, Language, ShortName } from './shared.ts'
import { BadRequest, TooManyRequests, Unexpected } from './wrapper.ts'

export const EventFormat = OneOf(['IN_PERSON', 'ONLINE', 'HYBRID'])
export type EventFormat = Static<typeof EventFormat>

export const TicketAccessType = OneOf(['INHERIT', 'IN_PERSON', 'ONLINE'])
export type TicketAccessType = Static<typeof TicketAccessType>

/** One event of a list. Its date texts come in all languages of the shop, unlike those of the detail. */
export const BasicEventInfo = Type.Object({
  shortName: Type.String(),
  fileBlobId: Nullable(Type.String()),
  title: LangMap,
  format: EventFormat,
  location: Nullable(Type.String()),
  timeZone: Type.String(),
  datesWithOffset: DatesWithTimeZoneOffset,
  sameDay: Type.Boolean(),
  formattedBeginDate: LangMap,
  formattedBeginTime: LangMap,
  formattedEndDate: LangMap,
  formattedEndTime: LangMap,
  contentLanguages: Type.Array(Language),
})
export type BasicEventInfo = Static<typeof BasicEventInfo>

/** What people ask before they decide, by the organiser and by the settings that the shop goes by. */
export const EventFacts = Type.Object({
  doors: Nullable(Type.Integer({ description: 'Epoch milliseconds; from when people are let in' })),
  refunds: Type.Optional(
    Type.Object({
      until: Nullable(Type.Integer({ description: 'Epoch milliseconds; null: tickets are not refunded' })),
      text: LangMap,
    }),
  ),
  passingOn: Type.Boolean({ description: 'Holders may pass a ticket on' }),
  freeReleases: OneOf(['ALL', 'SOME', 'NONE']),
  accessFeatures: Type.Array(OneOf(ACCESS_FEATURES)),
  accessibility: LangMap,
  bring: LangMap,
  announced: Type.Optional(Type.Literal(true, { description: 'Nothing is sold here: the event has no categories' })),
  ticketsUrl: Type.Optional(Type.String({ description: 'Where tickets are sold, when it is not here' })),
  cancelled: Type.Optional(
    Type.String({ description: 'It does not take place; what the organiser says of it, empty where that is nothing' }),
  ),
})
export type EventFacts = Static<typeof EventFacts>

export const Event = Type.Object({
  shortName: Type.String(),
  displayName: Type.String(),
  title: LangMap,
  description: LangMap,
  format: EventFormat,
  fileBlobId: Nullable(Type.String()),
  contentLanguages: Type.Array(Language),
  websiteUrl: Nullable(Type.String()),
  location: Nullable(Type.String()),
  mapUrl: Nullable(
    Type.String({ description: 'Picture of a map, at this shop; null for an online event, empty without a picture' }),
  ),
  privacyPolicyUrl: Nullable(Type.String()),
  termsAndConditionsUrl: Nullable(Type.String()),
  organizationName: Type.String(),
  organizationEmail: Type.String(),
  free: Type.Boolean(),
  currency: Nullable(Type.String()),
  currencyDescriptor: Nullable(CurrencyDescriptor),
  vat: Type.String({ description: 'Percentage, as in 7.70' }),
  vatIncluded: Type.Boolean(),
  bankAccount: Type.String({ description: 'Empty when unset' }),
  bankAccountOwner: Type.Array(Type.String(), { description: 'Lines; [""] when unset, never empty' }),
  timeZone: Type.String(),
  datesWithOffset: DatesWithTimeZoneOffset,
  sameDay: Type.Boolean(),
  formattedBeginDate: LangMap,
  formattedBeginTime: LangMap,
  formattedEndDate: LangMap,
  formattedEndTime: LangMap,
  invoicingConfiguration: InvoicingConfiguration,
  captchaConfiguration: CaptchaConfiguration,
  assignmentConfiguration: AssignmentConfiguration,
  promotionsConfiguration: PromotionsConfiguration,
  analyticsConfiguration: AnalyticsConfiguration,
  offlinePaymentConfiguration: OfflinePaymentConfiguration,
  embeddingConfiguration: EmbeddingConfiguration,
  i18nOverride: MapOf(LangMap),
  availableTicketsCount: Nullable(Type.Integer()),
  customCss: Nullable(Type.String()),
  canApplySubscriptions: Type.Boolean(),
  facts: Type.Optional(EventFacts),
  organizerSlug: Type.Optional(
    Nullable(Type.String({ description: 'Of the page of the organiser; an addition of this shop' })),
  ),
})
export type Event = Static<typeof Event>

/**
 * What one ticket costs with everything that can't be avoided; sent by this shop only. The parts sum up to the total.
 */
export const LeastPrice = Type.Object({
  total: Type.String({ description: 'As in 17.00; 0 when nothing is to pay' }),
  before: Nullable(Type.String({ description: 'The total without the code or rule that lowers it' })),
  ticket: Type.String(),
  fees: Type.Array(Type.Object({ title: LangMap, amount: Type.String() })),
  vatOnTop: Nullable(Type.String({ description: 'Where prices are stated without VAT' })),
})
export type LeastPrice = Static<typeof LeastPrice>

export const TicketCategory = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: LangMap,
  ticketAccessType: TicketAccessType,
  bounded: Type.Boolean(),
  maximumSaleableTickets: Type.Integer({ minimum: 0 }),
  free: Type.Boolean(),
  formattedFinalPrice: Type.String({ description: 'As in 20.00; empty without a currency' }),
  hasDiscount: Type.Boolean(),
  formattedDiscountedPrice: Type.String({ description: 'Empty without a discount' }),
  ordinal: Type.Integer(),
  expired: Type.Boolean(),
  saleInFuture: Type.Boolean(),
  containsPendingTickets: Type.Boolean(),
  formattedInception: LangMap,
  formattedExpiration: LangMap,
  saleStart: Type.Optional(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' })),
  saleEnd: Type.Optional(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' })),
  saleableAndLimitNotReached: Type.Boolean(),
  accessRestricted: Type.Boolean(),
  soldOutOrLimitReached: Type.Boolean(),
  availableTickets: Nullable(Type.Integer()),
  displayTaxInformation: Type.Boolean(),
  leastPrice: Type.Optional(LeastPrice),
  /** Ours alone, and only where a ticket costs something that can't be paid: not yet, or not any more. */
  lackOfPayment: Type.Optional(OneOf(['AWAITED', 'OVER'])),
  /**
   * Ours alone, and only where an order is to be replaced: how many it holds, and whether it holds all that are left.
   */
  yours: Type.Optional(Type.Integer({ minimum: 0 })),
  allLeftAreYours: Type.Optional(Type.Boolean()),
})
export type TicketCategory = Static<typeof TicketCategory>

export const SUPPLEMENT_POLICIES = [
  'MANDATORY_ONE_FOR_TICKET',
  'MANDATORY_PERCENTAGE_RESERVATION',
  'MANDATORY_PERCENTAGE_FOR_TICKET',
  'OPTIONAL_UNLIMITED_AMOUNT',
  'OPTIONAL_MAX_AMOUNT_PER_TICKET',
  'OPTIONAL_MAX_AMOUNT_PER_RESERVATION',
] as const

export const AdditionalService = Type.Object({
  id: Type.Integer(),
  type: OneOf(['SUPPLEMENT', 'DONATION']),
  supplementPolicy: Nullable(OneOf(SUPPLEMENT_POLICIES)),
  fixPrice: Type.Boolean(),
  availableQuantity: Type.Integer({ description: '999 is unlimited' }),
  maxQtyPerOrder: Type.Integer(),
  free: Type.Boolean(),
  formattedFinalPrice: Type.String(),
  hasDiscount: Type.Boolean(),
  formattedDiscountedPrice: Type.String(),
  minimumFee: Nullable(Type.String({ description: 'A percentage fee is at least this, as in 2.50' })),
  maximumFee: Nullable(Type.String({ description: 'A percentage fee is at most this' })),
  vatApplies: Type.Boolean(),
  vatIncluded: Type.Boolean(),
  vatPercentage: Type.String(),
  expired: Type.Boolean(),
  saleInFuture: Type.Boolean(),
  formattedInception: LangMap,
  formattedExpiration: LangMap,
  saleStart: Type.Optional(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' })),
  saleEnd: Type.Optional(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' })),
  title: LangMap,
  description: LangMap,
})
export type AdditionalService = Static<typeof AdditionalService>

export const ItemsByCategory = Type.Object({
  ticketCategories: Type.Array(TicketCategory),
  expiredCategories: Type.Array(TicketCategory),
  additionalServices: Type.Array(AdditionalService),
  waitingList: Type.Boolean(),
  preSales: Type.Boolean(),
  ticketCategoriesForWaitingList: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
})
export type ItemsByCategory = Static<typeof ItemsByCategory>

/** Filters of the lists of events and of subscriptions; all given ones must match. */
export const SearchQuery = Type.Object({
  subscription: Type.Optional(Text()),
  organizer: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })),
  organizerSlug: Type.Optional(Text()),
  tags: Type.Optional(Type.Array(Text(), { maxItems: MAX_LIST_LENGTH })),
})
export type SearchQuery = Static<typeof SearchQuery>

/** As the reference has it, and words to look for and a month (`2027-05`) of ours. */
export const EventListQuery = Type.Object({
  ...SearchQuery.properties,
  search: Type.Optional(Text(MAX_SEARCH_LENGTH)),
  month: Type.Optional(Type.String({ pattern: MONTH_PATTERN })),
})

export const listEvents = call({
  operationId: 'listEvents',
  summary: 'Published events that have not ended, by start',
  tag: 'events',
  method: 'GET',
  path: eventsPath,
  query: EventListQuery,
  responses: { 200: Type.Array(BasicEventInfo), 400: BadRequest, 500: Unexpected },
})

const EventParams = Type.Object({ shortName: ShortName })

export const getEvent = call({
  operationId: 'getEvent',
  summary: 'One event, published or not, unless it is disabled',
  tag: 'events',
  method: 'GET',
  path: eventPath,
  params: EventParams,
  responses: { 200: Event, 404: Empty, 500: Unexpected },
})

export const getTicketCategories = call({
  operationId: 'getTicketCategories',
  summary: 'What can be bought now',
  tag: 'events',
  method: 'GET',
  path: ticketCategoriesPath,
  params: EventParams,
  /** `replaces`, ours alone: an open reservation whose tickets and extras count as free, for it is to be replaced. */
  query: Type.Object({ code: Type.Optional(Text()), replaces: Type.Optional(Text()) }),
  responses: { 200: ItemsByCategory, 400: BadRequest, 404: Empty, 429: TooManyRequests, 500: Unexpected },
})

export const getCalendar = call({
  operationId: 'getCalendar',
  summary: 'The event as an iCalendar file, or a redirect to the form of a web calendar',
  tag: 'events',
  method: 'GET',
  path: calendarPath,
  params: Type.Object({ shortName: ShortName, locale: Lang }),
  query: Type.Object({
    type: Type.Optional(
      Type.String({ maxLength: MAX_ID_LENGTH, description: 'google, or outlook (Foyer): the form of that calendar' }),
    ),
    ticketId: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })),
  }),
  responses: { 200: content('text/calendar', 'One VEVENT'), 302: Empty, 400: BadRequest, 404: Empty },
})
