import type { Answer } from '#client/api/answer.ts'
import { shop } from '#client/api/shop.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { ExtendedReservation } from '#contract/own.ts'
import {
  extendReservationPath,
  pathTo,
  resendReservationEmailPath,
  reservationPath,
  validateToOverviewPath,
} from '#contract/paths.ts'
import type { PaymentForm, ReservationPaymentResult } from '#contract/payment.ts'
import type { ValidatedBoolean } from '#contract/wrapper.ts'
import { givenBack } from '../../embedding/given-back.ts'
import type { Place } from './frame/open-reservation.ts'

/** What the pages of a reservation ask the server to do. */

export function holdLonger({ reservationId }: Place): Promise<Answer<ExtendedReservation>> {
  return shop().call({ method: 'POST', path: pathTo(extendReservationPath, { reservationId }), body: {} })
}

/** Stores the details and judges them. Warnings come with a success that doesn't count until they are ignored. */
export function sendDetails(
  { reservationId }: Place,
  form: ContactAndTicketsForm,
  { language, ignoreWarnings }: { readonly language: string; readonly ignoreWarnings: boolean },
): Promise<Answer<ValidatedBoolean>> {
  return shop().call({
    method: 'POST',
    path: pathTo(validateToOverviewPath, { reservationId }),
    query: { lang: language, ignoreWarnings: String(ignoreWarnings) },
    body: form,
  })
}

/** Gives the tickets back, and tells the page around; `isTold`: it knows, and the frame stays as it is. */
export async function giveBack({ reservationId }: Place): Promise<{ answer: Answer<boolean>; isTold: boolean }> {
  const answer = await shop().call<boolean>({ method: 'DELETE', path: pathTo(reservationPath, { reservationId }) })
  const isGone = answer.kind === 'done' || answer.kind === 'missing'
  return { answer, isTold: isGone && givenBack(reservationId) }
}

export function confirmOrder(
  { reservationId }: Place,
  form: PaymentForm,
  language: string,
): Promise<Answer<ReservationPaymentResult>> {
  return shop().callWrapped({
    method: 'POST',
    path: pathTo(reservationPath, { reservationId }),
    query: { lang: language },
    body: form,
  })
}

export function sendConfirmationAgain(
  { type, publicIdentifier, reservationId }: Place,
  language: string,
): Promise<Answer<boolean>> {
  return shop().call({
    method: 'POST',
    path: pathTo(resendReservationEmailPath, { purchaseContextType: type, publicIdentifier, reservationId }),
    query: { lang: language },
    body: {},
  })
}
