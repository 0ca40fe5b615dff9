import { expect, test } from 'vitest'
import { type StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { readyToPay, statusOf } from '../../support/buyer/purchase.ts'
import { STRIPE } from './subjects.ts'
import { openWorld } from './world.ts'

let script = ''
const { shop, fake, buyer, begin, openEvent, referenceOf, ask } = await openWorld(STRIPE, {
  fake: async options => {
    const stripe: StripeFake = await stripeInTests(options)
    ;({ script } = stripe)
    return stripe
  },
  environment: stripe => ({ STRIPE_API_BASE: stripe.url, STRIPE_JS_URL: script }),
})

/** Sends what waits, and says how many mails that were. */
async function sent(id: string): Promise<number> {
  const { numUpdatedRows } = await shop.db.kysely
    .updateTable('mail')
    .set({ status: 'SENT' })
    .where('reservation_id', '=', id)
    .where('status', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

test('the organiser reads of each declined card once, however often the payment is checked', async () => {
  const event = await openEvent({ slug: 'notice', settings: { NOTIFY_ALL_FAILED_PAYMENT_ATTEMPTS: 'true' } })
  const id = await readyToPay(buyer, event, { Conference: 1 })
  await begin(id)
  const decline = async () => {
    await fake.buyer(await referenceOf(id), 'decline')
    await fake.messages.deliver()
  }
  await decline()
  expect(await sent(id)).toBe(1)
  for (let round = 0; round < 3; round += 1) await ask(id)
  expect(await sent(id)).toBe(0)
  for (let tried = 0; tried < 3; tried += 1) {
    await begin(id)
    await ask(id)
    expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
  }
  expect(await sent(id)).toBe(0)
  await decline()
  expect(await sent(id)).toBe(1)
  expect(await statusOf(buyer, id)).toBe('PENDING')
})
