import { Type, type Static } from 'typebox'
import { Empty, call } from './call.ts'
import { Denied, Refused, Slug } from './organiser.ts'
import {
  createSubscriptionPath,
  deactivateSubscriptionPath,
  eventSubscriptionsPath,
  generateTicketsPath,
  linkedEventsPath,
  listOwnSubscriptionsPath,
  ownSubscriptionPath,
  updateSubscriptionPath,
} from './paths.ts'
import { PaymentProxy } from './payment.ts'
import { LangMap, ListOf, MapOf, Maybe, Nullable, OneOf, Whole } from './schema.ts'
import { ShortName, SubscriptionId } from './shared.ts'
import { SubscriptionRequest } from './subscription-file.ts'
import {
  SubscriptionTimeUnit,
  SubscriptionUsageType,
  SubscriptionValidityType,
  WithdrawalInfo,
} from './subscription.ts'

/** The organiser's calls about passes: by API key, as those about events. */

const SubscriptionParams = Type.Object({ id: SubscriptionId })
const IdAnswer = Type.String({ description: 'Id of the pass' })

export const createSubscription = call({
  operationId: 'createSubscriptionDescriptor',
  summary: "Create a pass of the key's organisation",
  tag: 'organiser',
  method: 'POST',
  path: createSubscriptionPath,
  body: SubscriptionRequest,
  responses: { 200: IdAnswer, 400: Refused, 403: Denied },
})

export const updateSubscription = call({
  operationId: 'updateSubscriptionDescriptor',
  summary: 'Change a pass; what is null or left out stays',
  tag: 'organiser',
  method: 'POST',
  path: updateSubscriptionPath,
  params: SubscriptionParams,
  body: SubscriptionRequest,
  responses: { 200: IdAnswer, 400: Refused, 403: Denied },
})

const LocalDate = Type.String({ description: 'Local date-time in the zone of the pass, as in 2026-12-31T18:00:00' })

/** How many there are of a pass, and how often those that were sold have been used. */
export const SubscriptionStatistics = Type.Object({
  soldCount: Type.Integer({ minimum: 0 }),
  pendingCount: Type.Integer({ minimum: 0, description: 'In orders that are not complete' }),
  cancelledCount: Type.Integer({ minimum: 0 }),
  availableCount: Nullable(Type.Integer({ minimum: 0, description: 'Null: any number' })),
  usageCount: Type.Integer({ minimum: 0, description: 'Tickets that they pay for, those in open orders included' }),
  linkedEventsCount: Type.Integer({ minimum: 0 }),
})
export type SubscriptionStatistics = Static<typeof SubscriptionStatistics>

export const SubscriptionDescriptor = Type.Object({
  id: Type.String(),
  title: LangMap,
  description: LangMap,
  status: OneOf(['DRAFT', 'PUBLIC', 'DISABLED']),
  isPublic: Type.Boolean(),
  usageType: SubscriptionUsageType,
  validityType: SubscriptionValidityType,
  validityTimeUnit: Nullable(SubscriptionTimeUnit),
  validityUnits: Nullable(Type.Integer()),
  validityFrom: Nullable(LocalDate),
  validityTo: Nullable(LocalDate),
  maxEntries: Type.Integer({ description: '-1 is any number' }),
  maxAvailable: Type.Integer({ description: '-1 is any number' }),
  onSaleFrom: LocalDate,
  onSaleTo: Nullable(LocalDate),
  price: Type.String({ description: 'Plain decimal' }),
  currencyCode: Type.String(),
  taxPolicy: OneOf(['NONE', 'INCLUDED', 'NOT_INCLUDED']),
  taxPercentage: Type.String({ description: 'Percentage, as in 7.70' }),
  timezone: Type.String(),
  paymentMethods: Type.Array(PaymentProxy),
  termsAndConditionsUrl: Nullable(Type.String()),
  privacyPolicyUrl: Nullable(Type.String()),
  fileBlobId: Nullable(Type.String()),
  supportsTicketsGeneration: Type.Boolean(),
  transferable: Type.Boolean(),
  withdrawal: WithdrawalInfo,
  statistics: SubscriptionStatistics,
})
export type SubscriptionDescriptor = Static<typeof SubscriptionDescriptor>

export const getOwnSubscription = call({
  operationId: 'getSubscriptionDescriptor',
  summary: 'One pass with its figures',
  tag: 'organiser',
  method: 'GET',
  path: ownSubscriptionPath,
  params: SubscriptionParams,
  responses: { 200: SubscriptionDescriptor, 403: Denied },
})

export const listOwnSubscriptions = call({
  operationId: 'listSubscriptionDescriptors',
  summary: "Passes of the key's organisation with their figures",
  tag: 'organiser',
  method: 'GET',
  path: listOwnSubscriptionsPath,
  responses: { 200: Type.Array(SubscriptionDescriptor), 403: Denied },
})

export const deactivateSubscription = call({
  operationId: 'deactivateSubscription',
  summary: 'Take a pass off the shelf; those that were sold stay good',
  tag: 'organiser',
  method: 'DELETE',
  path: deactivateSubscriptionPath,
  params: SubscriptionParams,
  responses: { 200: Empty, 403: Denied },
})

const EnabledEvent = Type.Object({
  slug: Type.String(),
  enabledCategories: Type.Array(Type.Integer(), { description: 'Empty: all' }),
})
export const EnabledEvents = Type.Array(EnabledEvent)
export type EnabledEvents = Static<typeof EnabledEvents>

export const getLinkedEvents = call({
  operationId: 'getSubscriptionEvents',
  summary: 'Events that take this pass',
  tag: 'organiser',
  method: 'GET',
  path: linkedEventsPath,
  params: SubscriptionParams,
  responses: { 200: EnabledEvents, 403: Denied },
})

export const linkEvents = call({
  operationId: 'linkSubscriptionEvents',
  summary: 'Replace the events that take this pass',
  tag: 'organiser',
  method: 'POST',
  path: linkedEventsPath,
  params: SubscriptionParams,
  body: ListOf(Type.Object({ slug: ShortName, categories: Maybe(ListOf(Whole)) })),
  responses: { 200: EnabledEvents, 400: Refused, 403: Denied },
})

export const LinkedSubscriptions = Type.Object({
  eventSlug: Type.String(),
  subscriptions: MapOf(Type.Array(Type.Integer()), { description: 'Id of the pass to category ids; none: all' }),
})
export type LinkedSubscriptions = Static<typeof LinkedSubscriptions>

export const getEventSubscriptions = call({
  operationId: 'getEventSubscriptions',
  summary: 'Passes that an event takes',
  tag: 'organiser',
  method: 'GET',
  path: eventSubscriptionsPath,
  params: Slug,
  responses: { 200: LinkedSubscriptions, 403: Denied },
})

export const putEventSubscriptions = call({
  operationId: 'putEventSubscriptions',
  summary: 'Replace the passes that an event takes',
  tag: 'organiser',
  method: 'PUT',
  path: eventSubscriptionsPath,
  params: Slug,
  body: ListOf(Type.Object({ descriptorId: SubscriptionId, categories: Maybe(ListOf(Whole)) })),
  responses: { 200: LinkedSubscriptions, 400: Refused, 403: Denied },
})

export const generateSubscribersTickets = call({
  operationId: 'generateSubscribersTickets',
  summary: 'Order tickets for those who have a pass of the event and none yet; whether that has been scheduled',
  tag: 'organiser',
  method: 'POST',
  path: generateTicketsPath,
  params: Slug,
  responses: { 200: Type.Boolean(), 403: Denied },
})
