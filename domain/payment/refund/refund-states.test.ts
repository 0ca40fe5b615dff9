import { expect, test } from 'vitest'
import {
  REFUND_MOVES,
  REFUND_STATUSES,
  REFUND_TRAITS,
  type RefundStatus,
  type RefundTrait,
  canRefundMove,
  refundsBefore,
  refundsWith,
} from './refund-states.ts'

const STATUSES_WITH = {
  isOpen: ['WANTED', 'PENDING'],
  isUnanswered: ['WANTED'],
  isAccepted: ['PENDING'],
  isConfirmed: ['PENDING', 'DONE'],
  isRunning: ['WANTED', 'PENDING', 'DONE'],
  isDone: ['DONE'],
  hasFailed: ['FAILED'],
} as const satisfies Record<RefundTrait, readonly RefundStatus[]>

test.each(REFUND_TRAITS.map(trait => [trait, STATUSES_WITH[trait]] as const))('%s: %s', (trait, statuses) => {
  expect(refundsWith(trait)).toEqual(statuses)
})

test('a refund moves forward only, and a failed one not at all', () => {
  for (const [at, from] of REFUND_STATUSES.entries()) {
    for (const to of REFUND_STATUSES) expect(canRefundMove(from, to)).toBe(REFUND_STATUSES.indexOf(to) > at)
  }
  expect(REFUND_MOVES.FAILED).toEqual(['DELETED'])
})

test('a refund whose provider has not answered is never deleted', () => {
  expect(refundsBefore('DELETED')).toEqual(REFUND_STATUSES.filter(status => status !== 'WANTED'))
})
