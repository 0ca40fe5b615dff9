import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { CommonContext } from './common-context.ts'

/** What is bought once and used for many events; the wire calls it a subscription, and the one that is bought, too. */
export type Pass = CommonContext & {
  readonly kind: 'subscription'
  /** A UUID, which its addresses and its clients know it by. */
  readonly publicId: string
  /** Of one; gross or net as `tax` says. */
  readonly price: Minor
  /** Sold from `start` on, until `end`; null: without end. */
  readonly onSale: { readonly start: Instant; readonly end: Instant | null }
  /** How many are sold; null: any number. */
  readonly maxAvailable: number | null
  readonly usage: PassUsage
  readonly validity: PassValidity
  readonly isTransferable: boolean
  /** Its owners get tickets of its events by themselves, where the event wants that. */
  readonly generatesTickets: boolean
  readonly withdrawal: Withdrawal
}

/** How many tickets one pass pays for (domain rules 7.3). */
export type PassUsage = {
  readonly kind: 'ONCE_PER_EVENT' | 'UNLIMITED'
  /** In all events together; null: any number. */
  readonly maxEntries: number | null
}

/** From when until when a pass can be used (domain rules 7.1). */
export type PassValidity =
  /** So long from when it is confirmed, to the last second of the last day in the zone of the pass. */
  | { readonly kind: 'STANDARD'; readonly units: number; readonly unit: 'DAYS' | 'MONTHS' | 'YEARS' }
  | { readonly kind: 'CUSTOM'; readonly from: Instant | null; readonly to: Instant | null }
  | { readonly kind: 'NOT_SET' }

/** Whether the contract can be withdrawn from, and what comes back then. */
export type Withdrawal =
  | { readonly kind: 'possible'; readonly days: number; readonly afterUse: 'NOTHING' | 'PRO_RATA' | 'EVERYTHING' }
  /** `reason`: what buyers read. */
  | { readonly kind: 'none'; readonly reason: LocalizedTexts }
