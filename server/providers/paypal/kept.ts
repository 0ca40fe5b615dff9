import { type Instant, instant } from '#domain/instant.ts'
import type { ProviderData } from '../terms.ts'
import { type Account, accountOf } from './account.ts'

/** What is kept with a payment to its end and after it, for refunds. */
export type Kept = Account & {
  /** What the buyer's details were when the payment was begun (details.ts). */
  readonly details: string | null
  /** The same as it came back from PayPal: then the buyer has agreed there. */
  readonly agreed: string | null
  /** Where the buyer agrees. */
  readonly url: string | null
  readonly until: Instant
  /** What PayPal calls the money it has taken, or works on. */
  readonly capture: string | null
}

export function keptIn(data: ProviderData): Kept {
  const { until } = data
  return {
    ...accountOf(data),
    details: textIn(data, 'details'),
    agreed: textIn(data, 'agreed'),
    url: textIn(data, 'url'),
    until: instant(typeof until === 'number' ? until : 0),
    capture: textIn(data, 'capture'),
  }
}

/** The buyer has agreed at PayPal, and the details are those the payment was begun with. */
export const isAgreed = ({ details, agreed }: ProviderData): boolean =>
  typeof details === 'string' && details === agreed

export function textIn(data: ProviderData, key: string): string | null {
  const value = data[key]
  return typeof value === 'string' ? value : null
}
