import type { PurchaseContext } from '#domain/catalog/purchase-context.ts'
import type { Instant } from '#domain/instant.ts'
import type { DocumentPayment } from '#domain/invoice/billing-document.ts'
import type { Currency } from '#domain/money/currency.ts'
import type { Minor } from '#domain/money/money.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'
import type { WhilePaying } from '#domain/reservation/paying.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'

/**
 * The port for money. A provider is asked in three steps (design section 5): `begin` inside the transaction that accepts
 * Pay, `call` outside of any transaction, and its outcome is recorded in a second transaction by payment/. A provider sees
 * no feature and no SQL, and owns its settings, which it reads by `Settings`, and how its payment reads on documents and in
 * mails.
 */
export type PaymentProvider<Settings> = {
  readonly proxy: PaymentProxy
  /** The ways to pay it can handle for this purchase now. No input or output. */
  offer(payable: Payable<Settings>): readonly OfferedMethod[]
  /** What Pay does first. No input or output: it runs inside a transaction. */
  begin(charge: Charge<Settings>): Beginning
  /** Left out by a provider that asks nobody. */
  readonly online?: Online<Settings>
  /** How the payment of a confirmed order reads on documents and in mails. */
  read(order: OrderToPay<Settings>): DocumentPayment
  /** Where money is transferred to, by the settings. */
  account?(settings: Settings): BankAccount
}

/** What a provider may know about what is being paid for. */
export type Payable<Settings> = {
  readonly context: PurchaseContext
  readonly settings: Settings
  readonly now: Instant
}

export type OfferedMethod = { readonly method: PaymentMethod; readonly parameters: PaymentParameters }

/** What the browser needs to offer a method; by the names of the wire (booking contract, PaymentParameters). */
export type PaymentParameters = Readonly<Record<string, string | number | boolean>>

/** What a provider keeps about a payment of its own, as JSON. Never secrets, never personal data. */
export type ProviderData = Readonly<Record<string, string | number | boolean | null>>

/** An order that is being paid. */
export type Charge<Settings> = Payable<Settings> & {
  readonly reservation: Reservation
  readonly method: PaymentMethod
  /** Tickets of the order. */
  readonly tickets: number
}

/**
 * `known`: nobody has to be asked, the outcome is recorded in the same transaction. `call`: the provider is called with
 * `request`, and the order stands in `meanwhile` until it has replied.
 */
export type Beginning =
  | { readonly kind: 'known'; readonly outcome: Settled | AwaitsTransfer }
  | {
      readonly kind: 'call'
      readonly request: ProviderData
      readonly meanwhile: WhilePaying
    }

/** A provider that is asked by HTTP. Both functions run outside of any transaction; a rejection counts as `unknown`. */
export type Online<Settings> = {
  /** Sends the request of an attempt. Sent again with the same key, it has the same effect. */
  call(attempt: Attempt<Settings>): Promise<CallOutcome>
  /** How the payment stands; changes nothing at the provider. */
  look(payment: Payment<Settings>): Promise<CallOutcome>
  readonly webhooks?: readonly Webhook<Settings>[]
}

/** What a provider sends by itself. It is a hint: what it says is found out by `look`. */
export type Webhook<Settings> = {
  /** Where it arrives; may have the parameter `reservationId`. */
  readonly path: `/${string}`
  readonly method: 'GET' | 'POST'
  /** What it is about; throws nothing. */
  read(delivery: Delivery): WebhookReading
  /** Does it come from the provider, as far as it can be told? */
  isGenuine(delivery: Delivery, settings: Settings): boolean | Promise<boolean>
}

export type Delivery = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly parameters: Readonly<Record<string, string>>
  /** As it was sent, to the byte. */
  readonly body: string
}

export type WebhookReading =
  /** `key` is the same when it is delivered again. */
  | { readonly kind: 'about'; readonly reservationId: ReservationId; readonly key: string }
  | { readonly kind: 'irrelevant'; readonly reason: string }
  | { readonly kind: 'malformed'; readonly reason: string }

/** A payment as it was begun. */
export type Payment<Settings> = {
  readonly transactionId: string
  readonly reservationId: ReservationId
  readonly amount: Minor
  readonly currency: Currency
  /** What the provider has kept about it so far. */
  readonly data: ProviderData
  readonly settings: Settings
  readonly now: Instant
  /** Ends the call when it takes too long. */
  readonly signal: AbortSignal
}

export type Attempt<Settings> = Payment<Settings> & {
  readonly idempotencyKey: string
  readonly request: ProviderData
}

/** Nothing more to wait for, the tickets are good: the order is free, or its money is taken elsewhere. */
export type Settled = { readonly kind: 'settled' }

/** What a provider says it has received. The amount is compared with what is due. */
export type ReceivedMoney = {
  readonly amount: Minor
  readonly currency: string
  readonly gatewayTransactionId: string
  readonly gatewayPaymentId: string | null
}

/** Held until the money has arrived; `isDeferred`: the organiser will write where to. */
export type AwaitsTransfer = { readonly kind: 'awaits-transfer'; readonly until: Instant; readonly isDeferred: boolean }

export type CallOutcome =
  /** The money is there. */
  | (Settled & { readonly received: ReceivedMoney })
  /** The buyer goes there, and comes back. The order is held until then. */
  | { readonly kind: 'redirect'; readonly url: string; readonly until: Instant; readonly data: ProviderData }
  /** The page has to go on, with these parameters. */
  | {
      readonly kind: 'needs-browser'
      readonly parameters: PaymentParameters
      readonly until: Instant
      readonly data: ProviderData
    }
  /** The provider works on it, and will say so. */
  | { readonly kind: 'waiting'; readonly data: ProviderData }
  /** It will not be paid this way: `code` is told to the buyer, who may try again. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No reply that says anything: the money may have been taken. Looked into later. */
  | { readonly kind: 'unknown'; readonly reason: string }

export type OrderToPay<Settings> = {
  /** What the buyer quotes. */
  readonly shortId: string
  /** Until when the money has to be there. */
  readonly deadline: Instant
  /** The money is awaited; `deferred`: as soon as the organiser has written where to. */
  readonly awaits: 'transfer' | 'deferred-transfer' | null
  readonly settings: Settings
}

export type BankAccount = { readonly number: string; readonly owner: readonly string[] }
