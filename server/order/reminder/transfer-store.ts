import { sql } from 'kysely'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { REST_AFTER_ORDER } from '#domain/order/reminder/reminder-times.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'

/**
 * Transfers that are awaited, and their reminders. The job searches for due ones without locks; before it writes, it
 * locks the order, skips one that another process has locked, and checks again.
 */

type Round = { readonly now: Instant; readonly job: JobName }
type Due = Round & { readonly before: Instant }

/** An event or a pass with transfers, as far as it decides whether reminders are due. */
export type EventToRemind = {
  readonly id: number
  readonly organizationId: number
  readonly timeZone: string
  /** Of the transfers its buyers have not been reminded of. */
  readonly firstDeadline: Instant
}

/** Events that are not over, and passes, with a transfer due before a moment that its buyer has not been reminded of. */
export async function eventsToRemind(on: Queryable, { now, job, before }: Due): Promise<EventToRemind[]> {
  return unreminded(on, now)
    .innerJoin('purchase_context as context', 'context.id', 'purchase_context_id')
    .leftJoin('event', 'event.id', 'context.id')
    .select(['context.id', 'organization_id as organizationId', 'time_zone as timeZone'])
    .select(({ fn }) => fn.min('validity').as('firstDeadline'))
    .where('validity', '<', sqlInstant(before))
    .where('context.status', '<>', 'DISABLED')
    .where(isNotOver(now))
    .where(isNotPutOff(job, 'event', sql`context.id`, now))
    .where(isNotPutOff(job, 'reservation', sql`reservation.id`, now))
    .groupBy(['context.id', 'organization_id', 'time_zone'])
    .orderBy('context.id')
    .execute()
}

/** A pass is never over: it is not paid in time for anything. */
const isNotOver = (now: Instant) => sql<boolean>`(ends_at is null or ends_at > ${sqlInstant(now)})`

/** Orders of an event whose transfer is due before a moment. */
export async function ordersToRemind(
  on: Queryable,
  eventId: number,
  { now, job, before }: Due,
): Promise<ReservationId[]> {
  const rows = await unreminded(on, now)
    .select('id')
    .where('purchase_context_id', '=', eventId)
    .where('validity', '<', sqlInstant(before))
    .where(isNotPutOff(job, 'reservation', sql`reservation.id`, now))
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
  const orderedAt = sql<Instant>`coalesce(terms_accepted_at, reservation.created_at)`
  return awaited(on)
    .where('transfer_reminded_at', 'is', null)
    .where('validity', '>', sqlInstant(now))
    .where(orderedAt, '<=', sqlInstant(after(now, -REST_AFTER_ORDER)))
}

/** Only transfers with a deadline of the shop: a deferred transfer has none. */
const awaited = (on: Queryable) =>
  on.kysely
    .selectFrom('reservation')
    .where(whereReservation('hasTransferDeadline'))
    .where('reservation.erased_at', 'is', null)

export type EventToList = {
  readonly id: number
  readonly timeZone: string
  /** When its organiser got the last list. */
  readonly listedAt: Instant | null
}

/** Events that are not over, and passes, with a transfer that may be due until tomorrow in some zone. */
export async function eventsToList(on: Queryable, now: Instant, job: JobName): Promise<EventToList[]> {
  const isAwaited = sql<boolean>`exists (
    select from reservation where purchase_context_id = context.id and ${whereReservation('hasTransferDeadline')}
      and erased_at is null and validity < ${sqlInstant(after(now, days(2)))})`
  return on.kysely
    .selectFrom('purchase_context as context')
    .leftJoin('event', 'event.id', 'context.id')
    .leftJoin('pass', 'pass.id', 'context.id')
    .select(['context.id', 'time_zone as timeZone'])
    .select(sql<Instant | null>`coalesce(event.transfers_listed_at, pass.transfers_listed_at)`.as('listedAt'))
    .where(isNotOver(now))
    .where('context.status', '<>', 'DISABLED')
    .where(isNotPutOff(job, 'event', sql`context.id`, now))
    .where(isAwaited)
    .orderBy('context.id')
    .execute()
}

/**
 * When the organiser got the last list; locked until the transaction ends. Undefined while another process has the
 * lock.
 */
export async function takeList(tx: Tx, of: Listed): Promise<{ readonly madeAt: Instant | null } | undefined> {
  const row = await tx.kysely
    .selectFrom(tableOf(of))
    .select('transfers_listed_at')
    .where('id', '=', of.id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { madeAt: row.transfers_listed_at }
}

export async function markListed(tx: Tx, of: Listed, now: Instant): Promise<void> {
  const set = { transfers_listed_at: timestamp(now) }
  await tx.kysely.updateTable(tableOf(of)).set(set).where('id', '=', of.id).execute()
}

type Listed = Pick<PurchaseContext, 'id' | 'kind'>

const tableOf = ({ kind }: Listed) => (kind === 'event' ? 'event' : 'pass')

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
