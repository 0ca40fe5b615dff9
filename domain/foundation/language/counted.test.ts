import { expect, test } from 'vitest'
import { counted } from './texts.ts'

test('a count stays on the line of what is counted', () => {
  expect(counted(1, 'Platz am Tisch')).toBe('1\u00a0×\u00a0Platz am Tisch')
})
