import { expect, test } from 'vitest'
import { creditorReference } from '#server/documents/transfer-code/creditor-reference.ts'
import { namedIn } from './named-in-entry.ts'

const ID = '4f2e1a90-1b2c-4d5e-8f00-112233445566'
const RF = creditorReference(ID, 'CH9300762011623852957') ?? ''
const QRR = creditorReference(ID, 'CH4431999123000889012') ?? ''
const prefixes = (text: string, references: readonly string[] = []) =>
  namedIn({ references, text }, 8).map(({ prefix }) => prefix)

test.each([
  ['the short number', '4F2E1A90'],
  ['within a sentence', 'Konzert 4f2e1a90, danke!'],
  ['with a sign before it', 'Nr.4F2E1A90/Ada'],
  ['cut in two', 'Konzert 4F2E 1A90'],
  ['the whole id', ID],
])('an order is named by %s', (_, text) => {
  expect(prefixes(text)).toEqual(['4f2e1a90'])
})

test.each([
  ['that of ISO 11649', RF],
  ['that of a QR-IBAN', QRR],
  ['in groups', QRR.replaceAll(/(.{5})/g, '$1 ')],
  ['behind other digits', `20261120${QRR}`],
])('an order is named by its reference: %s', (_, reference) => {
  expect(prefixes('', [reference])).toEqual(['4f2e1a90-1b2c-4d5e'])
  expect(prefixes(`Referenz: ${reference}`)).toEqual(['4f2e1a90-1b2c-4d5e'])
})

test('beside a reference, numbers in the text are something else', () => {
  expect(prefixes('Kunde 12345678', [RF])).toEqual(['4f2e1a90-1b2c-4d5e'])
  expect(prefixes('4F2E1A90 und 4F2E1A91')).toEqual(['4f2e1a90', '4f2e1a91'])
})

test.each(['', 'Miete November', '4F2E1A9', 'CH9300762011623852957', '4F2E1A90X', 'a'.repeat(40)])(
  '"%s" names none',
  text => expect(prefixes(text)).toEqual([]),
)

test('an order is searched among the ids that begin so', () => {
  expect(namedIn({ references: [], text: '4F2E1A90' }, 8)).toEqual([
    {
      prefix: '4f2e1a90',
      first: '4f2e1a90-0000-0000-0000-000000000000',
      last: '4f2e1a90-ffff-ffff-ffff-ffffffffffff',
    },
  ])
})
