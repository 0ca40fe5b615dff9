import { KEY_ROLES } from '#domain/access/principal/principal.ts'
import { Type, type Static } from 'typebox'
import { type Call, Empty, call } from './call.ts'
import { SUPPLEMENT_POLICIES, TicketAccessType } from './event.ts'
import { EventFile, SettingValues } from './event-file.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { PaymentProxy } from './payment.ts'
import { Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'
import { ReservationId, ShortName } from './shared.ts'
import { BadRequest, EmptyOrBadRequest, Unexpected } from './wrapper.ts'

/** The organiser's calls: by API key, without session and anti-forgery token. */

export const ACCESS_DENIED = 'Access to resource has been denied'
export const Denied = Type.Literal(ACCESS_DENIED, {
  description: 'Without a body where the key is not good any more, and for settings of what is not there',
})

/** A call of an organiser's program. */
export const organiserCall = <const Description extends Omit<Call, 'tag'>>(description: Description) =>
  call({ ...description, tag: 'organiser' })

/** Why an event was refused: the text of a JSON array of OrganiserError. */
export const Refused = Type.String({ description: 'JSON array of {fieldName, code, description}, as text' })
export const Slug = Type.Object({ slug: ShortName })
const ShortNameAnswer = Type.String({ description: 'Short name of the event' })

export const createEvent = organiserCall({
  operationId: 'createEvent',
  summary: "Create an event of the key's organisation, as a draft unless it says otherwise",
  method: 'POST',
  path: paths.createEventPath,
  body: EventFile,
  responses: { 200: ShortNameAnswer, 400: Refused, 403: Denied, 500: Unexpected },
})

export const updateEvent = organiserCall({
  operationId: 'updateEvent',
  summary: 'Change an event; what is null or left out stays',
  method: 'POST',
  path: paths.updateEventPath,
  params: Slug,
  body: EventFile,
  responses: { 200: ShortNameAnswer, 400: Refused, 403: Denied },
})

export const deleteEvent = organiserCall({
  operationId: 'deleteEvent',
  summary: 'Delete an event that nobody holds tickets for',
  method: 'DELETE',
  path: paths.deleteEventPath,
  params: Slug,
  responses: { 200: Type.Literal('Ok'), 400: BadRequest, 403: Denied },
})

const SeatCounters = {
  notSoldTickets: Type.Integer(),
  soldTickets: Type.Integer(),
  checkedInTickets: Type.Integer(),
  pendingTickets: Type.Integer(),
  releasedTickets: Type.Integer(),
}

export const CategoryStats = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ticketAccessType: TicketAccessType,
  bounded: Type.Boolean(),
  maxTickets: Type.Integer({ description: '0 when unbounded' }),
  accessRestricted: Type.Boolean(),
  price: Type.String({ description: 'Plain decimal' }),
  ...SeatCounters,
})
export type CategoryStats = Static<typeof CategoryStats>

export const ServiceStats = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  type: OneOf(['SUPPLEMENT', 'DONATION']),
  supplementPolicy: Nullable(OneOf(SUPPLEMENT_POLICIES)),
  availableQuantity: Type.Integer({ description: 'Units there are in all; -1 is any number' }),
  soldItems: Type.Integer({ description: 'Confirmed, whether or not their tickets are checked in' }),
  pendingItems: Type.Integer(),
})
export type ServiceStats = Static<typeof ServiceStats>

export const PromoCodeStats = Type.Object({
  promoCode: Type.String(),
  codeType: OneOf(['DISCOUNT', 'ACCESS']),
  maxUsage: Nullable(Type.Integer()),
  confirmedTickets: Type.Integer({ description: 'Tickets in confirmed reservations with this code' }),
  pendingTickets: Type.Integer(),
})
export type PromoCodeStats = Static<typeof PromoCodeStats>

export const EventStats = Type.Object({
  shortName: Type.String(),
  displayName: Type.String(),
  status: OneOf(['DRAFT', 'PUBLIC', 'DISABLED']),
  organizationId: Type.Integer(),
  currency: Nullable(Type.String()),
  availableSeats: Type.Integer({ description: 'All seats of the event' }),
  ...SeatCounters,
  ticketCategories: Type.Array(CategoryStats),
  additionalServices: Type.Array(ServiceStats),
  promoCodes: Type.Array(PromoCodeStats, { description: 'Those of the event; not those of the organisation' }),
})
export type EventStats = Static<typeof EventStats>

export const listOwnEvents = organiserCall({
  operationId: 'listOwnEvents',
  summary: "Events of the key's organisation with their counters",
  method: 'GET',
  path: paths.listOwnEventsPath,
  responses: { 200: Type.Array(EventStats), 403: Denied },
})

export const getEventStats = organiserCall({
  operationId: 'eventStats',
  summary: 'One event with its counters',
  method: 'GET',
  path: paths.eventStatsPath,
  params: Slug,
  responses: { 200: EventStats, 400: BadRequest, 403: Denied },
})

export const ReservationConfirmation = Type.Object({
  transaction: Type.Object({
    id: Maybe(Text()),
    paidAmount: Maybe(Type.Number()),
    timestamp: Maybe(Text(MAX_NAME_LENGTH)),
    notes: Maybe(Text()),
    paymentProvider: PaymentProxy,
  }),
  notification: Maybe(
    Type.Object({
      customer: Type.Optional(Type.Boolean({ default: false })),
      attendees: Type.Optional(Type.Boolean({ default: false })),
    }),
  ),
  billingData: Maybe(
    Type.Object({
      fullName: Maybe(Text()),
      company: Maybe(Text()),
      line1: Maybe(Text()),
      line2: Maybe(Text()),
      zip: Maybe(Text()),
      city: Maybe(Text()),
      state: Maybe(Text()),
      countryCode: Maybe(Text()),
    }),
  ),
})
export type ReservationConfirmation = Static<typeof ReservationConfirmation>

