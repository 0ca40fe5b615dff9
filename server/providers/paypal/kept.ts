import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Payment } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { type Account, type Own, accountOf } from './account.ts'

/** What is known of a payment that was begun. */
export type Kept = {
  readonly order: string
  readonly own: Account
  /** Everything, as it is stored. */
  readonly data: ProviderData
  readonly transactionId: string
  /** Where the buyer agrees, or chooses another way there. */
  readonly url: string | null
  /** The buyer has to choose another source of money. */
  readonly isDeclined: boolean
  /** How long the seats are held for it. */
  readonly until: Instant
  /** Where Pay is pressed. */
  readonly overview: string
  /** What the money was taken by. */
  readonly capture: string | null
}

/** Throws for a payment that PayPal has not named. */
export function keptOf({ reference, data, begunAt, transactionId, addresses }: Payment<Own>): Kept {
  if (reference === null) throw new Error(`transaction ${transactionId}: PayPal has not named it`)
  const { until } = data
  return {
    order: reference,
    own: accountOf(data),
    data,
    transactionId,
    url: textIn(data, 'url'),
    isDeclined: data['isDeclined'] === true,
    until: typeof until === 'number' ? instant(until) : begunAt,
    overview: `${addresses.order}/overview`,
    capture: textIn(data, 'capture'),
  }
}

/** Has the buyer agreed, so that Pay takes the money? */
export const isAgreed = (data: ProviderData): boolean => data['isApproved'] === true

export function textIn(data: ProviderData, key: string): string | null {
  const value = data[key]
  return typeof value === 'string' ? value : null
}
