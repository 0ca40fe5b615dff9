import type { ReservationStatus } from './states.ts'

/**
 * The state of an order while its provider is asked: `charging` ends with the reply, `elsewhere` may take the buyer
 * away; `open`: nothing is taken before the buyer has come back and confirmed, so that all can still be changed.
 */
export const WHILE_PAYING = {
  open: 'PENDING',
  charging: 'IN_PAYMENT',
  elsewhere: 'EXTERNAL_PROCESSING_PAYMENT',
} as const satisfies Record<string, ReservationStatus>

export type WhilePaying = keyof typeof WHILE_PAYING

/** The provider works on the payment, and the buyer has nothing more to do. */
export const WAITING = 'WAITING_EXTERNAL_CONFIRMATION' as const satisfies ReservationStatus
