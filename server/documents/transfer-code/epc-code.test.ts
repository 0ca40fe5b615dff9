import { expect, test } from 'vitest'
import { readQr } from '#tests/support/documents/read-qr.ts'
import { epcCode } from './epc-code.ts'
import { transferCode } from './transfer-code.ts'
import { transferCodePng } from './transfer-code-png.ts'

const transfer = {
  account: 'DE89 3704 0044 0532 0130 00',
  owner: 'Seebühne e. V.',
  amount: '120.00',
  reason: '4F2E1A90',
}
const LINES = 'BCD\n002\n1\nSCT\n\nSeebühne e. V.\nDE89370400440532013000\nEUR120.00\n\n\n4F2E1A90'

test('the code has eleven lines in the order of the standard', () => {
  expect(epcCode(transfer)).toBe(LINES)
})

test('another reader reads these lines in the picture', async () => {
  const euro = { ...transfer, owner: [transfer.owner], currency: 'EUR', reference: undefined }
  const code = transferCode(euro)
  expect(code?.kind).toBe('EPC')
  expect(code && (await readQr(await transferCodePng(code)))).toBe(LINES)
  expect(transferCode({ ...euro, currency: 'CHF' })).toBeUndefined()
})

test('an owner of several lines is one line of at most 70 characters', () => {
  const owner = epcCode({ ...transfer, owner: `Alpine Systems\nAssociation ${'x'.repeat(80)}` })?.split('\n')[5]
  expect(owner).toHaveLength(70)
  expect(owner).toMatch(/^Alpine Systems Association x/)
})

test('a reason is at most 140 characters', () => {
  expect(epcCode({ ...transfer, reason: 'r'.repeat(200) })?.split('\n')[10]).toHaveLength(140)
})

test.each([
  ['a wrong check digit', { account: 'DE88370400440532013000' }],
  ['an account that is no IBAN', { account: '80-2-2' }],
  ['no owner', { owner: ' \n ' }],
  ['nothing to pay', { amount: '0' }],
  ['an amount that is no plain decimal', { amount: '1e3' }],
  ['an amount above the limit', { amount: '1000000000.00' }],
  ['thousandths', { amount: '1.234' }],
  ['an amount with zeros before it', { amount: '007.50' }],
])('there is no code with %s', (_, wrong) => {
  expect(epcCode({ ...transfer, ...wrong })).toBeUndefined()
})
