import { beforeEach, describe, expect, test } from 'vitest'
import { cancelReservation } from '#contract/booking.ts'
import { forceCheck, initPayment } from '#contract/payment-calls.ts'
import { after, minutes } from '#domain/instant.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'
import { confirmReservation } from '#contract/booking.ts'
import { giveMoneyBack } from '#server/payment/online/give-money-back.ts'
import { lookIntoPayments } from '#server/payment/online/look-into.ts'
import { expireReservations } from '#server/reservation/hold/expire.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import { aBuyer } from '../../support/buyer/buyer.ts'
import { readyToPay, statusOf } from '../../support/buyer/purchase.ts'
import { expectConsistentData, stockCountsOf } from '../../support/database/consistency.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { standingClock } from '../../support/shop/standing-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

/** A provider, and how its payments are made, for the suite that every provider passes. */
export type ProviderUnderTest = {
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  /** `page`: begun by the page and confirmed once it is paid. `redirect`: Pay leads to the provider. */
  readonly kind: 'page' | 'redirect'
  /** A payment that was refused can't be paid any more: trying again is another payment. */
  readonly isOverOnceRefused?: true
  fake(options: { readonly notify: () => string; readonly now: () => number }): Promise<ProviderFake>
  environment(fake: ProviderFake): Readonly<Record<string, string>>
}

const TOTAL_OF_TWO = 2

