import { sql } from 'kysely'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { ItemOutcome } from './bulk-kind.ts'

export type NewBulkJob = {
  readonly kind: string
  readonly organizationId: number
  /** Null: its orders are of several. */
  readonly eventId: number | null
  /** What JSON can write. */
  readonly params: object
  /** In the order in which they are taken. */
  readonly orders: readonly ReservationId[]
  readonly waiting?: readonly bigint[]
  /** Rows of a list, by their numbers. */
  readonly rows?: readonly number[]
  readonly by: Actor
  readonly now: Instant
  /** By which the caller names the request; left out where pressing again is harmless. */
  readonly requestId?: string
}

/**
 * Stores a job with its items in the caller's transaction, and returns its number; the caller wakes `run-bulk-jobs` after
 * the commit, and has checked who may do this with these orders.
 */
export async function startBulkJob(tx: Tx, job: NewBulkJob): Promise<bigint> {
  const { kind, organizationId, eventId, params, orders, waiting = [], rows = [], by, now, requestId = null } = job
  const { id } = await tx.kysely
    .insertInto('bulk_job')
    .values({
      kind,
      organization_id: organizationId,
      event_id: eventId,
      params: JSON.stringify(params),
      member_id: by.memberId,
      actor: by.actor,
      created_at: timestamp(now),
      request_id: requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into bulk_item (job_id, order_id)
    select ${id}, id from unnest(${[...orders]}::uuid[]) with ordinality as chosen (id, place) order by place`.execute(
    tx.kysely,
  )
  await sql`
    insert into bulk_item (job_id, waiting_id)
    select ${id}, id from unnest(${waiting.map(String)}::bigint[]) with ordinality as chosen (id, place) order by place`.execute(
    tx.kysely,
  )
  await sql`
    insert into bulk_item (job_id, list_row)
    select ${id}, row from unnest(${[...rows]}::int[]) with ordinality as chosen (row, place) order by place`.execute(
    tx.kysely,
  )
  return BigInt(id)
}

/** What came of a row before the job begins. */
export type ClosedRow = { readonly row: number; readonly outcome: ItemOutcome }

/** Stores what is known of some rows when the job is started, in the same transaction. */
export async function closeRows(tx: Tx, jobId: bigint, closed: readonly ClosedRow[], now: Instant): Promise<void> {
  const column = (read: (one: ItemOutcome) => string) => closed.map(({ outcome }) => read(outcome))
  await sql`
    update bulk_item set state = closed.state, code = closed.code, done_at = ${timestamp(now)},
      args = array(select jsonb_array_elements_text(closed.args::jsonb))
    from unnest(${closed.map(({ row }) => row)}::int[], ${column(({ state }) => state)}::text[],
      ${column(({ code }) => code)}::text[], ${column(({ args }) => JSON.stringify(args ?? []))}::text[])
      as closed (row, state, code, args)
    where job_id = ${jobId} and list_row = closed.row`.execute(tx.kysely)
}

/** The job that a request has started before. */
export async function startedBy(on: Queryable, organizationId: number, requestId: string): Promise<bigint | undefined> {
  const row = await on.kysely
    .selectFrom('bulk_job')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row && BigInt(row.id)
}
