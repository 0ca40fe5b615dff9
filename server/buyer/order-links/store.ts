import { sql } from 'kysely'
import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'

/** The address whose orders to find, in lower case, and the language of the visitor who asks. */
export type OrderSearch = { readonly email: string; readonly language: Language }

export type StoredSearch = OrderSearch & { readonly id: bigint }

/** As many as a mail can sensibly list; older orders are over. */
const ORDERS_AT_MOST = 50

const SEARCHES_PER_RUN = 200

/** Others who ask for the same address wait, so that no more are counted than may be. */
export async function lockSearches(tx: Tx, subjectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subjectId}, 0))`.execute(tx.kysely)
}

export async function noteSearch(tx: Tx, { email, language }: OrderSearch, now: Instant): Promise<void> {
  await sql`insert into order_search (email, language, asked_at) values (${email}, ${language}, ${timestamp(now)})`.execute(
    tx.kysely,
  )
}

/** The open requests, the oldest first. */
export async function waitingSearches(on: Queryable, now: Instant): Promise<StoredSearch[]> {
  const rows = await on.kysely
    .selectFrom('order_search')
    .select(['id', 'email', 'language'])
    .where(isNotPutOff('send-order-links', 'order-search', sql.ref('order_search.id'), now))
    .orderBy('id')
    .limit(SEARCHES_PER_RUN)
    .execute()
  return rows.map(row => ({ ...row, language: row.language as Language }))
}

/** False when another process has done it meanwhile. */
export async function takeSearch(tx: Tx, id: bigint): Promise<boolean> {
  const taken = await tx.kysely.deleteFrom('order_search').where('id', '=', id).returning('id').executeTakeFirst()
  return taken !== undefined
}

export type FoundOrder = {
  readonly id: ReservationId
  readonly contextId: PurchaseContextId
}

/**
 * The orders of an address, the newest first, without cancelled orders and carts: a cart may have been begun with any
 * address.
 */
export async function ordersOfAddress(on: Queryable, email: string): Promise<FoundOrder[]> {
  const rows = await on.kysely
    .selectFrom('reservation')
    .select(['id', 'purchase_context_id'])
    .where(sql`lower(email)`, '=', email)
    .where(({ not }) => not(whereReservation('isOpen')))
    .where(({ not }) => not(whereReservation('isCancelled')))
    .where('erased_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ORDERS_AT_MOST)
    .execute()
  return rows.map(row => ({
    id: row.id as ReservationId,
    contextId: row.purchase_context_id as PurchaseContextId,
  }))
}
