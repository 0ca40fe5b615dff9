import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { HeldAnswers } from './held-answers.ts'

/**
 * What every fake of a payment provider can do: the contract suite, the simulation, journeys and development drive all of
 * them by this. A fake is an HTTP server that holds each request against what the provider documents.
 */
export type ProviderFake = {
  readonly proxy: PaymentProxy
  /** Where its interface is, for the variable that points the shop to it. */
  readonly url: string
  /** The settings of an organiser who uses it, by their keys. */
  readonly settings: Readonly<Record<string, string>>
  /** Its own books: every movement of money, oldest first. */
  books(): readonly FakeBooking[]
  /** What requests have broken of the documented rules so far; such a request was refused as the provider would. */
  violations(): readonly string[]
  /** Its answers and messages, held against what the vendor documents; what one lacks is a violation, too. */
  readonly answers: Pick<HeldAnswers, 'incomplete' | 'unseen'>
  /** Requests received so far, as `POST /v2/payments`. */
  requests(): readonly string[]
  /** The next calls go wrong; `usual` ends that. */
  misbehave(mood: Mood, calls?: { readonly count?: number; readonly of?: RegExp }): void
  /** What a buyer does with a payment that was begun, as if on the provider's page; `reference` as the shop stores it. */
  buyer(reference: string, act: BuyerAct): Promise<void>
  /** Where the buyer is sent after what was done last; left out where the shop does not use it. */
  back?(reference: string): string
  /** What people do in the provider's back office, and what happens to money later. */
  readonly office: Office
  readonly messages: Messages
  /** Its time goes on: keys, tokens and payments grow old. */
  passes(milliseconds: number): void
  close(): Promise<void>
}

export type FakeBooking = {
  readonly kind: 'charge' | 'refund' | 'dispute'
  /** The shop's own id of the transaction, which the provider was given. */
  readonly transactionId: string
  /** Minor units. */
  readonly amount: bigint
  readonly currency: string
}

/**
 * `down`: 503, of Mollie 500, because its 503 says that nothing was done. `slow`: an answer after `slowMs`. `nonsense`: 200 with HTML. `lost`: carried out, and the connection ends
 * before the answer. `unreachable`: the connection ends before anything was done. `busy`: 429.
 */
export type Mood = 'usual' | 'down' | 'slow' | 'nonsense' | 'lost' | 'unreachable' | 'busy'

/**
 * `pay-later`: the provider works on it (`office.settle` or `office.fail` ends that). `authenticate-and-fail`: the bank's
 * check fails. Acts that a provider doesn't know reject.
 */
export type BuyerAct =
  | 'pay'
  | 'pay-later'
  | 'decline'
  | 'decline-funds'
  | 'decline-stolen'
  | 'authenticate-and-fail'
  | 'cancel'
  | 'abandon'

export type Office = {
  /** A payment in process succeeds, or fails. */
  settle(reference: string): Promise<void>
  fail(reference: string): Promise<void>
  /** The provider ends the payment by itself. */
  cancel(reference: string): Promise<void>
  /** A refund without the shop; `amount` in minor units, all of it without. */
  refund(reference: string, amount?: bigint): Promise<void>
  /** Refunds from now on: done at once, done later, accepted and failing later, refused. */
  refundsGo(how: 'usual' | 'pending' | 'fail-later' | 'refused'): void
  /** Refunds that are pending, or were accepted and fail later, come to their end. */
  endRefunds(): Promise<void>
  dispute(reference: string, state: 'open' | 'won' | 'lost'): Promise<void>
  /** Answers state another sum, currency or mode of the payment from now on. */
  falsify(reference: string, what: 'amount' | 'currency' | 'mode'): void
}

/** What the provider sends to the shop by itself. It is kept until it is delivered, unless `automatic`. */
export type Messages = {
  /** Delivered as they come up, as the provider would; off at first. */
  automatic(isOn: boolean): void
  waiting(): number
  /** Delivers all that wait, in this order; `twice`: each of them two times. Answers the statuses the shop has given. */
  deliver(how?: 'in-order' | 'reversed' | 'twice'): Promise<readonly number[]>
  /** Delivers what was refused or failed before again, as by the button in the provider's back office. */
  redeliver(): Promise<readonly number[]>
  /** Discards what waits, undelivered. */
  drop(): void
  /** The same from a stranger: without the provider's secret. Answers the status. */
  forge(reference: string): Promise<number>
}
