import { expect, test } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import type { StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import type { Mood } from '#tests/fakes/provider-fake.ts'
import { codesOf, infoOf, statusOf } from '../../support/buyer/purchase.ts'
import { CASES, type Case } from './cases.ts'
import { refundedOrders } from './refunded-orders.ts'
import { refundTrouble } from './suite-refund-trouble.ts'
import { refunding } from './suite-refunds.ts'
import { STRIPE_TOKEN as subject } from './subjects.ts'
import { openWorld } from './world.ts'

// Stripe without strong authentication: the page gets a token of the card, and Pay charges it (lifecycle B.2).

let stripe: StripeFake | undefined
const world = await openWorld(subject, {
  async fake(options) {
    stripe = await stripeInTests(options)
    return { ...stripe, settings: { ...stripe.settings, STRIPE_ENABLE_SCA: 'false' } }
  },
  environment: () => ({ STRIPE_API_BASE: stripe?.url ?? '', STRIPE_JS_URL: stripe?.script ?? '' }),
})
const { fake, buyer, ready, later, paymentsOf, referenceOf, expectPaidOnce, expectNothingLeft, shop } = world

const token = (number: string): string => stripe?.token(number) ?? ''
const pay = (id: string, gatewayToken: string | null) =>
  buyer.ask(confirmReservation, {
    params: { reservationId: id },
    query: { lang: 'en' },
    body: {
      termAndConditionsAccepted: true,
      privacyPolicyAccepted: true,
      selectedPaymentMethod: 'CREDIT_CARD',
      paymentProxy: 'STRIPE',
      gatewayToken,
      captcha: null,
    },
  })
const paid = async (): Promise<string> => {
  const id = await ready()
  expect((await pay(id, token(CARD.pays))).status).toBe(200)
  return id
}

const covered: Case[] = []
const covers = (name: Case, work: () => Promise<void>): void => {
  covered.push(name)
  test(`${name}`, work)
}

function cases(): void {
  covers('paid, and reported by a message', async () => {
    const id = await paid()
    for (const status of await fake.messages.deliver()) expect(status).toBe(200)
    await expectPaidOnce(id)
  })

  for (const [name, how] of [
    ['messages twice', 'twice'],
    ['messages out of order', 'reversed'],
  ] as const) {
    covers(name, async () => {
      const id = await paid()
      for (const status of await fake.messages.deliver(how)) expect(status).toBe(200)
      await expectPaidOnce(id)
    })
  }

  covers('a forged message', async () => {
    const id = await paid()
    expect(await fake.messages.forge(await referenceOrCharge(id))).toBeLessThan(500)
    await expectPaidOnce(id)
  })

  covers('Pay pressed ten times at once', async () => {
    const id = await ready()
    const card = token(CARD.pays)
    await Promise.all(Array.from({ length: 10 }, () => pay(id, card)))
    await expectPaidOnce(id)
  })

  for (const [name, card] of [
    ['declined, then paid by a new attempt', CARD.declined],
    ['declined for want of money, then paid', CARD.withoutFunds],
    ['declined as stolen, then paid', CARD.stolen],
  ] as const) {
    covers(name, async () => {
      const id = await ready()
      const refused = await pay(id, token(card))
      expect(codesOf(refused)).toEqual(['error.STEP_2_PAYMENT_PROCESSING_ERROR'])
      expect(await statusOf(buyer, id)).toBe('PENDING')
      expect((await infoOf(buyer, id)).paymentRefusal).toMatch(/^error\.STEP2_STRIPE_/)
      expect((await pay(id, token(CARD.pays))).status).toBe(200)
      await expectPaidOnce(id)
      expect(await paymentsOf(id)).toHaveLength(2)
    })
  }

  covers('declined, and the buyer does not try again', async () => {
    const id = await ready()
    await pay(id, token(CARD.declined))
    await later(minutes(200))
    await later(minutes(1))
    await expectNothingLeft(id)
  })

  for (const [name, mood] of [
    ['provider down when it begins', 'down'],
    ['provider answering nonsense when it begins', 'nonsense'],
    ['provider not reached when it begins', 'unreachable'],
    ['answer lost after it was begun', 'lost'],
    ['provider busy when it begins', 'busy'],
    ['provider slow', 'slow'],
  ] as const satisfies readonly (readonly [Case, Mood])[]) {
    covers(name, async () => {
      const id = await ready()
      fake.misbehave(mood, { count: 1 })
      await pay(id, token(CARD.pays))
      fake.misbehave('usual')
      await later(minutes(3))
      // A buyer who presses Pay again with the card is charged once.
      if ((await statusOf(buyer, id)) !== 'COMPLETE') await pay(id, token(CARD.pays))
      await expectPaidOnce(id)
    })
  }

  covers('refunded in the provider’s back office', async () => {
    const id = await paid()
    await fake.messages.deliver()
    await fake.office.refund(await referenceOrCharge(id), 100n)
    await fake.messages.deliver('twice')
    const refunds = await shop.db.kysely
      .selectFrom('payment_refund')
      .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
      .select(['origin', 'payment_refund.amount'])
      .where('order_id', '=', id)
      .execute()
    expect(refunds).toEqual([{ origin: 'PROVIDER', amount: 100n }])
  })

  covers('disputed', async () => {
    const id = await paid()
    await fake.messages.deliver()
    await fake.office.dispute(await referenceOrCharge(id), 'open')
    await fake.messages.deliver()
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    const disputes = await shop.db.kysely
      .selectFrom('payment_dispute')
      .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
      .select('payment_dispute.status')
      .where('order_id', '=', id)
      .execute()
    expect(disputes).toEqual([{ status: 'OPEN' }])
  })
}

cases()
const charge = async (id: string): Promise<void> => {
  expect((await pay(id, token(CARD.pays))).status).toBe(200)
  await fake.messages.deliver()
  await expectPaidOnce(id)
}
const orders = refundedOrders(world, charge)
refunding(world, orders, covers)
refundTrouble(world, orders, covers)

test('without a token Pay is refused, and no payment is begun', async () => {
  const id = await ready()
  expect((await pay(id, null)).status).toBe(422)
  expect(await paymentsOf(id)).toEqual([])
})

test('every other case can’t come up, with a reason', () => {
  expect([...covered, ...Object.keys(subject.untold)].toSorted()).toEqual([...CASES].toSorted())
  expect(fake.violations()).toEqual([])
})

/** What the back office knows the payment by. */
async function referenceOrCharge(id: string): Promise<string> {
  const { gateway_transaction_id } = await shop.db.kysely
    .selectFrom('payment_transaction')
    .select('gateway_transaction_id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return gateway_transaction_id ?? referenceOf(id)
}
