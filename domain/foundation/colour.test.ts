import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf } from './colour.ts'

const anyColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

/** By the formula of WCAG 2.2, written a second time: the rule is held against the standard, not against itself. */
function contrastOf(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? []).map(part => {
      const share = Number.parseInt(part, 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return red * 0.2126 + green * 0.7152 + blue * 0.0722
  }
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

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
