import type { Instant } from '#domain/foundation/instant.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { WhilePaying } from '#domain/order/reservation/states.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Addresses, Due, PaymentParameters, ProviderData, Settled } from './terms.ts'

/**
 * A provider that is asked by HTTP. Every function runs outside of any transaction, ends when `signal` says so, and never
 * says "no" for want of a reply: a rejection counts as `unknown`, which leaves everything as it is until the next look.
 */
export type Online<Settings> = {
  /** Sends the request of one step of a payment. Sent again with the same key it has the same effect. */
  call(attempt: Attempt<Settings>): Promise<CallOutcome>
  /**
   * How long one payment may be under way with its buyer at the provider, at most, in milliseconds: an order is held so much
   * longer for it (lifecycle A.3.9). 0 where it ends with the reply.
   */
  longestPaymentMs(settings: Settings): number
  /** The buyer pays on a page of the provider, and only the answer to `call` says which: without it no buyer can pay. */
  readonly isPaidOnItsPage?: true
  /** The state of the payment. Changes nothing at the provider. */
  read(payment: Payment<Settings> & { readonly why: CheckReason }): Promise<CallOutcome>
  /**
   * Takes money that is `authorized`. Repeated until it is known what became of it. Left out where money is taken at once.
   */
  capture?(attempt: Attempt<Settings>): Promise<CallOutcome>
  /** Has the provider take no money for this payment any more; releases money that is `authorized`. */
  cancel(attempt: Attempt<Settings>): Promise<CancelOutcome>
  /** Gives money of a settled payment back. */
  readonly refunds: Refunds<Settings>
  /** What has become of a settled payment since: refunds made elsewhere, disputes, the fee. Omitted if unknown. */
  follow?(payment: Payment<Settings>): Promise<Aftermath>
  /** Has the buyer agreed at the provider, so that Pay takes the money? Left out where there is no such step. */
  isAgreed?(data: ProviderData): boolean
  /** What the provider itself would offer for a sum, by its names. Asked every five minutes at most. */
  list?(query: ListQuery<Settings>): Promise<readonly string[]>
  /** What was charged and refunded on a day, by the provider's own books. */
  readonly bookings?: (query: DayQuery<Settings>) => Promise<readonly Booking[]>
  /** What is wrong with the settings, by a harmless call: one sentence each, without secrets; empty when all is well. */
  check(query: Query<Settings>): Promise<readonly string[]>
  readonly webhooks: readonly Webhook<Settings>[]
  /** Where the provider sends buyers back to; besides the pages of the order. */
  readonly returns: readonly Return[]
}

/**
 * The cause of the look. `return`: the buyer has come back from the provider. `message`: the provider has sent a
 * message. `timer`: its end was not reported for a while. `end`: the order waits no longer. `buyer`: the buyer asks, or
 * wants to go on with the payment. A provider that forbids to be asked again and again answers some of them from what it knows.
 */
export type CheckReason = 'return' | 'message' | 'timer' | 'end' | 'buyer'

/** Who asks, outside of any payment. */
export type Query<Settings> = {
  readonly settings: Settings
  readonly now: Instant
  readonly shop: string
  readonly signal: AbortSignal
}

export type ListQuery<Settings> = Query<Settings> & { readonly due: Due; readonly country: string | null }

/** A whole day of UTC. */
export type DayQuery<Settings> = Query<Settings> & { readonly from: Instant; readonly to: Instant }

/** A payment as it was begun. */
export type Payment<Settings> = {
  /** Ours, unique over the shop and for ever. */
  readonly transactionId: string
  readonly reservationId: ReservationId
  readonly shortId: string
  readonly amount: Minor
  readonly currency: Currency
  /** What the provider calls the payment; null before it has said so. */
  readonly reference: string | null
  /** What the provider has kept about it so far. */
  readonly data: ProviderData
  readonly settings: Settings
  readonly addresses: Addresses
  readonly startedAt: Instant
  /** When something that may have begun it was sent last; `startedAt` before anything was. */
  readonly lastSentAt: Instant
  readonly now: Instant
  readonly signal: AbortSignal
  /**
   * For a provider that forbids frequent checks: notes, before the request, that a check begins. False where the last one began
   * less than `pause` milliseconds ago, with or without a reply; of several at once one gets true.
   */
  beginCheck(pause: number): Promise<boolean>
}

