import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { sendRefunds } from '#server/payment/pay/online/send-refunds.ts'
import { checkPayments } from '#server/payment/pay/online/check-payment.ts'
import type { Aftermath, Booking } from '#server/providers/port/online.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { openProviders } from '#server/providers/registry/registry.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aTestProvider } from '#tests/fakes/payment-provider.ts'
import { aBuyer } from '../buyer/buyer.ts'
import { PAY_BY, pay, readyToPay } from '../buyer/purchase.ts'
import { anOrganiser } from '../organiser/organiser.ts'
import { manualClock } from '../shop/manual-clock.ts'
import { testShop } from '../shop/test-shop.ts'
import { reviewOf } from './review-of.ts'

/** A shop whose event is paid through a provider of the tests, by bank transfer and at the desk. */
export async function onlineShop({ seats = 100, isStartedByPage = false } = {}) {
  const clock = manualClock()
  const { provider, service } = await aTestProvider({ isStartedByPage })
  const later = whatComesLater()
  const online = provider.online && { ...provider.online, ...later.ways }
  const running = await testShop({ clock, providers: [{ ...provider, ...(online && { online }) }, ...offlineOnly] })
  const { url, apiKey, shop } = running
  const organiser = await anOrganiser(url, apiKey)
  const buyer = aBuyer(url)
  const { tickets, ...file } = anEventFile(clock.now(), { seats })
  const event = await organiser.open({ ...file, tickets: { ...tickets, paymentMethods: ['PAYPAL'] } })
  // A second event, so that a result for one event is not by chance that of the only one.
  await organiser.open({ ...anEventFile(clock.now()), slug: 'other' })

  const orderReady = async (): Promise<ReservationId> => {
    const id = reservationId(await readyToPay(buyer, event, { Conference: 2 }))
    if (!id) throw new Error('no id')
    return id
  }
  return {
    ...running,
    clock,
    service: { ...service, reports: later.reports, books: later.books, bookedBy: later.bookedBy },
    organiser,
    buyer,
    event,
    orderReady,
    payOnline: (id: string) => pay(buyer, id, PAY_BY.PAYPAL),
    /** The provider sends a message about an order, to have the shop look. */
    message: async (id: string): Promise<void> => {
      const headers = { 'x-signature': 'good' }
      const body = crypto.randomUUID()
      const answer = await fetch(`${url}/api/payment/webhook/test/${id}`, { method: 'POST', headers, body })
      if (answer.status !== 200) throw new Error(`the message was answered ${answer.status}`)
    },
    /** The rows of an order's payments, gone or not, oldest first. */
    paymentsOf: (id: string) =>
      shop.db.kysely
        .selectFrom('payment_transaction')
        .select(['id', 'status', 'amount', 'currency', 'gateway_transaction_id as gateway', 'metadata', 'next_look_at'])
        .select(['reservation_id', 'is_live', 'buyer', 'reference'])
        .select(reviewOf)
        .where('order_id', '=', id)
        .orderBy('id')
        .execute(),
    attemptsOf: (id: string) =>
      shop.db.kysely
        .selectFrom('payment_attempt')
        .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
        .select(['step', 'idempotency_key as key', 'outcome', 'request', 'sends'])
        .where('order_id', '=', id)
        .orderBy('payment_attempt.id')
        .execute(),
    refundsOf: (id: string) =>
      shop.db.kysely
        .selectFrom('payment_refund')
        .innerJoin('payment_transaction', 'payment_transaction.id', 'transaction_id')
        .select(['payment_refund.amount', 'origin', 'payment_refund.status', 'failure', 'sends'])
        .where('order_id', '=', id)
        .orderBy('payment_refund.id')
        .execute(),
    /** Moves the clock on by so much and does the checks that are due by then. */
    afterwards: async (milliseconds: number): Promise<Instant> => {
      clock.set(after(clock.now(), milliseconds))
      await checkPayments(shop)
      await sendRefunds(shop)
      return clock.now()
    },
    /** Long enough for every hold and every time of grace to be over. */
    aLongTime: minutes(200),
  }
}

/** Bank transfer and the desk. */
const { providers: addresses } = readConfig({ defaultDataFolder: '/nowhere' })
const offlineOnly = (await openProviders(addresses)).filter(({ online }) => !online)

/** What the provider reports of settled payments, and of its days; nothing, unless a test sets it. */
function whatComesLater() {
  let aftermath: Aftermath = { fee: null, refunds: [], disputes: [] }
  let bookings: readonly Booking[] | 'down' = []
  let listener = (_from: number): void => {}
  const booked = async ({ from }: { readonly from: number }): Promise<readonly Booking[]> => {
    listener(from)
    if (bookings === 'down') throw new Error('no reply')
    return bookings
  }
  return {
    ways: { follow: async () => aftermath, bookings: booked },
    reports: (reported: Aftermath): void => {
      aftermath = reported
    },
    books: (reported: readonly Booking[] | 'down'): void => {
      bookings = reported
    },
    /** Calls `onDay` for each day that the shop asks for. */
    bookedBy: (onDay: (from: number) => void): void => {
      listener = onDay
    },
  }
}
