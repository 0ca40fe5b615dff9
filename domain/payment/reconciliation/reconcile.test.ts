import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { type BookedMovement, type OwnMovement, reconcile } from './reconcile.ts'

const booked = (changes: Partial<BookedMovement> = {}): BookedMovement => ({
  kind: 'charge',
  at: instant(1000),
  amount: minor(500n),
  currency: 'CHF',
  fee: null,
  isReversed: false,
  reference: 'ch_1',
  transactionId: null,
  ...changes,
})
const own = (changes: Partial<OwnMovement<string>> = {}): OwnMovement<string> => ({
  kind: 'charge',
  at: instant(900),
  amount: minor(500n),
  currency: 'CHF',
  fee: null,
  references: ['ch_1', 'pi_1'],
  transactionId: '7',
  order: 'A',
  isOfDay: true,
  ...changes,
})
const statesOf = (there: readonly BookedMovement[] | null, here: readonly OwnMovement<string>[]) =>
  reconcile(there, here).map(({ state }) => state)

describe('a movement', () => {
  test.each([
    ['by any of its references', booked({ reference: 'pi_1' }), own(), 'matched'],
    ['by its transaction, when it is a charge', booked({ reference: 'x', transactionId: '7' }), own(), 'matched'],
    ['of a neighbouring day', booked(), own({ isOfDay: false }), 'matched'],
    ['with another amount', booked({ amount: minor(501n) }), own(), 'amount-differs'],
    ['in another currency', booked({ currency: 'EUR' }), own(), 'amount-differs'],
  ] as const)('is found %s', (_, there, here, state) => {
    expect(statesOf([there], [here])).toEqual([state])
  })

  test('of another kind is another one, though the reference or the transaction is the same', () => {
    const refund = own({ kind: 'refund' })
    expect(statesOf([booked({ transactionId: '7' })], [refund])).toEqual(['only-here', 'only-there'])
    expect(statesOf([booked({ kind: 'refund', reference: 're_1', transactionId: '7' })], [refund])).toEqual([
      'only-here',
      'only-there',
    ])
  })

  test('that failed is booked twice, and both are matched by one refund', () => {
    const there = booked({ kind: 'refund', reference: 're_1' })
    const back = { ...there, at: instant(2000), isReversed: true }
    expect(statesOf([there, back], [own({ kind: 'refund', references: ['re_1'] })])).toEqual(['matched', 'matched'])
  })
})

test('what the provider does not know is reported only on its day', () => {
  expect(statesOf([], [own(), own({ isOfDay: false })])).toEqual(['only-here'])
})

test('without books only the own side is listed', () => {
  expect(statesOf(null, [own(), own({ isOfDay: false })])).toEqual(['not-told'])
})

test('lines are in the order of time', () => {
  const lines = reconcile(
    [booked({ at: instant(3000) })],
    [own(), own({ references: ['x'], transactionId: '8', at: instant(10) })],
  )
  expect(lines.map(({ own: one }) => one?.transactionId)).toEqual(['8', '7'])
})
