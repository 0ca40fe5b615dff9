import { expect, test } from 'vitest'
import { RESERVATION_STATUSES, type ReservationStatus, TRANSITIONS, canMove } from './states.ts'

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
