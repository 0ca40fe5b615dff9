import { expect, test } from 'vitest'
import { waitText } from '../mail-again.tsx'

test.each([
  [0, 'foyer.resend.wait-minutes', 1],
  [61, 'foyer.resend.wait-minutes', 2],
  [5400, 'foyer.resend.wait-minutes', 90],
  [5401, 'foyer.resend.wait-hours', 2],
  [50_000, 'foyer.resend.wait-hours', 14],
])('after %i seconds: %s %i', (seconds, key, count) => {
  expect(waitText(seconds)).toEqual([key, count])
})
