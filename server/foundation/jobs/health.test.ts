import { expect, test } from 'vitest'
import { healthOf } from './health.ts'

const NOW = 10_000_000
const ago = (seconds: number): number => NOW - seconds * 1000

test.each([
  ['alive', 'looked a moment ago', { lookedAt: ago(2), runningSince: [] }],
  ['late', 'has not looked for a minute', { lookedAt: ago(61), runningSince: [] }],
  ['alive', 'is busy', { lookedAt: ago(2), runningSince: [ago(600)] }],
  ['late', 'hangs', { lookedAt: ago(2), runningSince: [ago(1), ago(901)] }],
] as const)('jobs are %s when their process %s', (expected, _, watched) => {
  expect(healthOf(watched, NOW)).toBe(expected)
})
