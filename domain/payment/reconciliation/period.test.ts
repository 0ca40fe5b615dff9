import { expect, test } from 'vitest'
import { monthPeriod, periodOf } from './period.ts'

test.each([
  ['2027-01-15', '2027-01-15', { from: '2027-01-15', to: '2027-01-15' }],
  ['2026-12-01', '2027-12-31', { from: '2026-12-01', to: '2027-12-31' }],
  ['2026-12-01', '2028-01-01', { from: '2026-12-01', to: '2028-01-01' }],
  ['2026-12-01', '2028-01-02', 'too-long'],
  ['2027-01-15', '2027-01-14', 'no-period'],
  ['2027-02-29', '2027-03-01', 'no-period'],
  ['2027-1-5', '2027-01-05', 'no-period'],
  ['', '2027-01-05', 'no-period'],
])('from %s to %s', (from, to, reading) => {
  expect(periodOf(from, to)).toEqual(reading)
})

test('a month has its last day', () => {
  expect(monthPeriod('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthPeriod('2027-13')).toBeNull()
  expect(monthPeriod('2027')).toBeNull()
})
