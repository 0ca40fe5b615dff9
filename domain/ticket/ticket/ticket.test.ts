import { expect, test } from 'vitest'
import { after, instant, minutes } from '#domain/foundation/instant.ts'
import { isReadableByFormerId } from './ticket.ts'

const NOW = instant(Date.UTC(2027, 0, 15, 8))

test.each([
  [0, true],
  [minutes(10) - 1, true],
  [minutes(10), false],
])('%i ms after a ticket was passed on: %s', (since, isReadable) => {
  expect(isReadableByFormerId(NOW, after(NOW, since))).toBe(isReadable)
})
