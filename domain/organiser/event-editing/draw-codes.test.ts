import { expect, test } from 'vitest'
import { drawCodes } from './draw-codes.ts'

/** The same bytes in turn. */
function bytes(...values: readonly number[]) {
  let at = 0
  return (count: number) => Uint8Array.from({ length: count }, () => values[at++ % values.length] ?? 0)
}

test('codes are drawn each another one, beside those that there are, without letters that look alike', () => {
  let seed = 7
  const random = (count: number) => Uint8Array.from({ length: count }, () => (seed = (seed * 73 + 41) % 65_521) % 256)
  const codes = drawCodes({ count: 2_000, prefix: 'SPRING-', length: 6, taken: new Set() }, random)
  expect(new Set(codes).size).toBe(2_000)
  for (const code of codes) expect(code).toMatch(/^SPRING-[ACDEFGHJKMNPQRTWXY34679]{6}$/)
})

test('a code that is taken, and a byte that would favour a letter, are left aside', () => {
  const asked = { count: 1, prefix: '', length: 1, taken: new Set(['A']) }
  expect(drawCodes(asked, bytes(0, 255, 1))).toEqual(['C'])
})
