import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf, contrastOf } from './colour.ts'

const anyColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('black on white has the most contrast, and a colour on itself the least', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#a8321a', '#a8321a')).toBe(1)
})

test('an accent that reads already stays as it is', () => {
  expect(accentOf('#a8321a')).toMatchObject({ light: '#a8321a', onLight: '#ffffff' })
  expect(accentOf('#ff9d7e')).toMatchObject({ dark: '#ff9d7e', onDark: '#000000' })
})

test('every colour becomes an accent that reads on every ground, with text on it that reads', () => {
  fc.assert(
    fc.property(anyColour, colour => {
      const { light, onLight, dark, onDark } = accentOf(colour)
      const pairs = [
        [light, '#f7f4ee'],
        [light, '#fffdf9'],
        [light, onLight],
        [dark, '#161412'],
        [dark, '#211e1b'],
        [dark, onDark],
      ] as const
      for (const [a, b] of pairs) expect([a, b, contrastOf(a, b) >= 4.5]).toEqual([a, b, true])
    }),
  )
})
