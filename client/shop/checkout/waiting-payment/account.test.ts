import { expect, test } from 'vitest'
import { isIban, readableAccount } from './transfer.ts'

test.each([
  ['CH93 0076 2011 6238 5295 7', true],
  ['it60 x054 2811 1010 0000 0123 456', true],
  ['CH94 0076 2011 6238 5295 7', false],
  ['', false],
])('%s is an IBAN: %s', (text, expected) => {
  expect(isIban(text)).toBe(expected)
})

test('an IBAN is shown in groups of four, another account as it is', () => {
  expect(readableAccount('CH9300762011623852957')).toBe('CH93 0076 2011 6238 5295 7')
  expect(readableAccount('80-2-2')).toBe('80-2-2')
})
