import { expect, test } from 'vitest'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { ORDER_GROUPS, orderGroup } from './order-group.ts'

test('each status is in one group, and each group has a status', () => {
  const groups = RESERVATION_STATUSES.map(orderGroup)
  expect(new Set(groups)).toEqual(new Set(ORDER_GROUPS))
  expect(orderGroup('PENDING')).toBe('OPEN')
  expect(orderGroup('STUCK')).toBe('UNKNOWN')
  expect(orderGroup('OFFLINE_FINALIZING')).toBe('AWAITED')
  expect(orderGroup('FINALIZING')).toBe('COMPLETE')
  expect(orderGroup('CREDIT_NOTE_ISSUED')).toBe('ENDED')
})
