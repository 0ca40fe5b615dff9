import type { Instant } from '#domain/foundation/instant.ts'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { ItemPrice } from '#domain/order/pricing/price-order.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'

/** A UUID. It is the code of the pass: a person who knows it can use the pass. */
export type BoughtPassId = string & { readonly brand: 'BoughtPassId' }

/** A pass that a buyer holds while buying it, has, or had. */
export type BoughtPass = {
  readonly id: BoughtPassId
  /** A UUID for addresses, which uses nothing. */
  readonly publicId: string
  readonly passId: PurchaseContextId
  readonly status: PassStatus
  readonly price: ItemPrice
  /** Tickets it pays for in all; null: any number. */
  readonly maxEntries: number | null
  /** When it can be used, from when the order is complete; null: open at that end. */
  readonly valid: { readonly from: Instant | null; readonly to: Instant | null }
  /** Do its page, its mails and its document show PIN and number? */
  readonly areCodesShown: boolean
  /** Null: the buyer. */
  readonly owner: Contact | null
}

/**
 * The statuses of a bought pass, what holds in each, and its moves. Source: domain rules 7.1 and decision 42.
 *
 * No other file lists statuses or compares with one: code asks `passHas`, SQL is written by
 * server/foundation/database/status-sql.ts, a status by server/order/order/move-pass.ts, and
 * tests/architecture/lives.test.ts holds all others to it. docs/generated/pass-states.md is drawn from here.
 */
export const PASS_STATUSES = ['PENDING', 'ACQUIRED', 'CANCELLED'] as const

export type PassStatus = (typeof PASS_STATUSES)[number]

/** What can be said of a status. A trait that is left out is false. */
type Traits = {
  /** It takes one of the passes that are for sale (domain rules 7.1). */
  readonly countsAsTaken?: true
  /** Of an order that is not complete. */
  readonly isHeld?: true
  /** Its owner can use it, and the organiser can extend it (domain rules 7.3). */
  readonly isAcquired?: true
  /** Its order has ended: it opens nothing any more, and tickets it has paid for stay (domain rules 7.3). */
  readonly hasEnded?: true
}

const STATUSES = {
  PENDING: { countsAsTaken: true, isHeld: true },
  ACQUIRED: { countsAsTaken: true, isAcquired: true },
  CANCELLED: { hasEnded: true },
} as const satisfies Record<PassStatus, Traits>

export const PASS_TRAITS = [
  'countsAsTaken',
  'isHeld',
  'isAcquired',
  'hasEnded',
] as const satisfies readonly (keyof Traits)[]

export type PassTrait = (typeof PASS_TRAITS)[number]

/** Has a bought pass, or another value with its status, this trait? */
export function passHas({ status }: { readonly status: PassStatus }, trait: PassTrait): boolean {
  const traits: Traits = STATUSES[status]
  return traits[trait] === true
}

/** In the order of PASS_STATUSES. */
export function passesWith(trait: PassTrait): readonly PassStatus[] {
  return PASS_STATUSES.filter(status => passHas({ status }, trait))
}

/** How every bought pass begins. */
export const FIRST_PASS_STATUS = 'PENDING' satisfies PassStatus

/** `DELETED` is the end of a pass whose row is deleted with its order. */
type PassEnd = 'DELETED'

/** The legal moves by name. */
export const PASS_MOVES = {
  /** The order is complete, and the pass can be used (domain rules 7.1). */
  acquire: { from: ['PENDING'], to: ['ACQUIRED'] },
  /** The order ends and its row stays: it was cancelled, credited or withdrawn from (lifecycle A.3.12). */
  cancel: { from: ['PENDING', 'ACQUIRED'], to: ['CANCELLED'] },
  /** The order lapses or its buyer cancels it (lifecycle A.3.7). */
  discard: { from: ['PENDING'], to: ['DELETED'] },
} as const satisfies Record<
  string,
  { readonly from: readonly PassStatus[]; readonly to: readonly (PassStatus | PassEnd)[] }
>

export type PassMove = keyof typeof PASS_MOVES
