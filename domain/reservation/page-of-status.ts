/** The pages below a reservation's address; the names are the last part of the path. */
export type ReservationPage =
  | 'book'
  | 'overview'
  | 'waiting-payment'
  | 'deferred-payment'
  | 'processing-payment'
  | 'success'
  | 'not-found'
  | 'error'

export type ReservationState = { readonly status: string; readonly validatedBookingInformation: boolean }

const PAGE_OF_STATUS: Readonly<Record<string, ReservationPage>> = {
  COMPLETE: 'success',
  FINALIZING: 'success',
  OFFLINE_PAYMENT: 'waiting-payment',
  OFFLINE_FINALIZING: 'waiting-payment',
  DEFERRED_OFFLINE_PAYMENT: 'deferred-payment',
  EXTERNAL_PROCESSING_PAYMENT: 'processing-payment',
  WAITING_EXTERNAL_CONFIRMATION: 'processing-payment',
  IN_PAYMENT: 'error',
  STUCK: 'error',
}

/**
 * The page a reservation is shown on (specification, booking 2: reservation status routing). `undefined` stands for a
 * lookup that failed; it and every status the table doesn't name lead to not-found.
 */
export function pageOfStatus(state: ReservationState | undefined): ReservationPage {
  if (!state) return 'not-found'
  if (state.status === 'PENDING') return state.validatedBookingInformation ? 'overview' : 'book'
  return Object.hasOwn(PAGE_OF_STATUS, state.status) ? (PAGE_OF_STATUS[state.status] ?? 'not-found') : 'not-found'
}
