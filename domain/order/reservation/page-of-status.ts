import { type ReservationPage, has, isReservationStatus, pageOf } from './states.ts'

export type ReservationState = { readonly status: string; readonly validatedBookingInformation: boolean }

/**
 * The page a reservation is shown on (specification, booking 2: reservation status routing). `undefined` means a lookup
 * that failed; it and every status that we don't know lead to not-found.
 */
export function pageOfStatus(state: ReservationState | undefined): ReservationPage {
  if (!state || !isReservationStatus(state.status)) return 'not-found'
  const { status, validatedBookingInformation } = state
  return has({ status }, 'isOpen') && validatedBookingInformation ? 'overview' : pageOf(status)
}
