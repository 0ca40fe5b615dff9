import { beforeEach, expect } from 'vitest'
import { confirmReservation } from '#contract/booking.ts'
import { forceCheck, initPayment } from '#contract/payment-calls.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Shop } from '#server/catalog/context.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import { expireReservations } from '#server/checkout/reservation/hold/expire.ts'
import { distributeSeats } from '#server/order/waiting-list/distribute-seats.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import type { BuyerAct, ProviderFake } from '#tests/fakes/provider-fake.ts'
import { type Buyer, aBuyer } from '../../support/buyer/buyer.ts'
import { readyToPay, statusOf } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { reviewOf } from '../../support/payment/review-of.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'
import type { Subject } from './subjects.ts'

/** The stand-in of a subject, and how it is found. */
export type StandIn = {
  fake(options: {
    readonly notify: () => string
    readonly now: () => number
    readonly slowMs: number
  }): Promise<ProviderFake>
  environment(fake: ProviderFake): Readonly<Record<string, string>>
}

const SEATS = 200
export const TICKETS = 2

/** An order whose payment was begun, and what the provider calls it. */
export type StartedPayment = { readonly id: string; readonly reference: string }

type NewEvent = {
  readonly slug?: string
  readonly seats?: number
  readonly settings?: Readonly<Record<string, string>>
  /** How it can be paid besides. */
  readonly besides?: readonly PaymentProxy[]
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A provider of another method, for events that name it. */
async function otherProvider({ proxy }: Subject, options: Parameters<typeof paypalInTests>[0]) {
  if (proxy === 'PAYPAL') return null
  const fake = await paypalInTests(options)
  return { fake, environment: { PAYPAL_API_BASE: fake.url } }
}

/** A shop whose event is paid through one provider, or at the desk. */
export async function openWorld(subject: Subject, { fake: open, environment }: StandIn) {
  const clock = manualClock()
  let shopUrl = 'http://127.0.0.1:9'
  const fake = await open({ notify: () => shopUrl, now: () => clock.now(), slowMs: 200 })
  const other = await otherProvider(subject, { notify: () => shopUrl, now: () => clock.now() })
  const { url, apiKey, shop } = await testShop({ clock, environment: { ...environment(fake), ...other?.environment } })
  shopUrl = url
  const organiser = await anOrganiser(url, apiKey)
  const openEvent = ({ slug = 'alpine', seats = SEATS, settings = {}, besides = ['ON_SITE'] }: NewEvent = {}) => {
    const { tickets, ...file } = anEventFile(clock.now(), { slug, seats, settings: { ...fake.settings, ...settings } })
    return organiser.open({ ...file, tickets: { ...tickets, paymentMethods: [subject.proxy, ...besides] } })
  }
  const event = await openEvent()
  // What is found of one event is not by chance that of the only one.
  await openEvent({ slug: 'other' })
  const buyer = aBuyer(url)
  const start = clock.now()

  beforeEach(() => {
    clock.set(start)
    fake.misbehave('usual')
    fake.messages.automatic(false)
    fake.messages.drop()
    fake.office.refundsGo('usual')
  })

  const ready = (of = event) => readyToPay(buyer, of, { Conference: TICKETS })
  const pay = (id: string) =>
    buyer.ask(confirmReservation, { params: { reservationId: id }, query: { lang: 'en' }, body: formOf(subject) })
  const begin = (id: string) =>
    subject.kind === 'page'
      ? buyer.ask(initPayment, { body: {}, params: { reservationId: id, method: subject.method } })
      : pay(id)

  const readers = stateReaders({ shop, fake, buyer })
  const { referenceOf } = readers
  /** An order whose payment was begun; its reference there. */
  const startPayment = async (of = event) => {
    const id = await ready(of)
    expect((await begin(id)).status).toBe(200)
    return { id, reference: await referenceOf(id) }
  }
  const ask = (id: string) => buyer.ask(forceCheck, { params: { reservationId: id } })
  const comeBack = async (id: string) => {
    const back = fake.back?.(await referenceOf(id))
    const fixed = `${url}/event/${event}/reservation/${id}/payment/${subject.proxy.toLowerCase()}/return`
    return fetch(back === undefined ? fixed : await onwardFrom(back), { redirect: 'manual' })
  }
  /** Where the page leads on to, at which a buyer comes back. */
  const onwardFrom = async (back: string): Promise<string> => {
    const { pathname, search } = new URL(back)
    const page = await (await fetch(`${url}${pathname}${search}`)).text()
    const [, onward = ''] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(page) ?? []
    return `${url}${onward.replaceAll('&amp;', '&')}`
  }
  /**
   * What is left to do for the buyer after an act at the provider: where the money is taken by Pay, to come back and to press
   * it. With `isUnheard` the answer that the money was taken is lost.
   */
  const goOn = async (id: string, { isUnheard = false } = {}) => {
    if (!subject.takenByPay) return
    await comeBack(id)
    if (isUnheard) fake.misbehave('lost', { of: subject.takenByPay })
    await pay(id)
    if (isUnheard) fake.misbehave('usual')
  }
  /** What a buyer does with a payment, to its end. */
  const acts = async ({ id, reference }: StartedPayment, act: BuyerAct, how?: { readonly isUnheard: boolean }) => {
    await fake.buyer(reference, act)
    await goOn(id, how)
  }
  /** The buyer has the payment checked; true when that has confirmed the order. */
  const check = async (id: string): Promise<boolean> => {
    if (subject.isNeverPolled) {
      await comeBack(id)
      return (await statusOf(buyer, id)) === 'COMPLETE'
    }
    const { value } = await ask(id)
    return typeof value === 'object' && value !== null && 'success' in value && value.success === true
  }
  const later = async (milliseconds: number) => {
    clock.set(after(clock.now(), milliseconds))
    await checkPayments(shop)
    await sendRefunds(shop)
    await expireReservations(shop)
    await distributeSeats(shop)
  }
  return {
    url,
    subject,
    fake,
    /** The provider of the other tab; null where there is none. */
    other: other?.fake ?? null,
    shop,
    clock,
    organiser,
    buyer,
    event,
    openEvent,
    ready,
    pay,
    begin,
    startPayment,
    ask,
    comeBack,
    onwardFrom,
    goOn,
    acts,
    check,
    later,
    ...readers,
    /** The status of an order whose payment was begun. */
    startedStatus: subject.takenByPay ? 'PENDING' : 'EXTERNAL_PROCESSING_PAYMENT',
    /** Until the shop learns the state of a payment without a message. */
    untilChecked: subject.isNeverPolled ? minutes(200) : minutes(3),
  }
}

const formOf = ({ method, proxy }: Subject) => ({
  termAndConditionsAccepted: true,
  privacyPolicyAccepted: true,
  selectedPaymentMethod: method,
  paymentProxy: proxy,
  gatewayToken: null,
  captcha: null,
})

type WorldParts = { readonly shop: Shop; readonly fake: ProviderFake; readonly buyer: Buyer }

/** The state of payments: by our books, by the provider's, and by answers to the buyer. */
function stateReaders({ shop, fake, buyer }: WorldParts) {
  const paymentsOf = (id: string) =>
    shop.db.kysely
      .selectFrom('payment_transaction')
      .select(['id', 'status', 'reference', 'is_live', 'amount'])
      .select(reviewOf)
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
  const referenceOf = async (id: string): Promise<string> => {
    const reference = (await paymentsOf(id)).at(-1)?.reference
    if (!reference) throw new Error(`the provider has not named the payment of ${id}`)
    return reference
  }
  /** By the provider's books: what came in for an order, less what went back. */
  const balanceOf = async (id: string): Promise<bigint> => {
    const ids = (await paymentsOf(id)).map(payment => String(payment.id))
    return fake
      .books()
      .filter(({ transactionId }) => ids.includes(transactionId))
      .reduce((sum, { kind, amount }) => (kind === 'charge' ? sum + amount : sum - amount), 0n)
  }
  return {
    paymentsOf,
    referenceOf,
    balanceOf,
    expectPaidOnce: async (id: string) => {
      expect(await statusOf(buyer, id)).toBe('COMPLETE')
      const paid = (await paymentsOf(id)).filter(({ status }) => status === 'COMPLETE')
      expect(paid).toHaveLength(1)
      expect(await balanceOf(id)).toBe(paid[0]?.amount)
    },
    /** The order is gone, and no money of it is at the provider. */
    expectNothingLeft: async (id: string) => {
      expect(await statusOf(buyer, id)).toBeUndefined()
      expect(await balanceOf(id)).toBe(0n)
    },
  }
}
