import { RESERVATION_STATUSES, type ReservationStatus } from './states.ts'

/** `DELETED` is the end of a reservation whose row goes away: later look-ups answer "not found". */
export type ReservationEnd = 'DELETED'

/**
 * The legal moves (lifecycle A.2). Every status is reachable from PENDING, and nothing leads on from the two that end it;
 * transitions.test.ts checks both, and the diagram in docs/generated/reservation-states.md is drawn from this table.
 */
export const TRANSITIONS = {
  PENDING: ['FINALIZING', 'OFFLINE_FINALIZING', 'IN_PAYMENT', 'EXTERNAL_PROCESSING_PAYMENT', 'DELETED'],
  IN_PAYMENT: ['FINALIZING', 'PENDING', 'STUCK'],
  EXTERNAL_PROCESSING_PAYMENT: ['WAITING_EXTERNAL_CONFIRMATION', 'FINALIZING', 'PENDING', 'STUCK', 'DELETED'],
  WAITING_EXTERNAL_CONFIRMATION: ['FINALIZING', 'PENDING', 'STUCK', 'DELETED'],
  OFFLINE_FINALIZING: ['OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT'],
  OFFLINE_PAYMENT: ['COMPLETE', 'CREDIT_NOTE_ISSUED', 'DELETED'],
  DEFERRED_OFFLINE_PAYMENT: ['COMPLETE', 'CREDIT_NOTE_ISSUED', 'DELETED'],
  FINALIZING: ['COMPLETE'],
  COMPLETE: ['CANCELLED', 'CREDIT_NOTE_ISSUED', 'DELETED'],
  STUCK: ['FINALIZING', 'PENDING', 'CANCELLED', 'DELETED'],
  CANCELLED: [],
  CREDIT_NOTE_ISSUED: [],
} as const satisfies Record<ReservationStatus, readonly (ReservationStatus | ReservationEnd)[]>

/** How every reservation begins. */
export const FIRST_STATUS = 'PENDING' satisfies ReservationStatus

export function canMove(from: ReservationStatus, to: ReservationStatus | ReservationEnd): boolean {
  return (TRANSITIONS[from] as readonly string[]).includes(to)
}

/** From where a status is reached, in the order of RESERVATION_STATUSES. */
export function statusesBefore(to: ReservationStatus | ReservationEnd): readonly ReservationStatus[] {
  return RESERVATION_STATUSES.filter(from => canMove(from, to))
}
