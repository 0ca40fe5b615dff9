import type { Event } from '#domain/catalog/event.ts'
import type { Instant } from '#domain/instant.ts'
import type { DocumentPayment } from '#domain/invoice/billing-document.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'

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
  begin(payable: Payable<Settings>): Beginning
  /** How the payment of a confirmed order reads on documents and in mails. */
  read(order: OrderToPay<Settings>): DocumentPayment
  /** Where money is transferred to, by the settings. */
  account?(settings: Settings): BankAccount
}

/** What a provider may know about what is being paid for. */
export type Payable<Settings> = {
  readonly event: Event
  readonly settings: Settings
  readonly now: Instant
}

export type OfferedMethod = { readonly method: PaymentMethod; readonly parameters: PaymentParameters }

/** What the browser needs to offer a method; by the names of the wire (booking contract, PaymentParameters). */
export type PaymentParameters = Readonly<Record<string, string | number | boolean>>

/**
 * `known`: the provider needs to ask nobody, the outcome is recorded in the same transaction.
 */
export type Beginning = { readonly kind: 'known'; readonly outcome: PaymentOutcome }

/**
 * `settled`: nothing more to wait for, the tickets are good (whether the money is there or still due at the desk).
 * `awaits-transfer`: held until the money has arrived.
 */
export type PaymentOutcome =
  | { readonly kind: 'settled' }
  | { readonly kind: 'awaits-transfer'; readonly until: Instant; readonly isDeferred: boolean }

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
