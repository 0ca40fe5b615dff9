import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'

/** A kind of action that members do with many orders at once. Each is registered where the jobs of the shop are listed. */
export type BulkKind = {
  /** As the job's row has it. */
  readonly kind: string
  /**
   * Does one item. It may come again to an item that it has done, when a process was killed: so it calls `close` in the
   * transaction that does the work, which then happens once, or does what does no harm twice. What it throws is logged,
   * and the item is tried again later. `not-yet`: the item can't be judged at this moment, and comes again in a minute.
   */
  act(shop: Shop, item: BulkItem, close: Close): Promise<ItemOutcome | 'not-yet'>
}

/** Stores the outcome in the transaction that does the work; throws, so that it is undone, where another process has done it. */
export type Close = (tx: Tx, outcome: ItemOutcome) => Promise<void>

/** SUCCEEDED, or NOTHING was left to do, or REFUSED: a person has to look. `code` ends `foyer.desk.bulk.outcome.…`, or is a text key of its own. */
export type ItemOutcome = {
  readonly state: 'SUCCEEDED' | 'NOTHING' | 'REFUSED'
  readonly code: string
  /** What the sentence states, printed. */
  readonly args?: readonly string[]
  /** The order that a row of a list has become. */
  readonly orderId?: ReservationId
}

/** An item with what its job is about. */
export type BulkItem = {
  readonly id: bigint
  readonly jobId: bigint
  readonly kind: string
  /** As they were stored with the job. */
  readonly params: unknown
  readonly organizationId: number
  readonly eventId: number | null
  /** The name of the member or key, for trails. */
  readonly actor: string
  readonly subject: BulkSubject
}

/** An order, a person on a waiting list, or a row of a list by its number. */
export type BulkSubject =
  | { readonly of: 'order'; readonly id: ReservationId }
  | { readonly of: 'waiting'; readonly id: bigint }
  | { readonly of: 'row'; readonly row: number }
