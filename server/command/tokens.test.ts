import { expect, test } from 'vitest'
import { csv } from './tokens.ts'

test('a cell that holds commas, quotes or line ends is quoted, and a formula is told as text', () => {
  expect(
    csv([
      ['category', 'code'],
      ['Hall, front', 'AB'],
      ['"Loge"', '=1+1'],
    ]),
  ).toBe('category,code\r\n"Hall, front",AB\r\n"""Loge""",\'=1+1')
})
