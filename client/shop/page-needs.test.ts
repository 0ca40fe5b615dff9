import { expect, test } from 'vitest'
import { NEEDS } from './page-needs.ts'
import { routing } from './routes.tsx'

test('what has needs is an address of the shop', () => {
  const paths = routing.routes.map(({ path }) => path)
  expect(NEEDS.size).toBeGreaterThan(5)
  expect([...NEEDS.keys()].filter(path => !paths.includes(path))).toEqual([])
})
