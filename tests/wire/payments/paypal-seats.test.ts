import { expect, test } from 'vitest'
import { discardPayment } from '#contract/payment-calls.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import type { PayPalFake } from '#tests/fakes/paypal/paypal-fake.ts'
import { infoOf } from '../../support/buyer/purchase.ts'
import { PAYPAL } from './subjects.ts'
import { openWorld } from './world.ts'

// How long seats are held for a buyer who is at PayPal: no longer than the shop has said, whatever PayPal does.

const fakes: PayPalFake[] = []
const world = await openWorld(PAYPAL, {
  async fake(options) {
    const fake = await paypalInTests(options)
    fakes.push(fake)
    return fake
  },
  environment: ({ url }) => ({ PAYPAL_API_BASE: url }),
})
const { buyer, begin, begun } = world

test('giving up and beginning again does not add up', async () => {
  const { id } = await begun()
  const first = (await infoOf(buyer, id)).validity
  for (let count = 0; count < 5; count += 1) {
    expect(await buyer.expect(discardPayment, 200, { params: { reservationId: id } })).toBe(true)
    expect((await begin(id)).status).toBe(200)
  }
  expect((await infoOf(buyer, id)).validity).toBe(first)
})
