import { expect, test } from 'vitest'
import {
  RESERVATION_STATUSES,
  type ReservationStatus,
  STATUS_TRAITS,
  type StatusTrait,
  has,
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
