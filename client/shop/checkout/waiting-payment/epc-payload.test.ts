import { expect, test } from 'vitest'
import { epcPayload, isIban, readableAccount } from './transfer.ts'

const transfer = { iban: 'DE89 3704 0044 0532 0130 00', owner: 'Seebühne e. V.', amount: '120.00', reason: '4F2E1A90' }

test('the payload has eleven lines in the order of the standard', () => {
  expect(epcPayload(transfer)).toBe(
    'BCD\n002\n1\nSCT\n\nSeebühne e. V.\nDE89370400440532013000\nEUR120.00\n\n\n4F2E1A90',
  )
})

test('an owner of several lines is one line of at most 70 characters', () => {
  const owner = epcPayload({ ...transfer, owner: `Alpine Systems\nAssociation ${'x'.repeat(80)}` })?.split('\n')[5]
  expect(owner).toHaveLength(70)
  expect(owner).toMatch(/^Alpine Systems Association x/)
})

test('a reason is at most 140 characters', () => {
  expect(epcPayload({ ...transfer, reason: 'r'.repeat(200) })?.split('\n')[10]).toHaveLength(140)
})

test.each([
  ['a wrong check digit', { iban: 'DE88370400440532013000' }],
  ['an account that is no IBAN', { iban: '80-2-2' }],
  ['no owner', { owner: ' \n ' }],
  ['nothing to pay', { amount: '0' }],
  ['an amount that is no plain decimal', { amount: '1e3' }],
  ['an amount above the limit', { amount: '1000000000.00' }],
  ['thousandths', { amount: '1.234' }],
])('there is no code with %s', (_, wrong) => {
  expect(epcPayload({ ...transfer, ...wrong })).toBeUndefined()
})

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
