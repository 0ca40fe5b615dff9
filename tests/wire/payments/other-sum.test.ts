import { expect, test } from 'vitest'
import { applyCode } from '#contract/pass-use.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import type { StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { infoOf } from '../../support/buyer/purchase.ts'
import { STRIPE } from './subjects.ts'
import { openWorld } from './world.ts'

// A card form that is open in one tab, and a pass that is applied in another.

let stripe: StripeFake | undefined
const world = await openWorld(STRIPE, {
  async fake(options) {
    stripe = await stripeInTests(options)
    return stripe
  },
  environment: fake => ({ STRIPE_API_BASE: fake.url, STRIPE_JS_URL: stripe?.script ?? '' }),
})
const { shop, buyer, event, startPayment, acts, fake, later, paymentsOf, balanceOf, begin } = world

test('a form for the sum before the pass takes no money, and the order is paid by one for the new sum', async () => {
  const open = await startPayment()
  await acts(open, 'decline')
  await fake.messages.deliver()
  const before = await infoOf(buyer, open.id)
  const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, event), { maxEntries: 1 })
  const body = { code: pass, email: null, type: 'SUBSCRIPTION' as const }
  await buyer.expect(applyCode, 200, { params: { reservationId: open.id }, body })
  expect((await infoOf(buyer, open.id)).orderSummary.priceInCents).toBeLessThan(before.orderSummary.priceInCents)
  expect(await paymentsOf(open.id)).toMatchObject([{ status: 'INVALID' }])
  await later(minutes(0))
  expect(await paymentsOf(open.id)).toMatchObject([{ status: 'INVALID', is_live: false }])
  await expect(fake.buyer(open.reference, 'pay')).rejects.toThrow(/\w/)
  expect(await balanceOf(open.id)).toBe(0n)
  expect((await begin(open.id)).status).toBe(200)
  await acts({ id: open.id, reference: await world.referenceOf(open.id) }, 'pay')
  await fake.messages.deliver()
  await world.expectPaidOnce(open.id)
})
