import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { usuallyArrivedBy } from './arrival.ts'

const SENT = instant(Date.parse('2027-03-01T12:00:00Z'))

test.each([
  ['a card', 'CREDIT_CARD', '2027-03-15T12:00:00Z'],
  ['a wallet of cards', 'APPLE_PAY', '2027-03-15T12:00:00Z'],
  ['another way', 'PAYPAL', '2027-03-08T12:00:00Z'],
  ['a way that is not known', null, '2027-03-08T12:00:00Z'],
] as const)('a refund by %s usually arrives by a day that is named', (_name, method, day) => {
  expect(usuallyArrivedBy(method, SENT)).toBe(Date.parse(day))
})
