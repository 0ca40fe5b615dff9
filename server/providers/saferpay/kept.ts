import type { Instant } from '#domain/foundation/instant.ts'
import type { Payment } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { type Account, type Own, accountOf } from './account.ts'
import type { SaferpayAmount } from './amounts.ts'

/** What is kept with a payment to its end and after it, for refunds. */
export type Base = Account & { readonly orderId: string }

/** What is known of a payment that was begun. */
export type Kept = {
  readonly token: string
  readonly own: Base
  /** Everything, as it is stored. */
  readonly data: ProviderData
  /** Where the buyer pays; it opens once. */
  readonly url: string | null
  /** From then on the page can't be opened. */
  readonly expires: number
  /** `begun`: nothing is known but that. `waiting`: the buyer has done their part. `authorized`: the money is reserved. */
  readonly state: 'begun' | 'waiting' | 'authorized'
  /** When Saferpay was asked last and had nothing final to say. */
  readonly assertedAt: number | null
  readonly transaction: string | null
  readonly capture: string | null
  /** The sum that is reserved. */
  readonly reserved: SaferpayAmount | null
  readonly now: Instant
}

/** Throws for a payment that Saferpay has not named. */
export function keptOf({ reference, data, now, transactionId }: Payment<Own>): Kept {
  if (reference === null) throw new Error(`transaction ${transactionId}: Saferpay has not named it`)
  const { state, amount, currency } = data
  return {
    token: reference,
    own: baseOf(data),
    data,
    url: textIn(data, 'url'),
    expires: numberIn(data, 'expires') ?? 0,
    state: state === 'waiting' || state === 'authorized' ? state : 'begun',
    assertedAt: numberIn(data, 'assertedAt'),
    transaction: textIn(data, 'transaction'),
    capture: textIn(data, 'capture'),
    reserved:
      typeof amount === 'string' && typeof currency === 'string' ? { Value: amount, CurrencyCode: currency } : null,
    now,
  }
}

export function baseOf(data: ProviderData): Base {
  const orderId = textIn(data, 'orderId')
  if (orderId === null) throw new Error('no order number was kept with the payment')
  return { ...accountOf(data), orderId }
}

export function textIn(data: ProviderData, key: string): string | null {
  const value = data[key]
  return typeof value === 'string' ? value : null
}

function numberIn(data: ProviderData, key: string): number | null {
  const value = data[key]
  return typeof value === 'number' ? value : null
}
