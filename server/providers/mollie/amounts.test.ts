import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { code } from '#tests/fakes/stripe/a-payment.ts'
import { fromMollie, momentOf, toMollie } from './amounts.ts'

test.each([
  ['CHF', 8000n, '80.00'],
  ['EUR', 1n, '0.01'],
  ['EUR', 5_000_000n, '50000.00'],
  ['HUF', 150_000n, '1500.00'],
  ['JPY', 500n, '500'],
  ['ISK', 1500n, '1500'],
])('%s: %s is %s, and back', (currency, amount, value) => {
  const due = { amount: minor(amount), currency: code(currency) }
  expect(toMollie(due)).toEqual({ currency, value })
  expect(fromMollie({ currency, value })).toEqual({ amount, code: currency })
})

test.each([
  ['80', 'CHF', 8000n],
  ['80.5', 'CHF', 8050n],
  ['80.500', 'CHF', 8050n],
  ['500.00', 'JPY', 500n],
  ['12.345', 'BHD', 12_345n],
  ['-5.00', 'EUR', -500n],
])('%s %s is read as %s', (value, currency, amount) => {
  expect(fromMollie({ currency, value })?.amount).toBe(amount)
})

test.each([
  ['80.001', 'CHF'],
  ['500.50', 'JPY'],
  ['1e3', 'EUR'],
  ['', 'EUR'],
  ['10.00', 'EURO'],
])('%j %s is no amount', (value, currency) => {
  expect(fromMollie({ currency, value })).toBeUndefined()
})

test.each([
  ['2026-11-20T11:43:29+01:00', Date.UTC(2026, 10, 20, 10, 43, 29)],
  ['2026-11-20T10:43:29.500Z', Date.UTC(2026, 10, 20, 10, 43, 29, 500)],
  ['2026-11-20T10:43:29', null],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the time %j is %s, wherever the process runs', (text, moment) => {
  const before = process.env['TZ']
  for (const zone of ['Pacific/Auckland', 'America/Caracas']) {
    process.env['TZ'] = zone
    expect(momentOf(text)).toBe(moment)
  }
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})