export const ConfirmedHolders = Type.Object({
  holders: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The PRIVATE id of the ticket' }),
      firstName: Nullable(Type.String()),
      lastName: Nullable(Type.String()),
      email: Nullable(Type.String()),
    }),
  ),
})
export type ConfirmedHolders = Static<typeof ConfirmedHolders>

export const confirmPaidReservation = organiserCall({
  operationId: 'confirmReservation',
  summary: 'Confirm a reservation whose payment arrived outside the shop, as a bank transfer does',
  method: 'PUT',
  path: paths.confirmReservationPath,
  params: Type.Object({ reservationId: ReservationId }),
  body: ReservationConfirmation,
  responses: { 200: ConfirmedHolders, 400: BadRequest, 403: Denied },
})

const settingsResponses = { 200: Type.Literal('OK'), 400: BadRequest, 403: Denied } as const

export const configureOrganization = organiserCall({
  operationId: 'configureOrganization',
  summary: 'Settings of an organisation',
  method: 'PUT',
  path: paths.organizationConfigurationPath,
  params: Type.Object({ organizationId: Whole }),
  body: SettingValues,
  responses: settingsResponses,
})

export const configureContext = organiserCall({
  operationId: 'configurePurchaseContext',
  summary: 'Settings of an event or a pass',
  method: 'PUT',
  path: paths.contextConfigurationPath,
  params: Type.Object({
    organizationId: Whole,
    purchaseContextType: OneOf(['event', 'subscription']),
    publicIdentifier: ShortName,
  }),
  body: SettingValues,
  responses: settingsResponses,
})

export const OrganizationForm = Type.Object({
  id: Maybe(Whole),
  name: Text(MAX_NAME_LENGTH),
  email: Text(MAX_NAME_LENGTH),
  description: Text(),
  externalId: Maybe(Text(MAX_NAME_LENGTH)),
  slug: Maybe(Text(MAX_NAME_LENGTH)),
})
export type OrganizationForm = Static<typeof OrganizationForm>

export const Organization = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  description: Type.String(),
  externalId: Nullable(Type.String()),
  slug: Nullable(Type.String()),
})
export type Organization = Static<typeof Organization>

export const createOrganization = organiserCall({
  operationId: 'createOrganization',
  summary: 'Create an organisation; system key only',
  method: 'POST',
  path: paths.createOrganizationPath,
  body: OrganizationForm,
  responses: { 200: Organization, 400: BadRequest, 403: Denied },
})

export const listOrganizations = organiserCall({
  operationId: 'listOrganizations',
  summary: 'All organisations; system key only',
  method: 'GET',
  path: paths.listOrganizationsPath,
  responses: { 200: Type.Array(Organization), 403: Denied },
})

const OrganizationParams = Type.Object({ id: Whole })

export const getOrganization = organiserCall({
  operationId: 'getOrganization',
  summary: 'One organisation; system key only',
  method: 'GET',
  path: paths.organizationPath,
  params: OrganizationParams,
  responses: { 200: Organization, 400: BadRequest, 403: Denied, 404: Empty },
})

export const updateOrganization = organiserCall({
  operationId: 'updateOrganization',
  summary: 'Change an organisation, whose id the body repeats; a slug that is left out stays. System key only',
  method: 'POST',
  path: paths.organizationPath,
  params: OrganizationParams,
  body: OrganizationForm,
  responses: { 200: Organization, 400: EmptyOrBadRequest, 403: Denied, 404: Empty },
})

export const deleteOrganization = organiserCall({
  operationId: 'deleteOrganization',
  summary: 'Delete an organisation that has no events; system key only',
  method: 'DELETE',
  path: paths.organizationPath,
  params: OrganizationParams,
  responses: { 200: Type.Literal('OK'), 400: BadRequest, 403: Denied, 404: Empty },
})

/** Any other member is refused: a misspelt `type` would make a key of another role. */
export const ApiKeyForm = Type.Object(
  {
    /** One of the roles, in any case; API_CLIENT when empty. */
    type: Maybe(Text(MAX_NAME_LENGTH)),
    description: Maybe(Text()),
  },
  { additionalProperties: false },
)
export type ApiKeyForm = Static<typeof ApiKeyForm>

export const OrganizationApiKey = Type.Object({
  organizationId: Type.Integer(),
  apiKey: Type.String(),
  apiKeyType: OneOf(KEY_ROLES),
})
export type OrganizationApiKey = Static<typeof OrganizationApiKey>

/** The body may be missing altogether: then it is a key of type API_CLIENT. */
export const createApiKey = organiserCall({
  operationId: 'createOrganizationApiKey',
  summary: 'A new API key of an organisation; system key only',
  method: 'PUT',
  path: paths.organizationApiKeysPath,
  params: OrganizationParams,
  body: Nullable(ApiKeyForm),
  responses: { 200: OrganizationApiKey, 400: BadRequest, 403: Denied, 404: Empty },
})

export const deleteApiKey = organiserCall({
  operationId: 'deleteOrganizationApiKey',
  summary: 'Withdraw an API key; system key only',
  method: 'DELETE',
  path: paths.organizationApiKeyPath,
  params: Type.Object({ id: Whole, apiKey: Text(MAX_NAME_LENGTH) }),
  responses: { 200: Type.Literal(true), 400: BadRequest, 403: Denied, 404: Empty },
})
