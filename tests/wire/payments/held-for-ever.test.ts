import { describe, expect, test } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { extendReservation } from '#contract/own.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { applyCode, removeCode } from '#contract/pass-use.ts'
import { discardPayment } from '#contract/payment-calls.ts'
import { after, hours, minutes } from '#domain/foundation/instant.ts'
import { storeBoughtPass, storePassOf } from '#tests/builders/bought-passes.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import type { StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import {
  PAY_BY,
  categoryIds,
  codesOf,
  filledIn,
  infoOf,
  pay,
  selection,
  sendDetails,
  statusOf,
} from '../../support/buyer/purchase.ts'
import { isLongRun } from '../../support/run/repetitions.ts'
import { MOLLIE, PAYPAL, SAFERPAY, STRIPE, STRIPE_TOKEN, type Subject } from './subjects.ts'
import { TICKETS, type StandIn, type World, openWorld } from './world.ts'

// No buyer holds seats for ever without paying: nothing moves an order past its latest moment (lifecycle A.3.9).

let stripe: StripeFake | undefined
const onStripe = (settings: Readonly<Record<string, string>>): StandIn => ({
  async fake(options) {
    stripe = await stripeInTests(options)
    return { ...stripe, settings: { ...stripe.settings, ...settings } }
  },
  environment: () => ({ STRIPE_API_BASE: stripe?.url ?? '', STRIPE_JS_URL: stripe?.script ?? '' }),
})

type Tried = {
  readonly subject: Subject
  readonly standIn: StandIn
  /** How long one of its payments may be under way, in minutes. */
  readonly window: number
  /** Its payments can't be cancelled: one that is begun is waited for. */
  readonly isWaitedFor?: true
}

const TRIED: readonly Tried[] = [
  { subject: STRIPE, window: 30, standIn: onStripe({}) },
  { subject: STRIPE_TOKEN, window: 0, standIn: onStripe({ STRIPE_ENABLE_SCA: 'false' }) },
  {
    subject: PAYPAL,
    window: 15,
    standIn: { fake: paypalInTests, environment: fake => ({ PAYPAL_API_BASE: fake.url }) },
  },
  {
    subject: MOLLIE,
    window: 65,
    isWaitedFor: true,
    standIn: { fake: mollieInTests, environment: fake => ({ MOLLIE_API_BASE: fake.url }) },
  },
  {
    subject: SAFERPAY,
    window: 60,
    isWaitedFor: true,
    standIn: { fake: saferpayInTests, environment: fake => ({ SAFERPAY_API_BASE: fake.url }) },
  },
]

/** The defaults of the settings. */
const TIMEOUT = 25
const EXTENSIONS = 2 * 10
const AFTER_PAYMENT = 10
const PAYPAL_WINDOW = 15

/** Between two acts, in minutes. */
const STEP = 14
/** Seats come back so long after the end of the hold, and at the next act. */
const GRACE = 10
const TRIED_FOR = hours(26)
/** A step of minutes that no job misses. */
const SOON = 4

/** The order from then on, where it is another one. */
type Attack = (world: World, id: string, round: number) => Promise<string | void>

const beginAgain: Attack = async ({ subject, begin, buyer, fake }, id) => {
  if (subject !== STRIPE_TOKEN) return void (await begin(id))
  const body = {
    ...PAY_BY.PAYPAL,
    paymentProxy: 'STRIPE' as const,
    selectedPaymentMethod: 'CREDIT_CARD',
    gatewayToken: stripe?.token(CARD.declined) ?? '',
    captcha: null,
  }
  await buyer.ask(confirmReservation, { params: { reservationId: id }, query: { lang: 'en' }, body })
  fake.messages.drop()
}

const giveUp: Attack = async ({ buyer, comeBack, subject }, id) => {
  if (subject.takenByPay) await comeBack(id).catch(() => undefined)
  await buyer.ask(discardPayment, { params: { reservationId: id } })
}

const beDeclined: Attack = async ({ paymentsOf, fake, goOn, subject }, id) => {
  const payment = (await paymentsOf(id)).at(-1)
  if (!payment?.reference || payment.status !== 'PENDING' || subject === STRIPE_TOKEN) return
  await fake.buyer(payment.reference, 'decline').catch(() => undefined)
  await goOn(id).catch(() => undefined)
  await fake.messages.deliver()
}

const askForTime: Attack = async ({ buyer }, id) => {
  await buyer.ask(extendReservation, { params: { reservationId: id } })
}

const payOtherwise: Attack = async (world, id, round) => {
  await giveUp(world, id, round)
  if (round % 2 === 0) await beginAgain(world, id, round)
  else await pay(world.buyer, id, PAY_BY.PAYPAL)
}

const inTurn =
  (...attacks: readonly Attack[]): Attack =>
  async (world, id, round) => {
    let order = id
    for (const attack of attacks) order = (await attack(world, order, round)) ?? order
    return order
  }

/** Each attack by every provider in the long run; in `npm test` by every other one, so that each provider meets half of them. */
const isTried = (provider: number, attack: number): boolean => isLongRun() || (provider + attack) % 2 === 0

