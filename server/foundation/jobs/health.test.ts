import { expect, test } from 'vitest'
import { healthOf } from './health.ts'

const NOW = 10_000_000
const ago = (seconds: number): number => NOW - seconds * 1000

test.each([
  ['alive', 'checked a moment ago', { checkedAt: ago(2), runningSince: [] }],
  ['late', 'has not checked for a minute', { checkedAt: ago(61), runningSince: [] }],
  ['alive', 'is busy', { checkedAt: ago(2), runningSince: [ago(600)] }],
  ['late', 'hangs', { checkedAt: ago(2), runningSince: [ago(1), ago(901)] }],
] as const)('jobs are %s when their process %s', (expected, _, watched) => {
  expect(healthOf(watched, NOW)).toBe(expected)
})
