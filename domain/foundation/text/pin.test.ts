import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TICKET_PIN, idPrefixOf, pinOf } from './pin.ts'

/** As passes use it: the figures of domain rules 7.2. */
const LONGER = { digits: 9, length: 8 }

// The figures of tickets are worked out by hand: 7 digits in base 26, digits A=0, C=1, ... 9=25.
test.each([
  ['c09644d4-3694-4e2b-9c3a-1d2c3b4a5968', LONGER, 'HNLD4PHJ', 'c09644d43'],
  ['00000000-0000-4000-8000-000000000000', TICKET_PIN, 'AAAAAA', '0000000'],
  ['00000010-0000-4000-8000-000000000000', TICKET_PIN, 'AAAAAC', '0000001'],
  ['00000190-0000-4000-8000-000000000000', TICKET_PIN, 'AAAAA9', '0000019'],
  ['000001a0-0000-4000-8000-000000000000', TICKET_PIN, 'AAAACA', '000001a'],
  ['00002a40-0000-4000-8000-000000000000', TICKET_PIN, 'AAACAA', '00002a4'],
])('the id %s has a PIN of its first digits, and the PIN leads back', (id, scheme, pin, prefix) => {
  expect(pinOf(id, scheme)).toBe(pin)
  expect(idPrefixOf(pin, scheme)).toBe(prefix)
})

test('the PIN of the highest id still has six characters', () => {
  expect(pinOf('ffffffff-ffff-4fff-bfff-ffffffffffff', TICKET_PIN)).toHaveLength(6)
})

test('there and back again, for every id', () => {
  fc.assert(
    fc.property(fc.uuid(), id => {
      const pin = pinOf(id, TICKET_PIN)
      expect(pin).toMatch(/^[ACDEFGHJKLMNPQRTUVWXY34679]{6}$/)
      expect(idPrefixOf(pin, TICKET_PIN)).toBe(id.slice(0, 7))
    }),
  )
})

test('two beginnings never share a PIN', () => {
  const digits = fc.integer({ min: 0, max: 0xfffffff }).map(number => number.toString(16).padStart(7, '0'))
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      expect(pinOf(one, TICKET_PIN) === pinOf(other, TICKET_PIN)).toBe(one === other)
    }),
  )
})

describe('a typed PIN', () => {
  test.each([['AAAACA'], ['aaaaca'], [' AaAaCa\n'], ['AAAAACA'], ['AAA ACA'], ['aaa-aca'], ['AA AA\u2013CA']])(
    '%j is the one that is meant',
    pin => {
      expect(idPrefixOf(pin, TICKET_PIN)).toBe('000001a')
    },
  )

  test.each([
    ['too short', 'AAACA'],
    ['too long', 'AAAAAACA'],
    ['with a character that is none', 'AAAABA'],
    ['with a digit that is none', 'AAAAA0'],
    ['with a dash', 'AAA-CA'],
    ['of characters outside the basic plane', '😀😀😀😀😀😀'],
    ['empty', ''],
    ['larger than seven digits can say', '999999'],
    ['larger still', '9999999'],
  ])('%s matches no id: %j', (_, pin) => {
    expect(idPrefixOf(pin, TICKET_PIN)).toBeUndefined()
  })
})
