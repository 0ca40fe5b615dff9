import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Minor } from '#domain/foundation/money/money.ts'

/** What both sides of the port for money say. */

export type Due = { readonly amount: Minor; readonly currency: Currency }

/** What the browser needs to offer a method; by the names of the wire (booking contract, PaymentParameters). */
export type PaymentParameters = Readonly<Record<string, string | number | boolean>>

/** Whom a page lets in beside us, as sources of its policy (such as `https://example.org`). */
export type PageGuests = { readonly frames: readonly string[]; readonly connections: readonly string[] }

/** What a provider keeps about a payment of its own, as JSON. Never secrets of the shop, never personal data. */
export type ProviderData = Readonly<Record<string, string | number | boolean | null>>

/** Where pages and calls of this order are, absolute and without a query. */
export type Addresses = {
  /** Of the shop, without a slash at the end. */
  readonly shop: string
  /** Of the order: the pages of its steps are below it, such as `/book` and `/overview`. */
  readonly order: string
}

/** Nothing more to wait for, the tickets are good: the order is free, or its money is taken elsewhere. */
export type Settled = { readonly kind: 'settled' }

/** A text that a provider keeps about a payment; null where it keeps none. */
export function textIn(data: ProviderData, key: string): string | null {
  const value = data[key]
  return typeof value === 'string' ? value : null
}

export function numberIn(data: ProviderData, key: string): number | null {
  const value = data[key]
  return typeof value === 'number' ? value : null
}
