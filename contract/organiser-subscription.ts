import { Type, type Static } from 'typebox'
import { PASS_STATUSES } from '#domain/order/pass/bought-pass.ts'
import { TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
import { UUID_PATTERN } from '#domain/foundation/uuid.ts'
import { AdditionalFieldValues } from './booking-form.ts'
import { Empty } from './call.ts'
import { MAX_INTEGER } from './limits.ts'
import { Denied, Refused, Slug, organiserCall } from './organiser.ts'
import * as paths from './paths.ts'
import { PaymentProxy } from './payment.ts'

import { BoundedMapOf, LangMap, ListOf, MapOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'
import { BadRequest, TooManyRequests } from './wrapper.ts'
import { Language, ShortName, SubscriptionId } from './shared.ts'
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

export const createSubscription = organiserCall({
  operationId: 'createSubscriptionDescriptor',
  summary: "Create a pass of the key's organisation",
  method: 'POST',
  path: paths.createSubscriptionPath,
  body: SubscriptionRequest,
  responses: { 200: IdAnswer, 400: Refused, 403: Denied },
})

export const updateSubscription = organiserCall({
  operationId: 'updateSubscriptionDescriptor',
  summary: 'Change a pass; what is null or left out stays',
  method: 'POST',
  path: paths.updateSubscriptionPath,
  params: SubscriptionParams,
  body: SubscriptionRequest,
  responses: { 200: IdAnswer, 400: Refused, 403: Denied },
})

const ZonedTime = Type.String({
  format: 'date-time',
  description: 'By the clock of the pass, with its offset, as in 2026-12-31T18:00:00+01:00',
})

/** The members from `status` on are this shop's own. */
const Descriptor = Type.Object({
  id: Type.String(),
  title: LangMap,
  description: LangMap,
  maxAvailable: Type.Integer({ description: '-1 is any number' }),
  creation: ZonedTime,
  onSaleFrom: ZonedTime,
  onSaleTo: Nullable(ZonedTime),
  price: Type.Integer({ description: 'In minor units' }),
  vat: Type.Number({ description: 'Percentage' }),
  vatStatus: OneOf(['NONE', 'INCLUDED', 'NOT_INCLUDED']),
  currency: Type.String(),
  organizationId: Type.Integer(),
  maxEntries: Type.Integer({ description: '-1 is any number' }),
  validityType: SubscriptionValidityType,
  validityTimeUnit: Nullable(SubscriptionTimeUnit),
  validityUnits: Nullable(Type.Integer()),
  validityFrom: Nullable(ZonedTime),
  validityTo: Nullable(ZonedTime),
  usageType: SubscriptionUsageType,
  termsAndConditionsUrl: Nullable(Type.String()),
  privacyPolicyUrl: Nullable(Type.String()),
  fileBlobId: Nullable(Type.String()),
  paymentProxies: Type.Array(PaymentProxy),
  timeZone: Type.String(),
  supportsTicketsGeneration: Type.Boolean(),
  public: Type.Boolean(),
  publicIdentifier: Type.String(),
  contentLanguages: Type.Array(Language),
  formattedPrice: Type.String({ description: 'Plain decimal; "0" when free' }),
  titleAsText: Type.String(),
  status: OneOf(['DRAFT', 'PUBLIC', 'DISABLED']),
  transferable: Type.Boolean(),
  withdrawal: WithdrawalInfo,
})

/** How many there are of a pass, and how often those that were sold have been used. */
export const SubscriptionDescriptor = Type.Object({
  descriptor: Descriptor,
  soldCount: Type.Integer({ minimum: 0 }),
  pendingCount: Type.Integer({ minimum: 0, description: 'In orders that are not complete' }),
  availableCount: Nullable(Type.Integer({ minimum: 0, description: 'Null: any number' })),
  reservationsCount: Type.Integer({ minimum: 0, description: 'Orders with tickets that they pay for' }),
  linkedEventsCount: Type.Integer({ minimum: 0 }),
  unitPrice: Type.Number(),
  cancelledCount: Type.Integer({ minimum: 0, description: "This shop's own" }),
  usageCount: Type.Integer({ minimum: 0, description: "This shop's own: tickets, those in open orders included" }),
})
export type SubscriptionDescriptor = Static<typeof SubscriptionDescriptor>

export const getOwnSubscription = organiserCall({
  operationId: 'getSubscriptionDescriptor',
  summary: 'One pass with its figures',
  method: 'GET',
  path: paths.ownSubscriptionPath,
  params: SubscriptionParams,
  responses: { 200: SubscriptionDescriptor, 403: Denied },
})

export const listOwnSubscriptions = organiserCall({
  operationId: 'listSubscriptionDescriptors',
  summary: "Passes of the key's organisation with their figures",
  method: 'GET',
  path: paths.listOwnSubscriptionsPath,
  responses: { 200: Type.Array(SubscriptionDescriptor), 403: Denied },
})

export const deactivateSubscription = organiserCall({
  operationId: 'deactivateSubscription',
  summary: 'Take a pass off the shelf; those that were sold stay good',
  method: 'DELETE',
  path: paths.deactivateSubscriptionPath,
  params: SubscriptionParams,
  responses: { 200: Empty, 403: Denied },
})

const EnabledEvent = Type.Object({
  slug: Type.String(),
  enabledCategories: Type.Array(Type.Integer(), { description: 'Empty: all' }),
})
export const EnabledEvents = Type.Array(EnabledEvent)
export type EnabledEvents = Static<typeof EnabledEvents>

export const getLinkedEvents = organiserCall({
  operationId: 'getSubscriptionEvents',
  summary: 'Events that take this pass',
  method: 'GET',
  path: paths.linkedEventsPath,
  params: SubscriptionParams,
  responses: { 200: EnabledEvents, 403: Denied },
})

export const linkEvents = organiserCall({
  operationId: 'linkSubscriptionEvents',
  summary: 'Replace the events that take this pass',
  method: 'POST',
  path: paths.linkedEventsPath,
  params: SubscriptionParams,
  body: ListOf(Type.Object({ slug: ShortName, categories: Maybe(ListOf(Whole)) })),
  responses: { 200: EnabledEvents, 400: Refused, 403: Denied },
})

export const LinkedSubscriptions = Type.Object({
  eventSlug: Type.String(),
  subscriptions: MapOf(Type.Array(Type.Integer()), { description: 'Id of the pass to category ids; none: all' }),
})
export type LinkedSubscriptions = Static<typeof LinkedSubscriptions>

export const getEventSubscriptions = organiserCall({
  operationId: 'getEventSubscriptions',
  summary: 'Passes that an event takes',
  method: 'GET',
  path: paths.eventSubscriptionsPath,
  params: Slug,
  responses: { 200: LinkedSubscriptions, 403: Denied },
})

export const putEventSubscriptions = organiserCall({
  operationId: 'putEventSubscriptions',
  summary: 'Replace the passes that an event takes',
  method: 'PUT',
  path: paths.eventSubscriptionsPath,
  params: Slug,
  body: ListOf(Type.Object({ descriptorId: SubscriptionId, categories: Maybe(ListOf(Whole)) })),
  responses: { 200: LinkedSubscriptions, 400: Refused, 403: Denied },
})

export const generateSubscribersTickets = organiserCall({
  operationId: 'generateSubscribersTickets',
  summary: 'Order tickets for those who have a pass of the event and none yet; whether that has been scheduled',
  method: 'POST',
  path: paths.generateTicketsPath,
  params: Slug,
  responses: { 200: Type.Boolean(), 403: Denied },
})

export const ReservationUser = Type.Object({
  username: Maybe(Text()),
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  email: Maybe(Text()),
  id: Maybe(Text()),
})

export const ReservationConfiguration = Type.Object({
  hideContactData: Maybe(Type.Boolean()),
  hideConfirmationButtons: Maybe(Type.Boolean()),
  lockEmailEdit: Maybe(Type.Boolean()),
})

const SubscriptionOwner = Type.Object({
  additional: Maybe(AdditionalFieldValues),
  subscriptionId: Maybe(Text()),
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  email: Maybe(Text()),
  metadata: Maybe(BoundedMapOf(Nullable(Text()))),
})

/** A pass for a buyer, who pays for it on its pages. */
export const SubscriptionReservationRequest = Type.Object({
  metadata: Maybe(BoundedMapOf(Nullable(Text()))),
  user: Maybe(ReservationUser),
  language: Maybe(Text()),
  configuration: Maybe(ReservationConfiguration),
  subscriptionConfiguration: Maybe(Type.Object({ displayPin: Maybe(Type.Boolean()) })),
  owner: Maybe(SubscriptionOwner),
})
export type SubscriptionReservationRequest = Static<typeof SubscriptionReservationRequest>

export const ErrorCode = Type.Object({
  fieldName: Type.String(),
  code: Type.String(),
  description: Type.String({ description: 'What is wrong, as the code of a text' }),
  arguments: Type.Optional(
    Type.Unsafe<(string | number)[]>({
      type: 'array',
      description: 'Of the text; left out when there are none',
    }),
  ),
})

export const CreationResponse = Type.Object({
  id: Nullable(Type.String()),
  href: Nullable(Type.String({ format: 'uri', description: 'Where to send the buyer' })),
  errors: Nullable(Type.Array(ErrorCode)),
  success: Type.Boolean(),
})
export type CreationResponse = Static<typeof CreationResponse>

export const createSubscriptionReservation = organiserCall({
  operationId: 'createSubscriptionReservation',
  summary: 'Reserve a pass for somebody, and get the link to send them to',
  method: 'POST',
  path: paths.reserveSubscriptionForPath,
  params: SubscriptionParams,
  body: SubscriptionReservationRequest,
  responses: {
    200: CreationResponse,
    400: Type.Union([CreationResponse, BadRequest]),
    403: Denied,
    404: Empty,
    429: TooManyRequests,
  },
})

export const deleteSubscription = organiserCall({
  operationId: 'deleteSubscription',
  summary: 'Take a sold pass back; whether there was one to be taken',
  method: 'DELETE',
  path: paths.deleteSubscriptionPath,
  params: Type.Object({
    id: SubscriptionId,
    subscriptionToDelete: Type.String({ format: 'uuid', pattern: UUID_PATTERN }),
  }),
  responses: { 200: Type.Boolean(), 403: Denied },
})

const Moment = (description: string) => Nullable(Type.Integer({ description: `Epoch milliseconds: ${description}` }))

/** A pass that was bought, as its organiser sees it. The id that pays for tickets is its owner's alone. */
export const BoughtSubscription = Type.Object({
  publicId: Type.String({ format: 'uuid' }),
  reservationId: Type.String({ format: 'uuid' }),
  status: OneOf(PASS_STATUSES),
  owner: Type.Object({
    firstName: Nullable(Type.String()),
    lastName: Nullable(Type.String()),
    email: Nullable(Type.String()),
  }),
  validFrom: Moment('open at this end when null'),
  validTo: Moment('open at this end when null'),
  maxEntries: Nullable(Type.Integer()),
  used: Type.Integer({ description: 'Tickets that it pays for, held ones included' }),
  boughtAt: Moment('null until it is paid'),
})
export type BoughtSubscription = Static<typeof BoughtSubscription>

export const listBoughtSubscriptions = organiserCall({
  operationId: 'listBoughtSubscriptions',
  summary: 'Passes of this kind that were bought, the latest first',
  method: 'GET',
  path: paths.boughtSubscriptionsPath,
  params: SubscriptionParams,
  query: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description: 'From 0; 100 to a page' })),
  }),
  responses: {
    200: Type.Object({ total: Type.Integer(), subscriptions: Type.Array(BoughtSubscription) }),
    403: Denied,
  },
})

