import { expect, test } from 'vitest'
import { after, minutes } from '#domain/foundation/instant.ts'
import { reservationId as idOf } from '#domain/order/reservation/reservation.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aPayment } from '#tests/fakes/stripe/a-payment.ts'
import { isKeyGone } from '#server/providers/port/outcomes.ts'
import { KEY_LIFETIME_MS, mollieKey } from './client.ts'

const { reservationId } = aPayment()
const other = idOf('22222222-2222-4333-8444-555555555555') ?? reservationId

test('a key is a UUID of version 4, the same for the same attempt and another for any other', () => {
  const keys = ['1-CHARGE-1', '1-CHARGE-2', '1-REFUND-1', '2-CHARGE-1'].flatMap(idempotencyKey => [
    mollieKey({ reservationId, idempotencyKey }),
    mollieKey({ reservationId: other, idempotencyKey }),
  ])
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(keys).size).toBe(8)
  expect(mollieKey({ reservationId, idempotencyKey: '1-CHARGE-1' })).toBe(keys[0])
})

test.each([
  [0, false],
  [54, false],
  [55, true],
  [600, true],
])('after %s minutes it is gone: %s', (count, isGone) => {
  expect(
    isKeyGone({ repetition: 1, now: after(SOME_DAY, minutes(count)), firstSentAt: SOME_DAY }, KEY_LIFETIME_MS),
  ).toBe(isGone)
})