export type Attempt<Settings> = Payment<Settings> & {
  /** `<transaction>-<step>-<number>`: the same for every repetition of this attempt. */
  readonly idempotencyKey: string
  /** How often it was sent before without a reply. */
  readonly repetition: number
  /** When it was sent first: keys of providers live for a while only. */
  readonly firstSentAt: Instant
  readonly request: ProviderData
}

/** What a provider says it has received. Sum and currency are compared with what is due. */
export type ReceivedMoney = {
  readonly amount: Minor
  readonly currency: string
  /** What appears on the provider's statements, such as the charge or the capture. */
  readonly gatewayTransactionId: string
  /** What the payment is called there. */
  readonly gatewayPaymentId: string | null
  /** What the provider keeps of it, in the currency of the payment; null while it is unknown. */
  readonly fee: Minor | null
}

/** What is known of the payment at the provider from now on. */
type Named = { readonly reference: string; readonly data: ProviderData }

export type CallOutcome =
  /** The money is there. */
  | (Settled & { readonly received: ReceivedMoney; readonly data: ProviderData })
  /** The money is reserved and not taken: `capture` takes it, `cancel` releases it. */
  | (Named & { readonly kind: 'authorized'; readonly received: ReceivedMoney })
  /** The buyer goes there, and comes back. The order is held until then, standing in `meanwhile`. */
  | (Named & {
      readonly kind: 'redirect'
      readonly url: string
      readonly until: Instant
      readonly meanwhile: WhilePaying
    })
  /** The page has to go on, with these parameters. */
  | (Named & { readonly kind: 'needs-browser'; readonly parameters: PaymentParameters; readonly until: Instant })
  /** The provider works on it, and will say so. */
  | { readonly kind: 'waiting'; readonly data: ProviderData }
  /**
   * It was not paid, and the buyer may try again: `code` is what the buyer reads, `message` the provider's own words in
   * the buyer's language where it allows to show them. With `isOver` the payment has ended; else the same payment can
   * still be paid, by the page with `parameters` where it is the page that pays.
   */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message?: string
      readonly isOver: boolean
      readonly parameters?: PaymentParameters
      /** What is known of it from now on; left out where that has not changed. */
      readonly data?: ProviderData
    }
  /**
   * It was not even asked for: no connection was made, or the provider was too busy to listen. Of a first sending alone, for
   * the one before a repetition may have arrived. `code` and `isOver` as of a refusal; the order remains as before.
   */
  | { readonly kind: 'unreached'; readonly code: string; readonly isOver: boolean; readonly reason: string }
  /** It has ended at the provider without money: the buyer went back, or its time is over. */
  | { readonly kind: 'cancelled' }
  /** It is not the payment that was begun: another one, or of the other of live and test mode. A person has to look at it. */
  | { readonly kind: 'mismatch'; readonly reason: string }
  /** No reply that says anything: the money may have been taken. Checked later. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** `not-now`: it may still be paid, so that its seats are kept; checked later. */
export type CancelOutcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-now'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

export type Refunds<Settings> = {
  /** False where a repetition could give the money back twice: what has no reply goes to a person. */
  readonly isRepeatable: boolean
  /**
   * By name: what of the data of a payment a refund needs, and what comes after a settled payment (`follow`). None of it may lead
   * to a person: it stays when the people of the order are erased (lifecycle L).
   */
  readonly needs: readonly string[]
  send(refund: RefundAttempt<Settings>): Promise<RefundOutcome>
  read(refund: RefundAttempt<Settings>): Promise<RefundOutcome>
}

