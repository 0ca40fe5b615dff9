import { Type } from 'typebox'
import { ContactAndTicketsForm } from './booking-form.ts'
import { Empty, call } from './call.ts'
import {
  applicableCustomPaymentMethodsPath,
  selectedCustomPaymentMethodPath,
  backToBookingPath,
  resendReservationEmailPath,
  reservationPath,
  reservationStatusPath,
  validateToOverviewPath,
} from './order-paths.ts'
import { CustomOfflinePaymentMethod, PaymentForm, ValidatedPaymentResult } from './payment.ts'
import { ReservationInfo, ReservationStatusInfo } from './reservation.ts'
import { OneOf } from './schema.ts'
import { Lang, ReservationId, ShortName } from './shared.ts'
import { AccessDenied, BadRequest, Forbidden, TooManyRequests, True, Unexpected, ValidatedBoolean } from './wrapper.ts'

/** The calls on a reservation, from its first page to its last. */

export const ReservationParams = Type.Object({ reservationId: ReservationId })
const LangQuery = Type.Object({ lang: Lang })

export const getReservation = call({
  operationId: 'getReservationInfo',
  summary: 'Everything about a reservation, in every status',
  tag: 'reservation',
  method: 'GET',
  path: reservationPath,
  params: ReservationParams,
  responses: { 200: ReservationInfo, 401: AccessDenied, 404: Empty },
})

export const confirmReservation = call({
  operationId: 'confirmOverview',
  summary: 'Confirm the overview: pay, or complete what costs nothing',
  tag: 'reservation',
  method: 'POST',
  path: reservationPath,
  params: ReservationParams,
  query: LangQuery,
  body: PaymentForm,
  responses: {
    200: ValidatedPaymentResult,
    400: BadRequest,
    401: AccessDenied,
    403: Forbidden,
    404: Empty,
    422: ValidatedPaymentResult,
    500: Unexpected,
  },
})

export const cancelReservation = call({
  operationId: 'cancelPendingReservation',
  summary: 'Give the seats of a pending reservation back; false when the order stays, true when there is none',
  tag: 'reservation',
  method: 'DELETE',
  path: reservationPath,
  params: ReservationParams,
  responses: { 200: Type.Boolean(), 403: Forbidden },
})

export const getReservationStatus = call({
  operationId: 'getReservationStatus',
  summary: 'The status alone, asked before each page and while waiting',
  tag: 'reservation',
  method: 'GET',
  path: reservationStatusPath,
  params: ReservationParams,
  responses: { 200: ReservationStatusInfo, 404: Empty },
})

export const validateToOverview = call({
  operationId: 'validateToOverview',
  summary: 'Store contact and attendees, then judge them',
  tag: 'reservation',
  method: 'POST',
  path: validateToOverviewPath,
  params: ReservationParams,
  query: Type.Object({ lang: Lang, ignoreWarnings: Type.Optional(Type.Boolean({ default: false })) }),
  body: ContactAndTicketsForm,
  responses: {
    200: ValidatedBoolean,
    400: BadRequest,
    401: AccessDenied,
    403: Forbidden,
    404: Empty,
    422: ValidatedBoolean,
    429: TooManyRequests,
    500: Unexpected,
  },
})

export const backToBooking = call({
  operationId: 'backToBooking',
  summary: 'Go back from the overview to the details',
  tag: 'reservation',
  method: 'POST',
  path: backToBookingPath,
  params: ReservationParams,
  responses: { 200: True, 403: Forbidden },
})

export const getApplicableCustomPaymentMethods = call({
  operationId: 'getApplicableCustomPaymentMethods',
  summary: 'Payment methods the organiser invented: always none',
  tag: 'payment',
  method: 'GET',
  path: applicableCustomPaymentMethodsPath,
  params: ReservationParams,
  responses: { 200: Type.Array(CustomOfflinePaymentMethod), 400: BadRequest, 401: AccessDenied, 500: Unexpected },
})

export const getSelectedCustomPaymentMethod = call({
  operationId: 'getSelectedCustomPaymentMethod',
  summary: 'The chosen method of the organiser: there is never one, hence always 400',
  tag: 'payment',
  method: 'GET',
  path: selectedCustomPaymentMethodPath,
  params: ReservationParams,
  responses: { 200: CustomOfflinePaymentMethod, 400: BadRequest, 401: AccessDenied },
})

export const resendReservationEmail = call({
  operationId: 'reSendReservationEmail',
  summary: 'Mail the confirmation again; false when the reservation is unknown, refused once the event is over',
  tag: 'documents',
  method: 'POST',
  path: resendReservationEmailPath,
  params: Type.Object({
    purchaseContextType: OneOf(['event', 'subscription']),
    publicIdentifier: ShortName,
    reservationId: ReservationId,
  }),
  query: LangQuery,
  responses: {
    200: Type.Boolean(),
    400: BadRequest,
    401: AccessDenied,
    403: Forbidden,
    404: Empty,
    422: ValidatedBoolean,
    429: TooManyRequests,
    500: Unexpected,
  },
})
