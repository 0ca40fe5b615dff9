import { sql } from 'kysely'
import { type Instant, after, days } from '#domain/instant.ts'
import { REST_AFTER_ORDER } from '#domain/reminder/reminder-times.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/database/database.ts'
import { sqlInstant, timestamp } from '#server/database/types.ts'

/**
 * Transfers that are awaited, and who has been told. What is due is looked for without locks; whoever then writes takes
 * the order, leaving it to whoever has taken it first, and looks once more.
 */

/** Events with a transfer that its buyer has not been reminded of. */
export async function eventsToRemind(on: Queryable, now: Instant): Promise<number[]> {
  const rows = await unreminded(on, now).select('purchase_context_id').distinct().execute()
  return rows.map(row => row.purchase_context_id)
}

/** Orders of an event whose transfer is due before a moment. */
export async function ordersToRemind(
  on: Queryable,
  eventId: number,
  { now, before }: { readonly now: Instant; readonly before: Instant },
): Promise<ReservationId[]> {
  const rows = await unreminded(on, now)
    .select('id')
    .where('purchase_context_id', '=', eventId)
    .where('validity', '<', sqlInstant(before))
    .orderBy('validity')
    .execute()
  return rows.map(({ id }) => id as ReservationId)
}

/** False when the buyer has been reminded meanwhile, is just being, or need not be any more. */
export async function takeToRemind(tx: Tx, id: ReservationId, now: Instant): Promise<boolean> {
  const query = unreminded(tx, now).select('id').where('id', '=', id).forUpdate().skipLocked()
  return (await query.executeTakeFirst()) !== undefined
}

export async function markReminded(tx: Tx, id: ReservationId, now: Instant): Promise<void> {
  const set = { transfer_reminded_at: timestamp(now) }
  await tx.kysely.updateTable('reservation').set(set).where('id', '=', id).execute()
}

function unreminded(on: Queryable, now: Instant) {
  const orderedAt = sql<Instant>`coalesce(terms_accepted_at, created_at)`
  return awaited(on)
    .where('transfer_reminded_at', 'is', null)
    .where('validity', '>', sqlInstant(now))
    .where(orderedAt, '<=', sqlInstant(after(now, -REST_AFTER_ORDER)))
}

/** Only what the shop has told a deadline for: a deferred transfer has none. */
const awaited = (on: Queryable) =>
  on.kysely
    .selectFrom('reservation')
    .where('reservation.status', '=', 'OFFLINE_PAYMENT')
    .where('reservation.erased_at', 'is', null)

/** Events that are not over, with a transfer that may be due until tomorrow in some zone. */
export async function eventsToList(on: Queryable, now: Instant): Promise<number[]> {
  const rows = await awaited(on)
    .innerJoin('event', 'event.id', 'purchase_context_id')
    .select('event.id')
    .distinct()
    .where('validity', '<', sqlInstant(after(now, days(2))))
    .where('ends_at', '>', sqlInstant(now))
    .execute()
  return rows.map(({ id }) => id)
}

/** When the organiser was told last. Undefined while somebody else is telling; until the end of the transaction it is us. */
export async function takeList(tx: Tx, eventId: number): Promise<{ readonly madeAt: Instant | null } | undefined> {
  const row = await tx.kysely
    .selectFrom('event')
    .select('transfers_listed_at')
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { madeAt: row.transfers_listed_at }
}

export async function markListed(tx: Tx, eventId: number, now: Instant): Promise<void> {
  const set = { transfers_listed_at: timestamp(now) }
  await tx.kysely.updateTable('event').set(set).where('id', '=', eventId).execute()
}

/** Orders of an event whose transfer is due before a moment, or overdue: the longest waiting first. */
export async function ordersToList(on: Queryable, eventId: number, before: Instant): Promise<ReservationId[]> {
  const rows = await awaited(on)
    .select('id')
    .where('purchase_context_id', '=', eventId)
    .where('validity', '<', sqlInstant(before))
    .orderBy('validity')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id as ReservationId)
}
