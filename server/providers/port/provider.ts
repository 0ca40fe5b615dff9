import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { DocumentPayment } from '#domain/order/invoice/billing-document.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { WhilePaying } from '#domain/order/reservation/states.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Online } from './online.ts'
import type { Addresses, Due, PageGuests, PaymentParameters, ProviderData, Settled } from './terms.ts'

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
  /** The settings that keep it from offering anything: those that are off or not stated. */
  missing(settings: Settings): readonly string[]
  /** Can it take money of this currency, by the settings? Left out where it takes every one. */
  takes?(currency: Currency, settings: Settings): boolean
  /** What Pay does first. No input or output: it runs inside a transaction. */
  begin(charge: Charge<Settings>): Beginning
  /** Omitted by a provider that calls no other service. */
  readonly online?: Online<Settings>
  /** How the payment of a confirmed order reads on documents and in mails. */
  read(order: OrderToPay<Settings>): DocumentPayment
  /** Where money is transferred to, by the settings. */
  account?(settings: Settings): BankAccount
}

type Common = 'timeZone' | 'currency'

/** What decides by which methods an event or a pass can be paid. */
export type PayableContext =
  | Pick<Event, 'kind' | Common | 'startsAt' | 'endsAt' | 'format'>
  | Pick<Pass, 'kind' | Common>

/** What a provider may know about what is being paid for. */
export type Payable<Settings> = {
  readonly context: PayableContext
  readonly settings: Settings
  readonly now: Instant
  /** What is to be paid; null while nothing is chosen. */
  readonly due: Due | null
  /** ISO code of the country of the invoice, as VAT knows it; null as long as it is not stated. */
  readonly country: string | null
  /** What the provider's own list has for this sum (`Online.list`), by its names; null where it has none, or none came. */
  readonly listed: readonly string[] | null
}

export type OfferedMethod = {
  readonly method: PaymentMethod
  readonly parameters: PaymentParameters
  /** The page begins the payment, and confirms the order once it is paid (call `initPayment`); else Pay begins it. */
  readonly isStartedByPage?: true
  /** Whom the page of the overview lets in, so that the method can be chosen there. Omitted where there are none. */
  readonly guests?: PageGuests
}

/** An order that is being paid. */
export type Charge<Settings> = Payable<Settings> & {
  readonly context: PurchaseContext
  readonly due: Due
  readonly reservation: Reservation
  /** What the buyer quotes. */
  readonly shortId: string
  readonly method: PaymentMethod
  /** Tickets of the order; 1 for a pass. */
  readonly tickets: number
  /** How many payments of this order were begun before. */
  readonly paymentsBefore: number
  /** What the browser has brought with Pay (field `gatewayToken` of the wire); null when nothing. */
  readonly gatewayToken: string | null
  /** The order's payment with this provider that has not ended; null when there is none. */
  readonly open: OpenPayment | null
  readonly addresses: Addresses
}

export type OpenPayment = { readonly reference: string | null; readonly data: ProviderData }

/**
 * `known`: no provider is asked, the outcome is recorded in the same transaction. `call`: a new payment; the provider
 * is called with `request`, and the order is `meanwhile` until it has replied. `continue`: the same for the next step
 * of the payment that is open. `look`: the state of the open payment is found out first.
 */
export type Beginning =
  | { readonly kind: 'known'; readonly outcome: Settled | AwaitsTransfer }
  | { readonly kind: 'call' | 'continue'; readonly request: ProviderData; readonly meanwhile: WhilePaying }
  | { readonly kind: 'look' }
  /** It can't be paid this way: the buyer reads the text of `code`. */
  | { readonly kind: 'refused'; readonly code: string }

/** Held until the money has arrived; `isDeferred`: the organiser will write where to. */
export type AwaitsTransfer = { readonly kind: 'awaits-transfer'; readonly until: Instant; readonly isDeferred: boolean }

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
