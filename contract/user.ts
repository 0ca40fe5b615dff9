import { Type, type Static } from 'typebox'
import { APPLIED_VAT_STATUSES } from '#domain/catalog/price/vat.ts'
import { BillingDetails, ITALIAN_REFERENCE_TYPES } from './booking-form.ts'
import { Empty, call, content } from './call.ts'
import { authenticationEnabledPath, logoutPath, mePath, myDataPath, myReservationsPath } from './account-paths.ts'
import { ReservationStatus } from './reservation.ts'
import { BoundedMapOf, LangMap, Maybe, Nullable, OneOf, Text } from './schema.ts'
import { Forbidden, Unexpected, ValidatedResponse } from './wrapper.ts'

/** Where the browser goes next; `empty` says that there is no target. */
export const ClientRedirect = Type.Object({ targetUrl: Nullable(Type.String()), empty: Type.Boolean() })
export type ClientRedirect = Static<typeof ClientRedirect>

export const isAuthenticationEnabled = call({
  operationId: 'isAuthenticationEnabled',
  summary: 'Can visitors sign in',
  tag: 'user',
  method: 'GET',
  path: authenticationEnabledPath,
  responses: { 200: Type.Boolean() },
})

export const User = Type.Object({
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  emailAddress: Type.String(),
  external: Type.Boolean({ description: 'Always true: no other users are returned here' }),
  profile: Nullable(
    Type.Object({
      billingDetails: BillingDetails,
      additionalData: Type.Record(Type.String(), Type.Object({ label: LangMap, values: Type.Array(Type.String()) }), {
        description: 'Answers kept for the next order, by the name of the question',
      }),
    }),
  ),
})
export type User = Static<typeof User>

/** What a visitor may say of themselves; what is left out is cleared, save for answers that are not named. */
export const ProfileForm = Type.Object({
  firstName: Maybe(Text()),
  lastName: Maybe(Text()),
  addCompanyBillingDetails: Maybe(Type.Boolean()),
  billingAddressCompany: Maybe(Text()),
  billingAddressLine1: Maybe(Text()),
  billingAddressLine2: Maybe(Text()),
  billingAddressZip: Maybe(Text()),
  billingAddressCity: Maybe(Text()),
  billingAddressState: Maybe(Text()),
  vatCountryCode: Maybe(Text()),
  vatNr: Maybe(Text()),
  skipVatNr: Maybe(Type.Boolean()),
  invoiceRequested: Maybe(Type.Boolean()),
  italyEInvoicingFiscalCode: Maybe(Text()),
  italyEInvoicingReferenceType: Maybe(OneOf(ITALIAN_REFERENCE_TYPES)),
  italyEInvoicingReferenceAddresseeCode: Maybe(Text()),
  italyEInvoicingReferencePEC: Maybe(Text()),
  italyEInvoicingSplitPayment: Maybe(Type.Boolean()),
  additionalInfo: Maybe(BoundedMapOf(Nullable(Text()))),
})
export type ProfileForm = Static<typeof ProfileForm>

/** The name under which refusals of the form are global. */
export const PROFILE_FORM = 'updateProfileForm'

export const getMe = call({
  operationId: 'getMe',
  summary: 'The signed-in visitor',
  tag: 'user',
  method: 'GET',
  path: mePath,
  responses: { 200: User, 204: Empty },
})

export const updateMe = call({
  operationId: 'updateMe',
  summary: 'Changes what the shop remembers of the signed-in visitor',
  tag: 'user',
  method: 'POST',
  path: mePath,
  body: ProfileForm,
  responses: {
    200: ValidatedResponse(Nullable(User)),
    401: Empty,
    403: Forbidden,
    422: ValidatedResponse(Nullable(User)),
    500: Unexpected,
  },
})

export const deleteMe = call({
  operationId: 'deleteMe',
  summary: 'Deletes the account of the signed-in visitor, and ends all its sessions',
  tag: 'user',
  method: 'DELETE',
  path: mePath,
  responses: { 200: ClientRedirect, 401: Empty, 403: Forbidden, 500: Unexpected },
})

export const logout = call({
  operationId: 'logout',
  summary: 'End the session',
  tag: 'user',
  method: 'POST',
  path: logoutPath,
  responses: { 200: ClientRedirect, 403: Forbidden },
})

const NullableLangMap = Nullable(LangMap)

export const ReservationHeader = Type.Object({
  id: Type.String({ format: 'uuid' }),
  status: ReservationStatus,
  formattedExpiresOn: NullableLangMap,
  formattedConfirmedOn: NullableLangMap,
  confirmedAt: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' }))),
  formattedCreatedOn: NullableLangMap,
  invoiceNumber: Nullable(Type.String()),
  finalPrice: Type.Number({ description: 'In units of the currency; 0 when free' }),
  currencyCode: Nullable(Type.String()),
  usedVatPercent: Nullable(Type.Number()),
  vatStatus: Nullable(OneOf(APPLIED_VAT_STATUSES)),
  items: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The public id of a ticket or of a bought pass' }),
      firstName: Nullable(Type.String()),
      lastName: Nullable(Type.String()),
      type: LangMap,
    }),
  ),
})
export type ReservationHeader = Static<typeof ReservationHeader>

export const PurchaseContextWithReservations = Type.Object({
  title: LangMap,
  publicIdentifier: Type.String(),
  type: OneOf(['event', 'subscription']),
  formattedStartDate: NullableLangMap,
  formattedEndDate: NullableLangMap,
  startsAt: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' }))),
  endsAt: Type.Optional(Nullable(Type.Integer({ description: 'Epoch milliseconds; an addition of this shop' }))),
  timeZone: Type.Optional(Type.String({ description: 'An addition of this shop' })),
  sameDay: Type.Boolean(),
  reservations: Type.Array(ReservationHeader, { minItems: 1 }),
})
export type PurchaseContextWithReservations = Static<typeof PurchaseContextWithReservations>

export const getMyReservations = call({
  operationId: 'getMyReservations',
  summary: 'The orders of the signed-in visitor, the newest first',
  tag: 'user',
  method: 'GET',
  path: myReservationsPath,
  responses: { 200: Type.Array(PurchaseContextWithReservations), 204: Empty, 500: Unexpected },
})

export const getMyData = call({
  operationId: 'getMyData',
  summary: 'Everything that is kept of the account, as a file',
  tag: 'user',
  method: 'GET',
  path: myDataPath,
  responses: {
    200: content('application/json; charset=utf-8', 'Account, profile and orders', Type.Unknown()),
    401: Empty,
  },
})
