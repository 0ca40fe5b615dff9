/**
 * Where a reservation can stand. What each one means to the buyer is in docs/glossary.md; the legal moves are in
 * transitions.ts. Source: lifecycle A.1.
 */
export const RESERVATION_STATUSES = [
  'PENDING',
  'IN_PAYMENT',
  'EXTERNAL_PROCESSING_PAYMENT',
  'WAITING_EXTERNAL_CONFIRMATION',
  'OFFLINE_FINALIZING',
  'OFFLINE_PAYMENT',
  'DEFERRED_OFFLINE_PAYMENT',
  'FINALIZING',
  'COMPLETE',
  'STUCK',
  'CANCELLED',
  'CREDIT_NOTE_ISSUED',
] as const

export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

/** Waiting for a bank transfer that the organiser will confirm. */
export function isWaitingForTransfer(status: ReservationStatus): boolean {
  return status === 'OFFLINE_FINALIZING' || status === 'OFFLINE_PAYMENT' || status === 'DEFERRED_OFFLINE_PAYMENT'
}
