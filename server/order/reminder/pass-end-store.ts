import { sql } from 'kysely'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { wherePass } from '#server/foundation/database/status-sql.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'

/** A bought pass whose owner has no reminder of its end yet. */
export type EndingPassRow = {
  readonly id: BoughtPassId
  readonly publicId: string
  readonly reservationId: ReservationId
  readonly contextId: number
  readonly organizationId: number
  readonly from: Instant
  readonly to: Instant
}

/** So many are checked at a time. */
const AT_MOST = 500

type Due = {
  readonly now: Instant
  readonly before: Instant
  readonly job: JobName
  /** Only those that come after this one. */
  readonly past?: Pick<EndingPassRow, 'id'> | undefined
}

/** Passes with an owner that end before a moment, the next one first; not all of them at once. */
export async function passesThatEnd(on: Queryable, { now, before, job, past }: Due): Promise<EndingPassRow[]> {
  const isPast = past
    ? sql<boolean>`(valid_to, bought_pass.id) > (select valid_to, id from bought_pass where id = ${past.id})`
    : sql<boolean>`true`
  const rows = await ending(on)
    .innerJoin('purchase_context as context', 'context.id', 'pass_id')
    .select(['bought_pass.id', 'public_id', 'reservation_id', 'pass_id', 'organization_id', 'valid_to'])
    .select(({ fn }) => fn.coalesce('valid_from', 'acquired_at').as('good_from'))
    .where('valid_to', '>', sqlInstant(now))
    .where('valid_to', '<=', sqlInstant(before))
    .where(isPast)
    .where(isNotPutOff(job, 'bought-pass', sql`public_id`, now))
    .orderBy('valid_to')
    .orderBy('bought_pass.id')
    .limit(AT_MOST)
    .execute()
  return rows.map(row => ({
    id: row.id as BoughtPassId,
    publicId: row.public_id,
    reservationId: row.reservation_id as ReservationId,
    contextId: row.pass_id,
    organizationId: row.organization_id,
    from: row.good_from ?? now,
    to: row.valid_to ?? instant(0),
  }))
}

/**
 * Takes a pass to remind of this end; false when another process is doing so or has done so, or the end has changed.
 */
export async function takeEnding(tx: Tx, id: BoughtPassId, to: Instant): Promise<boolean> {
  const row = await ending(tx)
    .select('id')
    .where('id', '=', id)
    .where('valid_to', '=', sqlInstant(to))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

export async function markEndReminded(tx: Tx, id: BoughtPassId): Promise<void> {
  await sql`update bought_pass set end_reminded_for = valid_to where id = ${id}`.execute(tx.kysely)
}

const ending = (on: Queryable) =>
  on.kysely
    .selectFrom('bought_pass')
    .where(wherePass('isAcquired'))
    .where('bought_pass.email', 'is not', null)
    .where(sql<boolean>`end_reminded_for is distinct from valid_to`)
