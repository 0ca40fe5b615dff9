import { sql } from 'kysely'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'
import type { BulkItem, ItemOutcome } from './bulk-kind.ts'

/** Items of jobs as the background job takes and closes them. */

/** True while a job has not ended. */
export const BULK_JOBS_ARE_DUE = "exists (select from bulk_job where status = 'RUNNING')"

type Looking = { readonly now: Instant; readonly job: JobName; readonly after: bigint; readonly limit: number }

type Row = Omit<BulkItem, 'subject'> & {
  readonly orderId: ReservationId | null
  readonly waitingId: bigint | null
  readonly row: number | null
}

/** What is to be done, in the order in which it was chosen; not what another process has just taken. */
export async function waitingItems(on: Queryable, { now, job, after: last, limit }: Looking): Promise<BulkItem[]> {
  const { rows } = await sql<Row>`
    select item.id, job_id as "jobId", kind, params, organization_id as "organizationId", event_id as "eventId", actor,
      order_id as "orderId", waiting_id as "waitingId", list_row as row
    from bulk_item as item join bulk_job as job on job.id = job_id
    where job.status = 'RUNNING' and state = 'WAITING' and item.id > ${last}
      and (not_before is null or not_before <= ${timestamp(now)})
      and ${isNotPutOff(job, 'bulk-item', sql`item.id`, now)}
    order by item.id limit ${limit}`.execute(on.kysely)
  return rows.map(({ orderId, waitingId, row, ...item }) => ({
    ...item,
    subject: subjectOf({ id: item.id, orderId, waitingId, row }),
  }))
}

function subjectOf({
  id,
  orderId,
  waitingId,
  row,
}: Omit<Row, keyof Omit<BulkItem, 'id' | 'subject'>>): BulkItem['subject'] {
  if (row !== null) return { of: 'row', row }
  if (orderId !== null) return { of: 'order', id: orderId }
  if (waitingId !== null) return { of: 'waiting', id: waitingId }
  throw new Error(`item ${id} is about nothing`)
}

/** How long a process that has been killed keeps others from its item. */
const TAKEN_MS = minutes(1)

/** Takes an item for a minute; false when another process has it, it is done, or its job was stopped. */
export async function takeItem(on: Queryable, id: bigint, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    update bulk_item as item set not_before = ${timestamp(after(now, TAKEN_MS))} from bulk_job as job
    where item.id = ${id} and state = 'WAITING' and (not_before is null or not_before <= ${timestamp(now)})
      and job.id = job_id and job.status = 'RUNNING'
    returning item.id`.execute(on.kysely)
  return rows.length > 0
}

/** Stores what came of it; false, and nothing is stored, where that is stored already. */
export async function closeItem(
  on: Queryable | Tx,
  id: bigint,
  { state, code, args = [], orderId }: ItemOutcome,
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update bulk_item set state = ${state}, code = ${code}, args = ${[...args]}::text[], done_at = ${timestamp(now)},
      not_before = null, order_id = coalesce(order_id, ${orderId ?? null}::uuid)
    where id = ${id} and state = 'WAITING' returning id`.execute(on.kysely)
  return rows.length > 0
}

/** Releases an item that failed: when it is tried again is noted with its failure. */
export async function releaseItem(on: Queryable, id: bigint): Promise<void> {
  await sql`update bulk_item set not_before = null where id = ${id} and state = 'WAITING'`.execute(on.kysely)
}

/** Ends the jobs of which nothing is left; returns how many. */
export async function endDoneJobs(on: Queryable, now: Instant): Promise<number> {
  const { rows } = await sql`
    update bulk_job as job set status = 'ENDED', ended_at = ${timestamp(now)}
    where status = 'RUNNING' and not exists (select from bulk_item where job_id = job.id and state = 'WAITING')
    returning id`.execute(on.kysely)
  return rows.length
}
