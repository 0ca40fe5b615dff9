import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import { type RefundFacts, type RefundRequest, decideRefund, leftOf, withoutRepeated } from './refund.ts'

const code = (text: string): Currency => {
  const found = currency(text)
  if (!found) throw new Error(`no currency ${text}`)
  return found
}
const CHF = code('CHF')
const EUR = code('EUR')
const LEFT = minor(24000n)

const ticket = (publicId: string, status: 'ACQUIRED' | 'CHECKED_IN' = 'ACQUIRED') => ({ publicId, status })

function facts(changes: Partial<RefundFacts> = {}): RefundFacts {
  return {
    order: { status: 'COMPLETE', total: LEFT, tickets: [ticket('a'), ticket('b')] },
    payment: { left: LEFT, currency: CHF, receivedIn: 'CHF' },
    worth: minor(12000n),
    isMoneyReturned: true,
    ...changes,
  }
}

const ofOrder = (changes: Partial<NonNullable<RefundFacts['order']>>): Partial<RefundFacts> => ({
  order: { status: 'COMPLETE', total: LEFT, tickets: [ticket('a'), ticket('b')], ...changes },
})
const left = (amount: bigint): Partial<RefundFacts> => ({
  payment: { left: minor(amount), currency: CHF, receivedIn: 'CHF' },
})
const INSIDE = ofOrder({ tickets: [ticket('a', 'CHECKED_IN'), ticket('b')] })

const ORDER: RefundRequest = { kind: 'order' }
const NOT_TAKEN: RefundRequest = { kind: 'not-taken' }
const tickets = (...ids: string[]): RefundRequest => ({ kind: 'tickets', ids })
const amount = (value: bigint, of = CHF): RefundRequest => ({ kind: 'amount', amount: minor(value), currency: of })

describe('what is left of a payment', () => {
  const row = (value: bigint, status: 'WANTED' | 'PENDING' | 'DONE' | 'FAILED') => ({ amount: minor(value), status })
  const dispute = (value: bigint, status: 'OPEN' | 'WON' | 'LOST') => ({ amount: minor(value), status })

  test.each([
    ['of nothing but the money', [], [], 100n],
    ['less what is wanted, accepted and done', [row(10n, 'WANTED'), row(20n, 'PENDING'), row(30n, 'DONE')], [], 40n],
    ['and what has failed', [row(60n, 'FAILED')], [], 100n],
    ['less a dispute that is open', [], [dispute(100n, 'OPEN')], 0n],
    ['less a dispute that was lost', [], [dispute(70n, 'LOST')], 30n],
    ['and a dispute that was won', [], [dispute(100n, 'WON')], 100n],
    ['never below nothing', [row(80n, 'DONE')], [dispute(100n, 'LOST')], 0n],
  ] as const)('%s', (_, refunds, disputes, expected) => {
    expect(leftOf({ received: minor(100n), refunds, disputes })).toBe(expected)
  })

  test('whatever is accepted one after the other, no more goes back than came', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 300n }), { maxLength: 12 }), amounts => {
        const received = minor(1000n)
        const refunds: { amount: ReturnType<typeof minor>; status: 'WANTED' }[] = []
        for (const value of amounts) {
          const before = leftOf({ received, refunds, disputes: [] })
          const decision = decideRefund(amount(value), facts(left(before)))
          if (decision.kind === 'accepted') refunds.push({ amount: decision.amount, status: 'WANTED' })
        }
        expect(refunds.reduce((sum, refund) => sum + refund.amount, 0n)).toBeLessThanOrEqual(received)
      }),
    )
  })
})

