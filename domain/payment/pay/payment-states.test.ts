import { expect, test } from 'vitest'
import {
  FIRST_PAYMENT_STATUSES,
  PAYMENT_MOVES,
  PAYMENT_STATUSES,
  PAYMENT_TRAITS,
  type PaymentStatus,
  type PaymentTrait,
  canPaymentMove,
  paymentsBefore,
  paymentsWith,
  statusAtEnd,
} from './payment-states.ts'

const STATUSES_WITH = {
  isOpen: ['PENDING'],
  isCurrent: ['PENDING', 'COMPLETE'],
  hasMoney: ['COMPLETE', 'RETURNED'],
  hasPaid: ['COMPLETE'],
  isReturned: ['RETURNED'],
  hasFailed: ['FAILED'],
  isVoid: ['INVALID'],
} as const satisfies Record<PaymentTrait, readonly PaymentStatus[]>

test.each(PAYMENT_TRAITS.map(trait => [trait, STATUSES_WITH[trait]] as const))('%s: %s', (trait, statuses) => {
  expect(paymentsWith(trait)).toEqual(statuses)
})

test('every status of a payment can be reached from those in which payments begin', () => {
  const reached = new Set<string>(FIRST_PAYMENT_STATUSES)
  for (const status of reached) {
    for (const next of PAYMENT_STATUSES.filter(one => canPaymentMove(status as PaymentStatus, one))) reached.add(next)
  }
  expect([...reached].sort()).toEqual([...PAYMENT_STATUSES].sort())
})

test('money that has come can end an open, failed, cancelled or void payment, and none that has money', () => {
  const withoutMoney = PAYMENT_STATUSES.filter(status => !paymentsWith('hasMoney').includes(status))
  expect(paymentsBefore('COMPLETE')).toEqual(withoutMoney)
  expect(paymentsBefore('RETURNED')).toEqual(withoutMoney)
})

test('a payment with money is never deleted', () => {
  for (const status of paymentsWith('hasMoney')) expect(canPaymentMove(status, 'DELETED')).toBe(false)
})

test('no payment is open again once it has moved', () => {
  expect(paymentsBefore('PENDING')).toEqual([])
})

test('returned money is the end of a payment', () => {
  expect(PAYMENT_MOVES.RETURNED).toEqual([])
})

test('a payment ends as its provider says, and a void one stays void', () => {
  expect(statusAtEnd({ status: 'PENDING' }, 'FAILED')).toBe('FAILED')
  expect(statusAtEnd({ status: 'PENDING' }, 'CANCELLED')).toBe('CANCELLED')
  expect(statusAtEnd({ status: 'INVALID' }, 'FAILED')).toBe('INVALID')
})
