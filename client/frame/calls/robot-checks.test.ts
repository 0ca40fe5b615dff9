import { expect, test } from 'vitest'
import { createRobotChecks } from './robot-checks.ts'

test('a check is open from the question to its answer', async () => {
  const checks = createRobotChecks()
  const seen: boolean[] = []
  const stop = checks.subscribe(() => seen.push(checks.openCheck() !== undefined))
  const proof = checks.ask()
  checks.openCheck()?.settle('p1')
  expect(await proof).toBe('p1')
  stop()
  void checks.ask()
  expect(seen).toEqual([true, false])
})

test('calls that ask meanwhile share the check, later ones get a new one', async () => {
  const checks = createRobotChecks()
  const both = Promise.all([checks.ask(), checks.ask()])
  checks.openCheck()?.settle('p1')
  const later = checks.ask()
  checks.openCheck()?.settle(undefined)
  expect([...(await both), await later]).toEqual(['p1', 'p1', undefined])
})
