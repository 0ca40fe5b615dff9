import { describe, expect, test } from 'vitest'
import { readQr } from '#tests/support/documents/read-qr.ts'
import { creditorReference } from './creditor-reference.ts'
import { swissBill } from './swiss-bill.ts'
import { transferCode, transferCodeSvg } from './transfer-code.ts'
import { transferCodePng } from './transfer-code-png.ts'

const ORDER = '4f2e1a90-1b2c-4d5e-8f00-112233445566'
const PLAIN = 'CH93 0076 2011 6238 5295 7'
const QR_IBAN = 'CH44 3199 9123 0008 89012'

const aTransfer = (account: string) => ({
  account,
  owner: ['Bühne am See', 'Rue de l’Hôpital 12a', '2000 Neuchâtel', 'Schweiz'],
  amount: '1240.50',
  currency: 'CHF',
  reason: '4F2E1A90',
  reference: creditorReference(ORDER, account),
})

/** The lines of the published structure (SIX guidelines for the QR-bill 2.3, 4.2.1): addresses of type S only. */
async function linesOf(account: string): Promise<string[]> {
  const code = transferCode(aTransfer(account))
  if (code?.kind !== 'SWISS') throw new Error('no Swiss code')
  const read = await readQr(await transferCodePng(code))
  expect(await readQr(Buffer.from(transferCodeSvg(code)))).toBe(read)
  return read?.split('\n') ?? []
}

/** ISO 7064, MOD 97-10, written for the test. */
const mod97 = (text: string): number =>
  Array.from(text.slice(4) + text.slice(0, 4)).reduce(
    (rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97,
    0,
  )

/** Modulo 10, recursive, by the table of the standard; 0 with a right check digit. */
const TABLE = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
const mod10 = (digits: string): number =>
  Array.from(digits).reduce((carry, digit) => TABLE[(carry + Number(digit)) % 10] ?? 0, 0)

describe.each([
  ['a plain IBAN', PLAIN, 'SCOR'],
  ['a QR-IBAN', QR_IBAN, 'QRR'],
])('the Swiss code of %s, read in its picture by another reader', (_, account, type) => {
  test('has header, account, addresses, amount, reference, message and trailer where the standard has them', async () => {
    const lines = await linesOf(account)
    expect(lines).toHaveLength(31)
    expect(lines.slice(0, 4)).toEqual(['SPC', '0200', '1', account.replaceAll(' ', '')])
    expect(lines.slice(4, 11)).toEqual(
      ['S', 'Bühne am See', 'Rue de l’Hôpital', '12a', '2000', 'Neuchâtel', 'CH'].map(typed),
    )
    expect(lines.slice(11, 18), 'the ultimate creditor is for later').toEqual(Array(7).fill(''))
    expect(lines.slice(18, 20)).toEqual(['1240.50', 'CHF'])
    expect(lines.slice(20, 27), 'the buyer writes their own').toEqual(Array(7).fill(''))
    expect(lines[27]).toBe(type)
    expect(lines.slice(29)).toEqual(['4F2E1A90', 'EPD'])
  })
})

test('the reference for a plain IBAN is one of ISO 11649, with its check digits', async () => {
  const reference = (await linesOf(PLAIN))[28] ?? ''
  expect(reference).toMatch(/^RF\d\d[A-Z0-9]{1,21}$/)
  expect(mod97(reference)).toBe(1)
})

test('the reference for a QR-IBAN has 27 digits, the last of which checks the others', async () => {
  const reference = (await linesOf(QR_IBAN))[28] ?? ''
  expect(reference).toMatch(/^\d{27}$/)
  expect(Number(reference[26])).toBe((10 - mod10(reference.slice(0, 26))) % 10)
})

/** The standard has no typographic apostrophe. */
const typed = (text: string): string => text.replaceAll('’', "'")

describe('there is no code', () => {
  const plain = aTransfer(PLAIN)
  test.each([
    ['of another country', { account: 'DE89370400440532013000' }],
    ['with a wrong check digit', { account: 'CH94 0076 2011 6238 5295 7' }],
    ['without a town', { owner: ['Bühne am See', 'Seestrasse 1'] }],
    ['without a name', { owner: [] }],
    ['with a name in letters that the standard lacks', { owner: ['湖畔', '8005 Zürich'] }],
    ['in another currency', { currency: 'USD' }],
    ['for nothing', { amount: '0.00' }],
    ['without a reference', { reference: undefined }],
  ])('%s', (_, wrong) => {
    expect(swissBill({ ...plain, ...wrong })).toBeUndefined()
  })

  test('in euro to a plain IBAN: that is the code of the EPC', () => {
    expect(swissBill({ ...plain, currency: 'EUR' })).toBeUndefined()
    expect(transferCode({ ...plain, currency: 'EUR' })?.kind).toBe('EPC')
    expect(transferCode({ ...aTransfer(QR_IBAN), currency: 'EUR' })?.kind).toBe('SWISS')
  })
})

test.each([
  [['Bühne', '8005 Zürich'], { address: '', zip: '8005', city: 'Zürich', country: 'CH' }],
  [['Bühne', 'Postfach', 'LI-9490 Vaduz', 'Liechtenstein'], { address: 'Postfach', zip: '9490', country: 'LI' }],
  [['Bühne', 'Seestrasse 1', 'DE-22767 Hamburg'], { buildingNumber: '1', zip: '22767', country: 'DE' }],
])('the address of %j is read in its lines', (owner, address) => {
  expect(swissBill({ ...aTransfer(PLAIN), owner })?.creditor).toMatchObject(address)
})