/** A refund of a settled payment; `data` and `reference` of the payment are in `payment`. */
export type RefundAttempt<Settings> = {
  readonly payment: Payment<Settings>
  readonly amount: Minor
  readonly idempotencyKey: string
  readonly repetition: number
  readonly firstSentAt: Instant
  /** What the provider calls the refund; null before it has said so. */
  readonly reference: string | null
  readonly data: ProviderData
}

export type RefundOutcome =
  | { readonly kind: 'refunded'; readonly reference: string }
  /** Accepted; it may still fail, days later. */
  | { readonly kind: 'pending'; readonly reference: string; readonly data: ProviderData }
  /** For the organiser, in a sentence, with what to do. */
  | { readonly kind: 'refused'; readonly reason: string; readonly reference?: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Everything known of what came after a settled payment. */
export type Aftermath = {
  readonly fee: Minor | null
  /** All refunds, those that were made through the shop as well. */
  readonly refunds: readonly {
    readonly reference: string
    readonly amount: Minor
    readonly state: 'pending' | 'refunded' | 'failed'
  }[]
  readonly disputes: readonly {
    readonly reference: string
    readonly amount: Minor
    readonly state: 'open' | 'won' | 'lost'
    /** By when the organiser has to answer; null where nothing is to be answered. */
    readonly dueBy: Instant | null
  }[]
}

/** A line of the provider's books. */
export type Booking = {
  readonly kind: 'charge' | 'refund' | 'dispute'
  readonly at: Instant
  /** As in `ReceivedMoney.gatewayTransactionId`, or the reference of a refund. */
  readonly reference: string
  /** The transaction it belongs to, where the provider keeps it. */
  readonly transactionId: string | null
  readonly amount: Minor
  readonly currency: string
  readonly fee: Minor | null
}

/** What a provider sends by itself. It is a hint: what it says is found out by `look` and `follow`. */
export type Webhook<Settings> = {
  /** Where it arrives; may have the parameter `reservationId`. */
  readonly path: `/${string}`
  readonly method: 'GET' | 'POST'
  /** What it is about; throws nothing. */
  read(delivery: Delivery): WebhookReading
  /** Does it come from the provider, as far as that can be seen? Rejects when that can not be found out now. */
  isGenuine(delivery: Delivery, settings: Settings, now: Instant): boolean | Promise<boolean>
}

export type Delivery = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** As it was sent, to the byte. */
  readonly body: string
}

export type WebhookReading =
  /** `key` is the same when it is delivered again; null where nothing distinguishes deliveries. */
  | { readonly kind: 'about'; readonly payment: PaymentName; readonly key: string | null }
  | { readonly kind: 'irrelevant'; readonly reason: string }
  | { readonly kind: 'malformed'; readonly reason: string }

/** By what a payment is found among ours. */
export type PaymentName =
  | { readonly by: 'reservation'; readonly id: ReservationId }
  | { readonly by: 'reference'; readonly id: string }
  | { readonly by: 'gateway'; readonly id: string }
  | { readonly by: 'transaction'; readonly id: string }

/** A page of ours that a provider sends buyers to. It proves nothing: what happened is found out. */
export type Return = {
  /** May have the parameters `purchaseContextType`, `publicIdentifier` and `reservationId`. */
  readonly path: `/${string}`
  read(visit: Visit): ReturnReading
}

export type Visit = {
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export type ReturnReading =
  /** Looks into the order's open payment, then leads to the order. */
  | { readonly kind: 'look'; readonly reservationId: ReservationId }
  /** The buyer has agreed to pay: `data` is kept with the open payment if it is the one called `reference`. */
  | {
      readonly kind: 'agreed'
      readonly reservationId: ReservationId
      readonly reference: string
      readonly data: ProviderData
    }
  /** The buyer would rather not: the open payment is given up. */
  | { readonly kind: 'declined'; readonly reservationId: ReservationId }
  /** A page that goes on to another address of ours at once, for cookies to be sent again. */
  | { readonly kind: 'onward'; readonly path: string }
  | { readonly kind: 'malformed' }
