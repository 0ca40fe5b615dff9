import { expect, test } from 'vitest'
import {
  FIRST_PASS_STATUS,
  PASS_MOVES,
  PASS_STATUSES,
  PASS_TRAITS,
  type PassStatus,
  type PassTrait,
  passesWith,
} from './bought-pass.ts'

const STATUSES_WITH = {
  countsAsTaken: ['PENDING', 'ACQUIRED'],
  isHeld: ['PENDING'],
  isAcquired: ['ACQUIRED'],
  hasEnded: ['CANCELLED'],
} as const satisfies Record<PassTrait, readonly PassStatus[]>

test.each(PASS_TRAITS.map(trait => [trait, STATUSES_WITH[trait]] as const))('%s: %s', (trait, statuses) => {
  expect(passesWith(trait)).toEqual(statuses)
})

test('a held pass can reach every status, a pass whose order has ended no other, and an acquired one is not deleted', () => {
  const from = (status: PassStatus): readonly string[] =>
    Object.values(PASS_MOVES).flatMap(move => (move.from.some(one => one === status) ? move.to : []))
  expect([FIRST_PASS_STATUS, ...from(FIRST_PASS_STATUS)]).toEqual([...PASS_STATUSES, 'DELETED'])
  expect(from('ACQUIRED')).toEqual(['CANCELLED'])
  expect(from('CANCELLED')).toEqual([])
})
