import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BoughtPassId } from './bought-pass.ts'
import { digitsOfPassPin, passPin, readPassCode } from './use-pass.ts'

const id = (text: string) => text as BoughtPassId

test('the PIN of the sample is the one other shops know', () => {
  expect(passPin(id('c09644d4-3694-4d2b-9d0e-000000000000'))).toBe('HNLD4PHJ')
  expect(digitsOfPassPin('HNLD4PHJ')).toBe('c09644d43')
})

test('a PIN encodes the first nine digits of the id, whatever its case, with or without an A in front', () => {
  fc.assert(
    fc.property(fc.uuid(), uuid => {
      const pin = passPin(id(uuid))
      const digits = uuid.replaceAll('-', '').slice(0, 9)
      expect(pin).toMatch(/^[ACDEFGHJKLMNPQRTUVWXY34679]{8}$/)
      for (const typed of [pin, ` ${pin.toLowerCase()} `, `A${pin}`]) expect(digitsOfPassPin(typed)).toBe(digits)
    }),
  )
})

test.each([
  ['the least', '000000000', 'AAAAAAAA'],
  ['the next', '000000001', 'AAAAAAAC'],
])('%s number is padded', (_, digits, pin) => {
  expect(digitsOfPassPin(pin)).toBe(digits)
  expect(passPin(id(`${digits.slice(0, 8)}-${digits.slice(8)}000-4000-8000-000000000000`))).toBe(pin)
})

test.each(['', 'AAAAAAA', 'AAAAAAAAAA', 'HNLD4PH0', 'HNLD4PHB', '99999999', '999999999', 'ÄAAAAAAA'])(
  '"%s" is no PIN',
  typed => expect(digitsOfPassPin(typed)).toBeUndefined(),
)

test('an id is read in either case, and a PIN as the digits it encodes', () => {
  const whole = 'c09644d4-3694-4d2b-9d0e-000000000000'
  expect(readPassCode(` ${whole.toUpperCase()}`)).toEqual({ kind: 'id', id: whole })
  expect(readPassCode(' hnld4phj ')).toEqual({ kind: 'pin', digits: 'c09644d43' })
  expect(readPassCode(`${whole}0`)).toBeUndefined()
  expect(readPassCode('HNLD4PH')).toBeUndefined()
})
