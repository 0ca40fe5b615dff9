import { describe, expect, test } from 'vitest'
import { cancelReservation, confirmReservation } from '#contract/booking.ts'
import { discardPayment, initPayment } from '#contract/payment-calls.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { freePort } from '../../../tools/free-port.ts'
import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { CARD } from '#tests/fakes/stripe/cards.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import type { StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { PAY_BY, codesOf, infoOf, pay, statusOf } from '../../support/buyer/purchase.ts'
import { MOLLIE, PAYPAL, SAFERPAY, STRIPE, STRIPE_TOKEN, type Subject } from './subjects.ts'
import { type StandIn, openWorld } from './world.ts'

// A provider that can't be reached leaves the order as it was, with its other ways to pay open (lifecycle A.3.9).

/** No server listens there. */
const NOWHERE = `http://127.0.0.1:${await freePort()}`

let isAway = true
const at = (fake: ProviderFake) => (isAway ? NOWHERE : fake.url)

let stripe: StripeFake | undefined
const onStripe = (settings: Readonly<Record<string, string>>): StandIn => ({
  async fake(options) {
    stripe = await stripeInTests(options)
    return { ...stripe, settings: { ...stripe.settings, ...settings } }
  },
  environment: fake => ({ STRIPE_API_BASE: at(fake), STRIPE_JS_URL: stripe?.script ?? '' }),
})

const SUBJECTS: readonly (readonly [Subject, StandIn])[] = [
  [STRIPE, onStripe({})],
  [STRIPE_TOKEN, onStripe({ STRIPE_ENABLE_SCA: 'false' })],
  [PAYPAL, { fake: paypalInTests, environment: fake => ({ PAYPAL_API_BASE: at(fake) }) }],
  [MOLLIE, { fake: mollieInTests, environment: fake => ({ MOLLIE_API_BASE: at(fake) }) }],
  [SAFERPAY, { fake: saferpayInTests, environment: fake => ({ SAFERPAY_API_BASE: at(fake) }) }],
]

/** An event that is paid through the provider, or by bank transfer. */
async function openShop(subject: Subject, standIn: StandIn) {
  const world = await openWorld(subject, standIn)
  const { openEvent, buyer } = world
  const settings = { BANK_TRANSFER_ENABLED: 'true', BANK_ACCOUNT_NR: 'CH00', BANK_ACCOUNT_OWNER: 'The club' }
  const event = await openEvent({ slug: 'by-transfer', settings, besides: ['OFFLINE'] })
  const begin = (id: string) =>
    subject.kind === 'page'
      ? buyer.ask(initPayment, { body: {}, params: { reservationId: id, method: subject.method } })
      : buyer.ask(confirmReservation, {
          params: { reservationId: id },
          query: { lang: 'de' },
          body: {
            ...PAY_BY.PAYPAL,
            selectedPaymentMethod: subject.method,
            paymentProxy: subject.proxy,
            gatewayToken: subject === STRIPE_TOKEN ? (stripe?.token(CARD.pays) ?? null) : null,
            captcha: null,
          },
        })
  return { ...world, event, begin, ready: () => world.ready(event) }
}

const AWAY = 'error.STEP_2_PAYMENT_PROCESSING_ERROR'

for (const [subject, standIn] of SUBJECTS) {
  isAway = true
  const { buyer, begin, ready } = await openShop(subject, standIn)

  describe(`${subject.name}, whose server can't be reached`, () => {
    test('Pay is refused with the reason, and the order is open as before', async () => {
      const id = await ready()
      const { validity } = await infoOf(buyer, id)
      const refused = await begin(id)
      expect([refused.status, codesOf(refused)]).toEqual([422, [AWAY]])
      expect(JSON.stringify(refused.value)).toMatch(/can’t be reached just now|gerade nicht erreichbar/)
      expect(await infoOf(buyer, id)).toMatchObject({ status: 'PENDING', validity })
      expect((await begin(id)).status).toBe(422)
    })

    test('every other way to pay is open', async () => {
      const id = await ready()
      await begin(id)
      expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
      expect(await statusOf(buyer, id)).toBe('OFFLINE_PAYMENT')
    })

    test('nothing is left to be given up, and the order can be cancelled', async () => {
      const id = await ready()
      await begin(id)
      expect((await buyer.ask(discardPayment, { params: { reservationId: id } })).value).toBe(false)
      expect((await buyer.ask(cancelReservation, { params: { reservationId: id } })).value).toBe(true)
      expect(await statusOf(buyer, id)).toBeUndefined()
    })
  })
}

for (const [subject, standIn] of SUBJECTS) {
  isAway = false
  const { buyer, begin, ready, fake, startedStatus, later, expectNothingLeft } = await openShop(subject, standIn)

  describe(`${subject.name}, in trouble`, () => {
    test('busy: nothing is begun, and the order is open as before', async () => {
      const id = await ready()
      const { validity } = await infoOf(buyer, id)
      fake.misbehave('busy')
      const refused = await begin(id)
      fake.misbehave('usual')
      expect([refused.status, codesOf(refused)]).toEqual([422, [AWAY]])
      expect(await infoOf(buyer, id)).toMatchObject({ status: 'PENDING', validity })
      expect((await begin(id)).status).toBe(200)
    })

    test('an answer that is lost is asked for again at once', async () => {
      const id = await ready()
      fake.misbehave('lost', { count: 1, of: /^POST (?!.*token)/ })
      expect((await begin(id)).status).toBe(200)
      expect(await statusOf(buyer, id)).toBe(subject === STRIPE_TOKEN ? 'COMPLETE' : startedStatus)
      expect(fake.violations()).toEqual([])
    })

    /** Begins a payment while the provider carries out requests and its answers are lost. */
    const beginUnanswered = async () => {
      const id = await ready()
      fake.misbehave('lost', { of: /^POST (?!.*token)/ })
      const answer = await begin(id)
      fake.misbehave('usual')
      return { id, answer }
    }

    test.runIf(subject.takenByPay !== undefined)(
      'one that says nothing again and again leaves open what the buyer still has to agree to',
      async () => {
        const { id, answer } = await beginUnanswered()
        expect([answer.status, codesOf(answer)]).toEqual([422, [AWAY]])
        expect(await statusOf(buyer, id)).toBe('PENDING')
      },
    )

    test.runIf(subject.takenByPay === undefined)('one that says nothing again and again is waited for', async () => {
      const { id, answer } = await beginUnanswered()
      expect(answer.status).toBe(200)
      expect(await statusOf(buyer, id)).toBe(subject === STRIPE_TOKEN ? 'IN_PAYMENT' : 'EXTERNAL_PROCESSING_PAYMENT')
      expect(answer.value).toMatchObject(subject.kind === 'page' ? { reservationStatusChanged: true } : {})
      expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(422)
      const { value } = await buyer.ask(cancelReservation, { params: { reservationId: id } })
      expect(value).toBe(false)
      await later(minutes(3))
      await (subject === STRIPE_TOKEN ? expectCharged(id) : expectEnded(id))
    })

    const expectCharged = async (id: string) => expect(await statusOf(buyer, id)).toBe('COMPLETE')

    /** The provider never says more: the order ends by itself. */
    const expectEnded = async (id: string) => {
      for (const wait of [minutes(200), minutes(200)]) await later(wait)
      await expectNothingLeft(id)
    }
  })
}