describe('what is accepted', () => {
  test.each<[string, RefundRequest, Partial<RefundFacts>, 'none' | 'end-order' | 'remove-tickets', bigint]>([
    ['a whole order', ORDER, {}, 'end-order', 24000n],
    ['what a partial refund has left of it', ORDER, left(4000n), 'end-order', 4000n],
    ['an order whose dispute was lost', ORDER, left(0n), 'end-order', 0n],
    ['an order paid elsewhere, without its money', ORDER, { payment: null, isMoneyReturned: false }, 'end-order', 0n],
    ['a free order', ORDER, { ...ofOrder({ total: ZERO }), payment: null }, 'end-order', 0n],
    ['an order that is stuck', ORDER, ofOrder({ status: 'STUCK' }), 'end-order', 24000n],
    ['the money of an order that has ended', ORDER, ofOrder({ status: 'CANCELLED', tickets: [] }), 'none', 24000n],
    ['some tickets', tickets('a'), {}, 'remove-tickets', 12000n],
    ['a ticket beside one that is inside', tickets('b'), INSIDE, 'remove-tickets', 12000n],
    ['free tickets of any order', tickets('a'), { payment: null, worth: ZERO }, 'remove-tickets', 0n],
    ['tickets without their money', tickets('a'), { payment: null, isMoneyReturned: false }, 'remove-tickets', 0n],
    ['an amount', amount(1n), {}, 'none', 1n],
    ['all that is left', amount(24000n), {}, 'none', 24000n],
    ['an amount beside a holder who is checked in', amount(1000n), INSIDE, 'none', 1000n],
    ['money that no order could take', NOT_TAKEN, { order: null }, 'none', 24000n],
  ])('%s', (_, request, changes, change, expected) => {
    expect(decideRefund(request, facts(changes))).toEqual({ kind: 'accepted', change, amount: expected })
  })
})

describe('what is refused', () => {
  const other = { payment: { left: LEFT, currency: CHF, receivedIn: 'EUR' } }
  test.each<[string, RefundRequest, Partial<RefundFacts>]>([
    ['not-confirmed', ORDER, ofOrder({ status: 'PENDING' })],
    ['not-confirmed', ORDER, ofOrder({ status: 'FINALIZING' })],
    ['not-confirmed', ORDER, ofOrder({ status: 'OFFLINE_PAYMENT' })],
    ['not-confirmed', tickets('a'), ofOrder({ status: 'STUCK' })],
    ['not-confirmed', amount(1n), ofOrder({ status: 'EXTERNAL_PROCESSING_PAYMENT' })],
    ['not-confirmed', amount(1n), { order: null }],
    ['has-ended', tickets('a'), ofOrder({ status: 'CANCELLED' })],
    ['has-ended', ORDER, { ...ofOrder({ status: 'CREDIT_NOTE_ISSUED' }), isMoneyReturned: false }],
    ['checked-in', ORDER, INSIDE],
    ['checked-in', tickets('a'), INSIDE],
    ['unknown-ticket', tickets('a', 'c'), {}],
    ['unknown-ticket', tickets(), {}],
    ['whole-order', tickets('a', 'b'), {}],
    ['nothing-paid-online', ORDER, { payment: null }],
    ['nothing-paid-online', tickets('a'), { payment: null }],
    ['nothing-paid-online', amount(1n), { payment: null }],
    ['nothing-left', ORDER, { ...ofOrder({ status: 'CANCELLED' }), ...left(0n) }],
    ['nothing-left', amount(1n), left(0n)],
    ['more-than-left', amount(24001n), {}],
    ['more-than-left', tickets('a'), left(11999n)],
    ['no-amount', amount(0n), {}],
    ['no-amount', amount(-5n), {}],
    ['no-amount', amount(5n), { isMoneyReturned: false }],
    ['currency', amount(5n, EUR), {}],
    ['currency', ORDER, other],
    ['currency', amount(5n), other],
    ['currency', NOT_TAKEN, { order: null, ...other }],
  ])('%s, case %#', (reason, request, changes) => {
    expect(decideRefund(request, facts(changes))).toEqual({ kind: 'refused', reason })
  })

  test('a ticket named twice is one ticket', () => {
    expect(decideRefund(tickets('a', 'a'), facts())).toMatchObject({ kind: 'accepted', amount: 12000n })
  })
})

test('a refund that failed and was repeated is shown by its repetition, and one that was not is shown itself', () => {
  const refund = (status: 'FAILED' | 'DONE', of: bigint) => ({ status, amount: minor(of) })
  const repeated = [refund('FAILED', 5n), refund('FAILED', 7n), refund('DONE', 5n)]
  expect(withoutRepeated(repeated)).toEqual([refund('FAILED', 7n), refund('DONE', 5n)])
  expect(withoutRepeated([refund('FAILED', 5n), refund('FAILED', 5n)])).toEqual([refund('FAILED', 5n)])
})
