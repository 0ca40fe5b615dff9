import { describe, expect, test } from 'vitest'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type AwaitedOrder, type EntryToJudge, type NamedOrder, judgeEntries } from './judge-entries.ts'

const A = 'a1b2c3d4-0000-4000-8000-000000000000' as ReservationId
const B = 'b1b2c3d4-0000-4000-8000-000000000000' as ReservationId
const CHF = 'CHF' as Currency
const due = { amount: minor(24_000n), currency: CHF }
const order = (changes: Partial<NamedOrder> = {}): NamedOrder => ({
  id: A,
  state: 'awaited',
  due,
  account: 'CH9300762011623852957',
  ...changes,
})
const entry = (changes: Partial<EntryToJudge> = {}): EntryToJudge => ({
  id: 1n,
  account: 'CH9300762011623852957',
  amount: '240',
  currency: 'CHF',
  words: '',
  named: [order()],
  isRefused: false,
  ...changes,
})
const judged = (entries: readonly EntryToJudge[], awaited: readonly AwaitedOrder[] = []) => [
  ...judgeEntries(entries, awaited).values(),
]

test('an entry that names one order and is exactly what is due is sure', () => {
  expect(judged([entry()])).toEqual([{ kind: 'sure', orderId: A }])
  expect(judged([entry({ account: null })])).toEqual([{ kind: 'sure', orderId: A }])
  expect(judged([entry({ named: [order({ account: '' })] })])).toEqual([{ kind: 'sure', orderId: A }])
})

test.each([
  ['names two orders', { named: [order(), order({ id: B })] }, 'several-orders'],
  ['names an order that is paid', { named: [order({ state: 'paid' })] }, 'paid'],
  ['names an order that has ended', { named: [order({ state: 'ended', due: null })] }, 'ended'],
  ['names an order whose people are erased', { named: [order({ state: 'erased' })] }, 'erased'],
  ['names an order whose buyer has not chosen a transfer', { named: [order({ state: 'open' })] }, 'open'],
  ['is one cent off', { amount: '239.99' }, 'amount'],
  ['is twice as much', { amount: '480' }, 'amount'],
  ['is in another currency', { currency: 'EUR' }, 'currency'],
  ['is on another account', { account: 'DE89370400440532013000' }, 'account'],
  ['was refused before', { isRefused: true }, 'refused'],
] as const)('one that %s is not', (_, changes, reason) => {
  expect(judged([entry(changes)])).toMatchObject([{ kind: 'unsure', reason }])
})

test('an order that two entries pay is paid by the first', () => {
  expect(judged([entry(), entry({ id: 2n })])).toMatchObject([{ kind: 'sure' }, { kind: 'unsure', reason: 'twice' }])
})

describe('an entry that names no order', () => {
  const awaited = [{ ...due, id: A, lastName: 'Müller-Lüdi' }]

  test.each(['Jana MULLER LUDI', 'Mueller-Luedi Jana', 'Konzert, Müller Lüdi'])(
    'proposes the order of exactly its sum whose buyer it names: %s',
    words => {
      expect(judged([entry({ named: [], words })], awaited)).toEqual([
        { kind: 'unsure', reason: 'by-name', orderIds: [A] },
      ])
    },
  )

  test('pays none where the name or the sum is another one', () => {
    expect(judged([entry({ named: [], words: 'Jana Müller' })], awaited)).toEqual([{ kind: 'unmatched' }])
    expect(judged([entry({ named: [], words: 'Müller Lüdi', amount: '1' })], awaited)).toEqual([{ kind: 'unmatched' }])
  })
})
