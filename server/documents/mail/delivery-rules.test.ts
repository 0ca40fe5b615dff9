import { expect, test } from 'vitest'
import { instant } from '#domain/instant.ts'
import { afterFailure } from './delivery-rules.ts'

const now = instant(1_800_000_000_000)

test.each([
  [1, 1],
  [2, 2],
  [9, 9],
])('after failure %i a mail waits %i minutes', (attempt, minutes) => {
  expect(afterFailure(attempt, 10, now)).toEqual({ status: 'RETRY', nextAttemptAt: now + minutes * 60_000 })
})

test.each([10, 11])('after failure %i of 10 a mail is given up', attempt => {
  expect(afterFailure(attempt, 10, now)).toEqual({ status: 'ERROR' })
})
