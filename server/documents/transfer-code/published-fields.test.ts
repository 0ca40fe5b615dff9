import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultsOfEpcCode } from '#tests/support/documents/epc-code-fields.ts'
import { readQr } from '#tests/support/documents/read-qr.ts'
import { faultsOfSwissCode } from '#tests/support/documents/swiss-code-fields.ts'
import { creditorReference } from './creditor-reference.ts'
import { epcCode } from './epc-code.ts'
import { swissBill } from './swiss-bill.ts'
import { transferCode } from './transfer-code.ts'
import { transferCodePng } from './transfer-code-png.ts'

/**
 * Codes are read in their pictures by a reader that shares nothing with what drew them, and held against the published field tables,
 * not against example files of SIX or the EPC.
 */

const ORDER = '4f2e1a90-1b2c-4d5e-8f00-112233445566'
const PLAIN = 'CH93 0076 2011 6238 5295 7'
const LIECHTENSTEIN = 'LI21 0881 0000 2324 013A A'
const QR_IBAN = 'CH44 3199 9123 0008 89012'
const EURO = 'DE89 3704 0044 0532 0130 00'

const swiss = {
  account: PLAIN,
  owner: ['Bühne am See', 'Seestrasse 1', '8005 Zürich'],
  amount: '120.00',
  currency: 'CHF',
  reason: '4F2E1A90',
}

async function read(transfer: typeof swiss): Promise<string> {
  const code = transferCode({ ...transfer, reference: creditorReference(ORDER, transfer.account) })
  const text = code && (await readQr(await transferCodePng(code)))
  if (!text) throw new Error('no code')
  return text
}

describe('a Swiss code has each field as the guidelines of SIX have it', () => {
  test.each([
    ['of a plain IBAN', {}],
    ['of an IBAN of Liechtenstein', { account: LIECHTENSTEIN }],
    ['of a QR-IBAN', { account: QR_IBAN }],
    ['of a QR-IBAN, in euro', { account: QR_IBAN, currency: 'EUR' }],
    ['with accents', { owner: ['Théâtre de l’Œuvre Łódź', 'Façade 3b', '2000 Neuchâtel'], reason: 'Größe ñ ž €' }],
    [
      'with fields that are too long',
      {
        owner: ['Ü'.repeat(90), `${'Straße '.repeat(14)}12`, `8005 ${'Zürich '.repeat(9)}`],
        reason: 'Grüße '.repeat(60),
      },
    ],
    ['with a blank where a field is cut', { owner: [`${'a'.repeat(69)} b`, `8005 ${'b'.repeat(34)} c`] }],
    [
      'with signs that it lacks',
      { owner: ['Ⓑühne 🎭 “am” See', 'See\u200bstrasse 1', '8005 Zu\u0308rich'], reason: 'ﬁn ①\t–' },
    ],
    ['of the smallest amount', { amount: '0.01' }],
    ['of an amount without decimals', { amount: '120' }],
    ['of the largest amount', { amount: '999999999.99' }],
    ['of an owner in another country', { owner: ['Bühne', 'Seestrasse 1', 'DE-22767 Hamburg'] }],
    ['of an owner without a street', { owner: ['Bühne', '8005 Zürich'] }],
  ])('%s', async (_, different) => {
    expect(faultsOfSwissCode(await read({ ...swiss, ...different }))).toEqual([])
  })

  test('and there is none for what a code could not say as it is', () => {
    for (const different of [
      { amount: '0.001' },
      { amount: '1000000000.00' },
      { amount: '007.50' },
      { account: QR_IBAN, currency: 'USD' },
      { owner: ['Bühne am See'] },
    ]) {
      const reference = creditorReference(ORDER, PLAIN)
      expect(swissBill({ ...swiss, ...different, reference })).toBeUndefined()
    }
  })
})

test('what is no Swiss code is found by the table', async () => {
  const lines = (await read(swiss)).split('\n')
  const faults = (at: number, line: string) => faultsOfSwissCode(lines.with(at, line).join('\n'))
  expect(faults(4, 'K')).toEqual(['creditor address type is "K"'])
  expect(faults(5, 'ü'.repeat(71))).toEqual(['creditor name has 71 of 70 signs'])
  expect(faults(9, 'Ћ')).toEqual(['creditor town has other signs: "Ћ"'])
  expect(faults(18, '0120.00')).toEqual(['amount is "0120.00"'])
  expect(faults(3, QR_IBAN.replaceAll(' ', ''))).toEqual(['SCOR for this account'])
  expect(faults(28, `${lines[28]?.slice(0, -1)}0`)).toEqual(['reference of SCOR'])
  expect(faultsOfSwissCode(lines.with(27, 'NON').with(28, '').join('\n'))).toEqual([])
  expect(faultsOfSwissCode([...lines, 'more'].join('\n'))).toEqual(['32 lines'])
})

const euro = { ...swiss, account: EURO, currency: 'EUR' }

describe('a code in euro has each field as the guidelines of the EPC have it', () => {
  test.each([
    ['as usual', {}],
    ['of a Swiss account', { account: PLAIN }],
    ['with accents', { owner: ['Œuvre Łódź'], reason: 'Größe ñ ž €' }],
    ['with fields that are too long', { owner: ['Ü'.repeat(90)], reason: 'Grüße '.repeat(60) }],
    ['with signs of two units, where they are cut', { owner: [`${'a'.repeat(69)}🎭`], reason: `${'€'.repeat(139)}🎭` }],
    ['of the smallest amount', { amount: '0.01' }],
    ['of the largest amount', { amount: '999999999.99' }],
  ])('%s', async (_, different) => {
    expect(faultsOfEpcCode(await read({ ...euro, ...different }))).toEqual([])
  })

  test('whatever its owner and reason are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.string({ unit: 'grapheme' }), (owner, reason) => {
        const code = epcCode({ account: EURO, owner, amount: '1.00', reason })
        expect(code === undefined ? [] : faultsOfEpcCode(code)).toEqual([])
      }),
    )
  })
})