for (const [provider, { subject, standIn, window, isWaitedFor }] of TRIED.entries()) {
  const world = await openWorld(subject, standIn)
  const { clock, ready, later, buyer, shop, other, openEvent } = world
  const both = other ? await openEvent({ slug: 'both', settings: other.settings, besides: ['PAYPAL'] }) : world.event
  const pass = await storeBoughtPass(shop.db, await storePassOf(shop.db, both), { maxEntries: 1 })
  const changePass: Attack = async (_, id) => {
    await buyer.ask(applyCode, {
      params: { reservationId: id },
      body: { code: pass, email: null, type: 'SUBSCRIPTION' },
    })
    await buyer.ask(removeCode, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
  }
  const changePassWhilePaying: Attack = async (one, id, round) => {
    await buyer.ask(applyCode, {
      params: { reservationId: id },
      body: { code: pass, email: null, type: 'SUBSCRIPTION' },
    })
    await beginAgain(one, id, round)
    await giveUp(one, id, round)
    await buyer.ask(removeCode, { params: { reservationId: id }, query: { type: 'SUBSCRIPTION' } })
    await beginAgain(one, id, round)
  }

  const chooseAgain: Attack = async (_, id) => {
    const body = { ...selection(await categoryIds(buyer, both), { Conference: TICKETS }), replaces: id }
    const { status, value } = await buyer.ask(reserveTickets, {
      params: { shortName: both },
      query: { lang: 'en' },
      body,
    })
    if (status !== 200 || typeof value !== 'object' || value === null || !('value' in value)) return undefined
    const order = String(value.value)
    await sendDetails(buyer, order, filledIn(await infoOf(buyer, order)))
    return order
  }

  const ATTACKS: readonly (readonly [string, Attack])[] = [
    ['presses Pay again and again', beginAgain],
    ['gives up and begins again', inTurn(giveUp, beginAgain)],
    ['is declined and begins again', inTurn(beginAgain, beDeclined)],
    ['asks for more time besides', inTurn(askForTime, giveUp, beginAgain)],
    ['pays by another provider each time', payOtherwise],
    ['applies a pass and takes it off', inTurn(giveUp, changePass, beginAgain)],
    ['begins with a pass and without', changePassWhilePaying],
    ['chooses again each time', inTurn(giveUp, chooseAgain, beginAgain)],
    ['does all of it', inTurn(askForTime, chooseAgain, giveUp, changePass, payOtherwise, beDeclined)],
  ]

  describe(`${subject.name}`, () => {
    const start = clock.now()
    const longest = other ? Math.max(window, PAYPAL_WINDOW) : window
    const latest = TIMEOUT + EXTENSIONS + longest + AFTER_PAYMENT
    const atMost = latest + GRACE + STEP + (isWaitedFor ? window + STEP : 0)

    test.each(ATTACKS.filter((_, attack) => isTried(provider, attack)))(
      `a buyer who %s holds the seats for ${atMost} minutes at most`,
      async (_, attack) => {
        let id = await ready(both)
        const since = clock.now()
        for (let round = 0; clock.now() - since < TRIED_FOR; round += 1) {
          if ((await statusOf(buyer, id)) === undefined) break
          id = (await attack(world, id, round)) ?? id
          await later(minutes(STEP))
        }
        const held = (clock.now() - since) / minutes(1)
        expect(held).toBeLessThanOrEqual(atMost)
        expect(held).toBeGreaterThan(TIMEOUT)
      },
    )

    test('after the latest moment no payment is begun, and the buyer reads to choose once more', async () => {
      const id = await ready(both)
      await beginAgain(world, id, 0)
      for (let minute = STEP; minute < latest; minute += STEP) {
        clock.set(after(start, minutes(minute)))
        await giveUp(world, id, 0)
        await askForTime(world, id, 0)
        await beginAgain(world, id, 0)
      }
      clock.set(after(start, minutes(latest)))
      const refused = await pay(buyer, id, {
        ...PAY_BY.PAYPAL,
        paymentProxy: subject.proxy,
        selectedPaymentMethod: subject.method,
      })
      expect(refused.status).toBe(422)
      expect(codesOf(refused)).toContain('error.STEP_2_ORDER_HAS_EXPIRED')
    })

    test('a payment that gets its first answer late holds the seats until the latest moment', async () => {
      const id = await ready(both)
      const since = clock.now()
      clock.set(after(since, minutes(TIMEOUT - 1)))
      world.fake.misbehave('nonsense')
      await beginAgain(world, id, 0)
      // Payments are checked at least once an hour, and the last time when the hold ends.
      for (let minute = TIMEOUT; minute < latest && (await statusOf(buyer, id)); minute += SOON) {
        if (minute > latest - AFTER_PAYMENT) world.fake.misbehave('usual')
        await later(minutes(SOON))
      }
      world.fake.misbehave('usual')
      for (let left = GRACE + 2 * SOON; left > 0 && (await statusOf(buyer, id)); left -= SOON)
        await later(minutes(SOON))
      expect(await statusOf(buyer, id)).toBeUndefined()
    })
  })
}
