import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditorReference, orderOfReference, typedReference } from './creditor-reference.ts'

const PLAIN = 'CH93 0076 2011 6238 5295 7'
const QR_IBAN = 'CH44 3199 9123 0008 89012'

test.each([PLAIN, QR_IBAN])('the reference for %s leads back to the order, with and without blanks', account => {
  fc.assert(
    fc.property(fc.uuid(), id => {
      const reference = creditorReference(id, account) ?? ''
      const prefix = id.slice(0, 18)
      expect(orderOfReference(reference)).toBe(prefix)
      expect(orderOfReference(reference.toLowerCase().replaceAll(/(.{4})/g, '$1 '))).toBe(prefix)
    }),
  )
})

test('a mistyped reference leads to no order', () => {
  const id = '4f2e1a90-1b2c-4d5e-8f00-112233445566'
  for (const account of [PLAIN, QR_IBAN]) {
    const reference = creditorReference(id, account) ?? ''
    for (let at = 4; at < reference.length; at++) {
      const wrong = reference.slice(0, at) + (reference[at] === '1' ? '2' : '1') + reference.slice(at + 1)
      expect(orderOfReference(wrong)).toBeUndefined()
    }
  }
  for (const text of ['', '4F2E1A90', 'RF18', '9'.repeat(27), `RF00${'A'.repeat(16)}`]) {
    expect(orderOfReference(text)).toBeUndefined()
  }
})

test('an account outside Switzerland and Liechtenstein has none', () => {
  expect(creditorReference(crypto.randomUUID(), 'DE89 3704 0044 0532 0130 00')).toBeUndefined()
})

test('only that of a QR-IBAN has to be typed', () => {
  const id = '4f2e1a90-1b2c-4d5e-8f00-112233445566'
  expect(typedReference(creditorReference(id, PLAIN))).toBeUndefined()
  expect(typedReference(creditorReference(id, QR_IBAN))?.replaceAll(/\s/g, '')).toBe(creditorReference(id, QR_IBAN))
  expect(typedReference(undefined)).toBeUndefined()
})
