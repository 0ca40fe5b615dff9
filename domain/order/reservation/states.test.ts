import { expect, test } from 'vitest'
import {
  RESERVATION_STATUSES,
  type ReservationPage,
  type ReservationStatus,
  STATUS_TRAITS,
  type StatusTrait,
  TRANSITIONS,
  canMove,
  has,
  pageOfStatus,
  statusesWith,
} from './states.ts'

const HELD = RESERVATION_STATUSES.filter(status => status !== 'CANCELLED' && status !== 'CREDIT_NOTE_ISSUED')
const WAITING = ['OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT'] as const
const BEING_PAID = ['IN_PAYMENT', 'EXTERNAL_PROCESSING_PAYMENT', 'WAITING_EXTERNAL_CONFIRMATION'] as const
const FINALIZED = [...WAITING, 'COMPLETE', 'CANCELLED', 'CREDIT_NOTE_ISSUED'] as const

const STATUSES_WITH = {
  holdsSeats: HELD,
  countsAsUse: HELD.filter(status => status !== 'PENDING'),
  isOpen: ['PENDING'],
  mayLapse: ['PENDING', ...BEING_PAID],
  isConfirmed: ['OFFLINE_FINALIZING', ...WAITING, 'FINALIZING', 'COMPLETE'],
  isUnderWay: HELD.filter(status => status !== 'PENDING' && status !== 'COMPLETE'),
  isBeingPaid: ['IN_PAYMENT', 'EXTERNAL_PROCESSING_PAYMENT', 'WAITING_EXTERNAL_CONFIRMATION'],
  isFinalizing: ['OFFLINE_FINALIZING', 'FINALIZING'],
  awaitsTransfer: ['OFFLINE_FINALIZING', ...WAITING],
  canTransferArrive: WAITING,
  hasTransferDeadline: ['OFFLINE_PAYMENT'],
  isComplete: ['COMPLETE'],
  isFinalized: FINALIZED,
  isSettled: FINALIZED,
  isPayableElsewhere: ['PENDING', 'STUCK'],
  needsOrganiser: ['STUCK'],
  hasEnded: ['CANCELLED', 'CREDIT_NOTE_ISSUED'],
  isCancelled: ['CANCELLED'],
  isCredited: ['CREDIT_NOTE_ISSUED'],
} as const satisfies Record<StatusTrait, readonly ReservationStatus[]>

test.each(STATUS_TRAITS.map(trait => [trait, STATUSES_WITH[trait]] as const))('%s: %s', (trait, statuses) => {
  expect(statusesWith(trait)).toEqual(statuses)
})

test('a reservation is asked as it is', () => {
  expect(has({ status: 'COMPLETE' }, 'isComplete')).toBe(true)
  expect(has({ status: 'STUCK' }, 'isComplete')).toBe(false)
})

function reachableFrom(start: ReservationStatus): Set<string> {
  const seen = new Set<string>([start])
  const waiting: ReservationStatus[] = [start]
  for (let status = waiting.pop(); status; status = waiting.pop()) {
    for (const next of TRANSITIONS[status]) {
      if (seen.has(next)) continue
      seen.add(next)
      if (next !== 'DELETED') waiting.push(next)
    }
  }
  return seen
}

test('every status can be reached from a new reservation', () => {
  expect([...reachableFrom('PENDING')].sort()).toEqual([...RESERVATION_STATUSES, 'DELETED'].sort())
})

test('only a cancelled reservation and one with a credit note have no way on', () => {
  const ends = RESERVATION_STATUSES.filter(status => TRANSITIONS[status].length === 0)
  expect(ends).toEqual(['CANCELLED', 'CREDIT_NOTE_ISSUED'])
})

test('a reservation waiting for its transfer never falls back to checkout', () => {
  for (const status of ['OFFLINE_FINALIZING', 'OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT'] as const) {
    expect(canMove(status, 'PENDING')).toBe(false)
  }
})

test('a confirmed reservation is not confirmed again', () => {
  expect(canMove('COMPLETE', 'FINALIZING')).toBe(false)
  expect(canMove('FINALIZING', 'PENDING')).toBe(false)
})

test.each<[string, boolean, ReservationPage]>([
  ['PENDING', false, 'book'],
  ['PENDING', true, 'overview'],
  ['COMPLETE', true, 'success'],
  ['FINALIZING', true, 'success'],
  ['OFFLINE_PAYMENT', true, 'waiting-payment'],
  ['OFFLINE_FINALIZING', true, 'waiting-payment'],
  ['DEFERRED_OFFLINE_PAYMENT', true, 'deferred-payment'],
  ['EXTERNAL_PROCESSING_PAYMENT', true, 'processing-payment'],
  ['WAITING_EXTERNAL_CONFIRMATION', true, 'processing-payment'],
  ['IN_PAYMENT', true, 'error'],
  ['STUCK', true, 'error'],
  ['CANCELLED', true, 'not-found'],
  ['CREDIT_NOTE_ISSUED', true, 'not-found'],
  ['CUSTOM_OFFLINE_PAYMENT', true, 'not-found'],
  ['toString', true, 'not-found'],
])('%s (details accepted: %s) is shown on %s', (status, validatedBookingInformation, page) => {
  expect(pageOfStatus({ status, validatedBookingInformation })).toBe(page)
})

test('a lookup that failed is shown as not found', () => {
  expect(pageOfStatus(undefined)).toBe('not-found')
})
