import type { ReservationStatus } from './states.ts'

/** Where an order stands while its provider is asked: `charging` ends with the reply, `elsewhere` may take the buyer away. */
export const WHILE_PAYING = {
  charging: 'IN_PAYMENT',
  elsewhere: 'EXTERNAL_PROCESSING_PAYMENT',
} as const satisfies Record<string, ReservationStatus>

export type WhilePaying = keyof typeof WHILE_PAYING

/** The provider works on the payment, and the buyer has nothing more to do. */
export const WAITING = 'WAITING_EXTERNAL_CONFIRMATION' as const satisfies ReservationStatus
