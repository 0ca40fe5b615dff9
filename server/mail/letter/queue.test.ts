import { expect, test } from 'vitest'
import { after, days, instant, minutes } from '#domain/foundation/instant.ts'
import { type Failure, afterFailure } from './queue.ts'

const now = instant(1_800_000_000_000)

const refusal = (attempts: number, awayAttempts = 0): Failure => ({
  reason: 'refused',
  attempts,
  awayAttempts,
  triedSince: now,
})

const away = (awayAttempts: number, milliseconds: number): Failure => ({
  reason: 'away',
  attempts: awayAttempts,
  awayAttempts,
  triedSince: after(now, -milliseconds),
})

test.each([
  [1, 1],
  [2, 2],
  [9, 9],
])('after refusal %i a mail waits %i minutes', (attempt, wait) => {
  expect(afterFailure(refusal(attempt), 10, now)).toEqual({ status: 'RETRY', nextAttemptAt: now + minutes(wait) })
})

test.each([10, 11])('after refusal %i of 10 a mail is given up', attempt => {
  expect(afterFailure(refusal(attempt), 10, now)).toEqual({ status: 'ERROR' })
})

test('a mail that nothing is left of is given up at once', () => {
  expect(afterFailure({ ...refusal(1), reason: 'hopeless' }, 10, now)).toEqual({ status: 'ERROR' })
})

test.each([
  [1, 1],
  [9, 9],
  [10, 10],
  [200, 10],
])('while the server is away, the wait after attempt %i is %i minutes', (attempt, wait) => {
  const next = { status: 'RETRY', nextAttemptAt: now + minutes(wait) }
  expect(afterFailure(away(attempt, days(1) - 1), 10, now)).toEqual(next)
})

test('a server that is away for a day is waited for no longer', () => {
  expect(afterFailure(away(3, days(1)), 10, now)).toEqual({ status: 'ERROR' })
})

test('attempts while the server was away don’t count once it refuses the mail', () => {
  expect(afterFailure(refusal(101, 100), 10, now)).toEqual({ status: 'RETRY', nextAttemptAt: now + minutes(1) })
  expect(afterFailure(refusal(110, 100), 10, now)).toEqual({ status: 'ERROR' })
})