/** What every provider has to pass, over the wire and against its stand-in; the stand-in's books say where the money is. */
export async function providerSuite(subject: ProviderUnderTest): Promise<void> {
  const clock = standingClock()
  let shopUrl = 'http://127.0.0.1:9'
  const fake = await subject.fake({ notify: () => shopUrl, now: () => clock.now() })
  const { url, apiKey, shop } = await testShop({ clock, environment: subject.environment(fake) })
  shopUrl = url
  const organiser = await anOrganiser(url, apiKey)
  const { tickets, ...file } = anEventFile(clock.now(), { seats: 200, settings: { ...fake.settings } })
  const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: [subject.proxy] } })
  // What is found of one event is not by chance that of the only one.
  await organiser.open({ ...anEventFile(clock.now()), slug: 'other' })
  const buyer = aBuyer(url)
  const start = clock.now()

  beforeEach(() => {
    clock.set(start)
    fake.misbehave('usual')
    fake.messages.automatic(false)
    fake.messages.drop()
    fake.office.refundsGo('usual')
  })

  const ready = () => readyToPay(buyer, event, { Conference: TOTAL_OF_TWO })
  const form = {
    termAndConditionsAccepted: true,
    privacyPolicyAccepted: true,
    selectedPaymentMethod: subject.method,
    paymentProxy: subject.proxy,
    gatewayToken: null,
    captcha: null,
  }
  const pay = (id: string) =>
    buyer.ask(confirmReservation, { params: { reservationId: id }, query: { lang: 'en' }, body: form })
  const begin = (id: string) =>
    subject.kind === 'page'
      ? buyer.ask(initPayment, { params: { reservationId: id, method: subject.method } })
      : pay(id)

  const paymentsOf = (id: string) =>
    shop.db.kysely
      .selectFrom('payment_transaction')
      .select(['id', 'status', 'reference', 'is_live', 'review', 'amount'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
  const referenceOf = async (id: string): Promise<string> => {
    const reference = (await paymentsOf(id)).at(-1)?.reference
    if (!reference) throw new Error(`the provider has not told what it calls the payment of ${id}`)
    return reference
  }
  /** An order whose payment was begun; its reference there. */
  const begun = async () => {
    const id = await ready()
    expect((await begin(id)).status).toBe(200)
    return { id, reference: await referenceOf(id) }
  }
  const check = (id: string) => buyer.ask(forceCheck, { params: { reservationId: id } })
  const later = async (milliseconds: number) => {
    clock.set(after(clock.now(), milliseconds))
    await lookIntoPayments(shop)
    await giveMoneyBack(shop)
    await expireReservations(shop)
  }
  /** By the provider's books: what came in for an order, less what went back. */
  const balanceOf = async (id: string): Promise<bigint> => {
    const ids = (await paymentsOf(id)).map(payment => String(payment.id))
    return fake
      .books()
      .filter(({ transactionId }) => ids.includes(transactionId))
      .reduce((sum, { kind, amount }) => (kind === 'charge' ? sum + amount : sum - amount), 0n)
  }
  const expectPaidOnce = async (id: string) => {
    expect(await statusOf(buyer, id)).toBe('COMPLETE')
    const paid = (await paymentsOf(id)).filter(({ status }) => status === 'COMPLETE')
    expect(paid).toHaveLength(1)
    expect(await balanceOf(id)).toBe(paid[0]?.amount)
  }

  describe('paying', () => {
    test('with its message', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      expect(await fake.messages.deliver()).not.toEqual([])
      await expectPaidOnce(id)
      expect((await pay(id)).status).toBe(200)
    })

    test('without any message, when the buyer has it asked', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      fake.messages.drop()
      expect((await check(id)).value).toMatchObject({ success: true })
      await expectPaidOnce(id)
    })

    test('without any message, and a buyer who never comes back', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      fake.messages.drop()
      await later(minutes(3))
      await expectPaidOnce(id)
    })

    test.each(['twice', 'reversed'] as const)('with messages %s', async how => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      for (const status of await fake.messages.deliver(how)) expect(status).toBe(200)
      await expectPaidOnce(id)
    })

    test('with a forged message first: nothing comes of it', async () => {
      const { id, reference } = await begun()
      expect(await fake.messages.forge(reference)).toBeLessThan(500)
      expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
      await fake.buyer(reference, 'pay')
      await fake.messages.deliver()
      await expectPaidOnce(id)
    })

    test('begun ten times at once is one payment', async () => {
      const id = await ready()
      await Promise.all(Array.from({ length: 10 }, () => begin(id)))
      await fake.buyer(await referenceOf(id), 'pay')
      await fake.messages.deliver()
      await expectPaidOnce(id)
      expect(await paymentsOf(id)).toHaveLength(1)
    })

    test('asked about ten times at once is confirmed once', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      await Promise.all([...Array.from({ length: 10 }, () => check(id)), fake.messages.deliver()])
      await expectPaidOnce(id)
    })
  })

  describe('a refusal', () => {
    test.each(['decline', 'decline-funds', 'decline-stolen', 'authenticate-and-fail'] as const)(
      'by %s, then paid',
      async act => {
        const { id, reference } = await begun()
        await fake.buyer(reference, act)
        await fake.messages.deliver()
        expect(await statusOf(buyer, id)).toBe('PENDING')
        expect((await begin(id)).status).toBe(200)
        await fake.buyer(await referenceOf(id), 'pay')
        await fake.messages.deliver()
        await expectPaidOnce(id)
      },
    )

    test('and nobody tries again: ended at the provider, then given back', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'decline')
      await fake.messages.deliver()
      await later(minutes(200))
      await later(minutes(1))
      expect(await statusOf(buyer, id)).toBeUndefined()
      expect(await balanceOf(id)).toBe(0n)
    })
  })

  describe('a buyer who goes away', () => {
    test('has the payment ended, then loses the seats', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'abandon')
      await later(minutes(200))
      await later(minutes(30))
      expect(await statusOf(buyer, id)).toBeUndefined()
      expect(await balanceOf(id)).toBe(0n)
    })

    test('and whose payment is still worked on keeps the seats', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay-later')
      await later(minutes(200))
      expect(await statusOf(buyer, id)).toBe('WAITING_EXTERNAL_CONFIRMATION')
      await fake.office.settle(reference)
      await later(minutes(200))
      await expectPaidOnce(id)
    })

    test('and whose payment fails later loses them', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay-later')
      await later(minutes(5))
      await fake.office.fail(reference)
      await later(minutes(200))
      await later(minutes(200))
      expect(await statusOf(buyer, id)).toBeUndefined()
      expect(await balanceOf(id)).toBe(0n)
    })
  })

  describe('money that no order can take', () => {
    test('goes back when the tickets were given back meanwhile', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'decline')
      await fake.messages.deliver()
      await buyer.expect(cancelReservation, 200, { params: { reservationId: id } })
      const isPaid = await fake.buyer(reference, 'pay').then(
        () => true,
        () => false,
      )
      expect(isPaid).toBe(subject.isOverOnceRefused !== true)
      await later(minutes(3))
      await later(minutes(3))
      expect(await balanceOf(id)).toBe(0n)
    })

    test.each(['amount', 'currency', 'mode'] as const)(
      'is looked at by a person when the %s is another',
      async what => {
        const { id, reference } = await begun()
        await fake.buyer(reference, 'pay')
        fake.office.falsify(reference, what)
        await check(id)
        expect(await statusOf(buyer, id)).toBe('STUCK')
        expect((await paymentsOf(id)).some(({ review }) => review !== null)).toBe(true)
      },
    )
  })

  describe('a provider', () => {
    test.each(['down', 'nonsense', 'unreachable', 'lost', 'busy'] as const)(
      'that is %s when a payment begins: begun once, or not at all',
      async mood => {
        const id = await ready()
        fake.misbehave(mood, { count: 1 })
        await begin(id)
        fake.misbehave('usual')
        await later(minutes(3))
        await begin(id)
        await fake.buyer(await referenceOf(id), 'pay')
        await check(id)
        await expectPaidOnce(id)
      },
    )

    test('that is down while it is asked says nothing', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      fake.misbehave('down')
      expect((await check(id)).value).toMatchObject({ success: false, failure: false })
      expect(await statusOf(buyer, id)).toBe('EXTERNAL_PROCESSING_PAYMENT')
      fake.misbehave('usual')
      await later(minutes(3))
      await expectPaidOnce(id)
    })

    test('that ends the payment by itself: the buyer may try again', async () => {
      const { id, reference } = await begun()
      await fake.office.cancel(reference)
      await check(id)
      expect(await statusOf(buyer, id)).toBe('PENDING')
      expect((await begin(id)).status).toBe(200)
      await fake.buyer(await referenceOf(id), 'pay')
      await fake.messages.deliver()
      await expectPaidOnce(id)
    })
  })

  describe('afterwards', () => {
    const refundsOf = (id: string) =>
      shop.db.kysely
        .selectFrom('payment_refund')
        .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
        .select(['origin', 'payment_refund.status', 'payment_refund.amount'])
        .where('order_id', '=', id)
        .execute()

    test('a refund in the back office is noted, once', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      await fake.messages.deliver()
      await fake.office.refund(reference, 100n)
      await fake.messages.deliver('twice')
      expect(await refundsOf(id)).toEqual([{ origin: 'PROVIDER', status: 'DONE', amount: 100n }])
    })

    test('a dispute is noted, and a person is to look at it', async () => {
      const { id, reference } = await begun()
      await fake.buyer(reference, 'pay')
      await fake.messages.deliver()
      await fake.office.dispute(reference, 'open')
      await fake.messages.deliver()
      expect((await paymentsOf(id)).map(({ review }) => review)).toEqual(['the buyer disputes it at the bank'])
      expect(await statusOf(buyer, id)).toBe('COMPLETE')
    })
  })

  test('nothing was asked that the provider’s documents do not allow, and the data are consistent', async () => {
    expect(fake.violations()).toEqual([])
    const { held, sold } = await stockCountsOf(shop.db, event)
    await expectConsistentData(shop.db, event, { held, sold })
  })
}
