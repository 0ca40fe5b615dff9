import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { ExtendedReservation } from '#contract/own.ts'
import {
  backToBookingPath,
  extendReservationPath,
  resendReservationEmailPath,
  reservationPath,
  validateToOverviewPath,
} from '#contract/order-paths.ts'
import type { PaymentForm, ReservationPaymentResult } from '#contract/payment.ts'
import type { ValidatedBoolean } from '#contract/wrapper.ts'
import { announceRelease } from '../shell/embedding/announce-release.ts'
import type { Place } from './frame/open-reservation.ts'

/** What the pages of a reservation ask the server to do. */

export function holdLonger({ reservationId }: Place): Promise<CallResult<ExtendedReservation>> {
  return server().call('POST', extendReservationPath, { params: { reservationId }, body: {} })
}

/** Stores the details and judges them. Warnings come with a success that doesn't count until they are ignored. */
export function sendDetails(
  { reservationId }: Place,
  form: ContactAndTicketsForm,
  { language, ignoreWarnings }: { readonly language: string; readonly ignoreWarnings: boolean },
): Promise<CallResult<ValidatedBoolean>> {
  return server().call('POST', validateToOverviewPath, {
    params: { reservationId },
    query: { lang: language, ignoreWarnings },
    body: form,
  })
}

/** Details that were accepted wait to be given again. */
export function leaveDetailsOpen({ reservationId }: Place): Promise<CallResult<boolean>> {
  return server().call('POST', backToBookingPath, { params: { reservationId }, body: {} })
}

/**
 * Releases the tickets, and informs the page around; `isInformed`: it knows, and the frame stays as it is. An order that
 * stays is answered with false.
 */
export async function releaseOrder({
  reservationId,
}: Place): Promise<{ answer: CallResult<boolean>; isInformed: boolean }> {
  const answer = await server().call('DELETE', reservationPath, { params: { reservationId } })
  const isGone = (answer.kind === 'done' && answer.value) || answer.kind === 'missing'
  return { answer, isInformed: isGone && announceRelease(reservationId) }
}

/** Releases the tickets for a new order of the same buyer; the page around needn't know. */
export async function releaseQuietly({ reservationId }: Place): Promise<void> {
  await server().call('DELETE', reservationPath, { params: { reservationId } })
}

export function confirmOrder(
  { reservationId }: Place,
  form: PaymentForm,
  language: string,
): Promise<CallResult<ReservationPaymentResult>> {
  return server().callWrapped('POST', reservationPath, {
    params: { reservationId },
    query: { lang: language },
    body: form,
  })
}

export function sendConfirmationAgain(
  { type, publicIdentifier, reservationId }: Place,
  language: string,
): Promise<CallResult<boolean>> {
  return server().call('POST', resendReservationEmailPath, {
    params: { purchaseContextType: type, publicIdentifier, reservationId },
    query: { lang: language },
    body: {},
  })
}
