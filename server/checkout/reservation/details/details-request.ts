import type { Billing } from '#domain/order/reservation/billing.ts'
import type { BookingDetails } from '#domain/order/reservation/judge-details.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'

/** The details page as it was sent. */
export type DetailsRequest = {
  readonly id: ReservationId
  readonly details: BookingDetails
  readonly billing: Billing
  readonly customerReference: string | null
  /** The buyer has seen the warnings and insists. */
  readonly isInsisting: boolean
}
