import { setTimeout as pause } from 'node:timers/promises'
import { getReservation } from '#contract/booking.ts'
import { getTicketCategories, type ItemsByCategory } from '#contract/event.ts'
import { type InitializedPayment, initPayment } from '#contract/payment-calls.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import { reserveTickets } from '#contract/reserve.ts'
import type { StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { type Buyer, type Reply, aBuyer } from '../buyer/buyer.ts'
import { CONSENT, codesOf, filledIn, pay, selection, sendDetails } from '../buyer/purchase.ts'

/** What all card buyers of a rush have met. */
export type CardTally = {
  /** Orders whose buyer got the answer that Pay has succeeded, and how many tickets each has. */
  readonly acknowledged: Map<string, number>
  /** Answers that no buyer can do anything with. */
  readonly strange: string[]
  /** Answers 503. */
  unavailable: number
  /** Answers that were lost on their way. */
  cutOff: number
}

export const newCardTally = (): CardTally => ({ acknowledged: new Map(), strange: [], unavailable: 0, cutOff: 0 })

type Rush = {
  readonly url: string
  readonly shortName: string
  readonly stripe: StripeFake
  readonly tally: CardTally
}

/** Longer than any trouble takes. */
const TRIES = 1200
const PAY_BY_CARD = { ...CONSENT, paymentProxy: 'STRIPE', selectedPaymentMethod: 'CREDIT_CARD' } as const

/** Buys by card, and goes on until the order is paid, whatever happens to the shop meanwhile. */
export async function buyByCard(rush: Rush, order: number): Promise<void> {
  const { url, shortName, stripe, tally } = rush
  const buyer = aBuyer(url)
  const tickets = 1 + (order % 3)
  const offer = await patiently(tally, () => buyer.ask(getTicketCategories, { params: { shortName } }))
  const { ticketCategories } = offer.value as ItemsByCategory
  const body = selection(new Map(ticketCategories.map(({ name, id }) => [name, id])), { Conference: tickets })
  const reserved = await patiently(tally, () =>
    buyer.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body }),
  )
  const reservationId = (reserved.value as { value: string }).value
  const params = { reservationId }
  const shown = await patiently(tally, () => buyer.ask(getReservation, { params }))
  await patiently(tally, () => sendDetails(buyer, reservationId, filledIn(shown.value as ReservationInfo)))
  await payByCard(buyer, { reservationId, stripe, tally })
  tally.acknowledged.set(reservationId, tickets)
}

type Paying = { readonly reservationId: string; readonly stripe: StripeFake; readonly tally: CardTally }

/** As the page does: it begins the payment, has the card charged, and presses Pay. */
async function payByCard(buyer: Buyer, { reservationId, stripe, tally }: Paying): Promise<void> {
  const params = { reservationId, method: 'CREDIT_CARD' }
  const started = await patiently(tally, () => buyer.ask(initPayment, { params, body: null }))
  const { clientSecret } = started.value as InitializedPayment
  const [reference] = clientSecret?.split('_secret') ?? []
  if (reference === undefined) throw new Error(`no payment was begun: ${JSON.stringify(started.value)}`)
  await stripe.buyer(reference, 'pay')
  await patiently(tally, () => pay(buyer, reservationId, PAY_BY_CARD))
}

async function patiently(tally: CardTally, ask: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const reply = await ask()
      if (reply.status === 200) return reply
      if (reply.status !== 503)
        throw new Refused(`${reply.status} ${codesOf(reply).join()} ${JSON.stringify(reply.value)}`)
      tally.unavailable += 1
      if (!reply.headers.has('retry-after')) tally.strange.push('503 that does not say when to come back')
    } catch (error) {
      if (!isCutOff(error)) throw error
      tally.cutOff += 1
    }
    await pause(100)
  }
  throw new Error('no buyer is asked to try again as often as that')
}

/** An answer that no purchase goes on with. */
class Refused extends Error {}

/** By the balancer's word, or in the middle of an answer. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (/ answered 502: /.test(error.message) || /fetch failed|terminated/.test(error.message))
