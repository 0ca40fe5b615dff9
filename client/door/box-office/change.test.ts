import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test.each([
  ['50', '35.00', '15.00'],
  ['35', '35.00', '0.00'],
  ['40,50', '35.00', '5.50'],
  ['500', '480', '20'],
  ['34.95', '35.00', undefined],
  ['', '35.00', undefined],
  ['fifty', '35.00', undefined],
  ['35.001', '35.00', undefined],
  ['480.5', '480', undefined],
])('of %s for %s goes back %s', (given, total, change) => {
  expect(changeOf(given, total)).toBe(change)
})
