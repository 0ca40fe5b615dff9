import { expect, test } from 'vitest'
import { BULK_ACTIONS, type ChosenOrder, leftOutOf } from './bulk-action.ts'

const PAID: ChosenOrder = { status: 'COMPLETE', isErased: false, isLetIn: false, isMoneyLeft: true }

const outOf = (order: Partial<ChosenOrder>) => BULK_ACTIONS.map(action => leftOutOf(action, { ...PAID, ...order }))

test.each([
  ['a paid order', {}, ['status', null, null, null, null]],
  ['one that was paid by transfer', { isMoneyLeft: false }, ['status', null, null, 'no-money', null]],
  [
    'one that awaits its transfer',
    { status: 'OFFLINE_PAYMENT', isMoneyLeft: false },
    [null, null, null, 'no-money', null],
  ],
  ['one whose holder has been let in', { isLetIn: true }, ['status', null, 'let-in', 'let-in', null]],
  ['a cart', { status: 'PENDING', isMoneyLeft: false }, ['status', 'status', null, 'no-money', null]],
  [
    'one that is being paid',
    { status: 'IN_PAYMENT', isMoneyLeft: false },
    ['status', 'status', 'status', 'no-money', null],
  ],
  ['a cancelled one whose money is still there', { status: 'CANCELLED' }, ['status', 'status', 'ended', null, null]],
  ['an erased one', { isErased: true }, ['status', 'erased', null, null, 'erased']],
] as const)('%s: who takes part in which action', (_, order, expected) => {
  expect(outOf(order)).toEqual(expected)
})
