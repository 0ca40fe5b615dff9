import { expect, test } from 'vitest'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type AwaitedTransfer, matchTransfer, partialId } from './match-transfer.ts'

const awaited = (code = 'CHF', amount = 24_000n): AwaitedTransfer => ({
  id: 'a1b2c3d4-0000-4000-8000-000000000000' as ReservationId,
  amount: minor(amount),
  currency: code as Currency,
})

test.each([
  ['240.00', 'CHF'],
  ['240', 'CHF'],
  [' 240.0 ', 'chf'],
])('%s %s is exactly what is due', (amount, code) => {
  expect(matchTransfer([awaited()], { amount, currency: code })).toEqual({ kind: 'match', id: awaited().id })
})

test.each([
  ['a coin less', '239.99', 'CHF'],
  ['a coin more', '240.01', 'CHF'],
  ['less than a coin more, which no bank transfers', '240.004', 'CHF'],
  ['twice as much', '480.00', 'CHF'],
  ['minor units', '24000', 'CHF'],
  ['another currency', '240.00', 'EUR'],
  ['no currency', '240.00', ''],
  ['a minus sign', '-240.00', 'CHF'],
  ['a comma', '240,00', 'CHF'],
  ['nothing', '', 'CHF'],
])('%s is another amount', (_, amount, code) => {
  expect(matchTransfer([awaited()], { amount, currency: code })).toEqual({ kind: 'other-amount' })
})

test('decimals count by the currency', () => {
  expect(matchTransfer([awaited('JPY', 2400n)], { amount: '2400', currency: 'JPY' }).kind).toBe('match')
  expect(matchTransfer([awaited('JPY', 2400n)], { amount: '2400.0', currency: 'JPY' }).kind).toBe('other-amount')
  expect(matchTransfer([awaited('BHD', 2400n)], { amount: '2.4', currency: 'BHD' }).kind).toBe('match')
})

test('without an order, and with several, the amount does not help', () => {
  const arrived = { amount: '240.00', currency: 'CHF' }
  expect(matchTransfer([], arrived)).toEqual({ kind: 'unknown' })
  expect(matchTransfer([awaited(), awaited('CHF', 1n)], arrived)).toEqual({ kind: 'ambiguous' })
})

test.each([
  ['A1B2C3D4', 'a1b2c3d4'],
  [' a1b2c3d4 ', 'a1b2c3d4'],
  ['A1B2C3D4-0000', 'a1b2c3d4-0000'],
  ['A1B2C3D', undefined],
  ['A1B2C3D%', undefined],
  ['A1B2C3D_', undefined],
  ['G1B2C3D4', undefined],
  ['a1b2c3d4-0000-4000-8000-0000000000000', undefined],
  ['', undefined],
])('"%s" as the beginning of an id of eight characters and more: %s', (text, expected) => {
  expect(partialId(text, 8)).toBe(expected)
})