export const SubscriptionUse = Type.Object({
  eventSlug: Type.String(),
  ticket: Type.String({ description: 'Its public id' }),
  status: OneOf(TICKET_STATUSES),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
})

const OfBought = Type.Object({
  id: SubscriptionId,
  boughtId: Type.String({ format: 'uuid', pattern: UUID_PATTERN, description: 'The public id' }),
})

export const listSubscriptionUses = organiserCall({
  operationId: 'listSubscriptionUses',
  summary: 'Tickets that a bought pass pays for',
  method: 'GET',
  path: paths.subscriptionUsesPath,
  params: OfBought,
  responses: { 200: Type.Array(SubscriptionUse), 403: Denied },
})

export const SubscriptionExtension = Type.Object({
  validTo: Maybe(Type.Integer({ description: 'Epoch milliseconds: a later end' })),
  maxEntries: Maybe(
    Type.Integer({ minimum: 1, maximum: MAX_INTEGER, description: 'A higher number of entries in all' }),
  ),
})
export type SubscriptionExtension = Static<typeof SubscriptionExtension>

export const extendSubscription = organiserCall({
  operationId: 'extendSubscription',
  summary: 'Make a bought pass good for longer, or for more entries; said again, nothing happens again',
  method: 'POST',
  path: paths.extendSubscriptionPath,
  params: OfBought,
  body: SubscriptionExtension,
  responses: { 200: BoughtSubscription, 400: Refused, 403: Denied },
})
