import { sql } from 'kysely'
import type { BULK_ITEM_STATES, BULK_STATUSES } from '#contract/desk-bulk.ts'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Jobs and their items as members read and stop them. */

export type StoredJob = {
  readonly id: bigint
  readonly kind: string
  readonly organizationId: number
  readonly eventId: number | null
  readonly title: LocalizedTexts | null
  readonly actor: string
  readonly status: (typeof BULK_STATUSES)[number]
  readonly createdAt: Instant
  readonly endedAt: Instant | null
  readonly done: number
  readonly nothing: number
  readonly refused: number
  readonly waiting: number
}

export const JOBS_ON_A_PAGE = 50

type Which = {
  readonly reach: Reach
  readonly id?: bigint
  readonly eventId?: number | undefined
  /** Only earlier ones. */
  readonly before?: bigint | undefined
}

/** The latest first, one more than a page has. */
export async function findJobs(on: Queryable, { reach, id, eventId, before }: Which): Promise<StoredJob[]> {
  const { organizationIds, eventIds } = reach === 'everything' ? { organizationIds: [], eventIds: [] } : reach
  const isWithin =
    reach === 'everything'
      ? sql`true`
      : sql`(job.organization_id = any (${[...organizationIds]}::int[]) or event_id = any (${[...eventIds]}::int[]))`
  const { rows } = await sql<StoredJob>`
    select job.id, job.kind, job.organization_id as "organizationId", event_id as "eventId", title, actor, job.status,
      job.created_at as "createdAt", ended_at as "endedAt", done, nothing, refused, waiting
    from bulk_job as job left join purchase_context as context on context.id = event_id, lateral (
      select count(*) filter (where state = 'SUCCEEDED')::int as done, count(*) filter (where state = 'NOTHING')::int as nothing,
        count(*) filter (where state = 'REFUSED')::int as refused, count(*) filter (where state = 'WAITING')::int as waiting
      from bulk_item where job_id = job.id
    ) as counted
    where ${isWithin} and ${id === undefined ? sql`true` : sql`job.id = ${id}`}
      and ${eventId === undefined ? sql`true` : sql`event_id = ${eventId}`}
      and ${before === undefined ? sql`true` : sql`job.id < ${before}`}
    order by job.id desc limit ${JOBS_ON_A_PAGE + 1}`.execute(on.kysely)
  return rows
}

export type StoredItem = {
  readonly place: number
  /** Of a list; null: it is about an order or a person. */
  readonly row: number | null
  readonly orderId: ReservationId | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly state: (typeof BULK_ITEM_STATES)[number]
  readonly code: string | null
  readonly args: readonly string[]
  readonly at: Instant | null
}

type Items = { readonly state?: string | undefined; readonly after: number; readonly limit: number }

/** In the order of the job, with the people of today: whose data are erased is not named any more. */
export async function findItems(on: Queryable, jobId: bigint, { state, after, limit }: Items): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select place, list_row as row, item.order_id as "orderId",
      coalesce(reservation.first_name, entry.first_name) as "firstName",
      coalesce(reservation.last_name, entry.last_name) as "lastName", state, code, args, done_at as at
    from (
      select *, row_number() over (order by id)::int as place from bulk_item where job_id = ${jobId}
    ) as item left join reservation on reservation.id = item.order_id
      left join waiting_list_entry as entry on entry.id = item.waiting_id
    where place > ${after} and ${state === undefined ? sql`true` : sql`state = ${state}`}
    order by place limit ${limit}`.execute(on.kysely)
  return rows
}

/** Stops a job that runs; false for any other. */
export async function stopJob(on: Queryable, id: bigint, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    update bulk_job set status = 'STOPPED', ended_at = ${timestamp(now)}
    where id = ${id} and status = 'RUNNING' returning id`.execute(on.kysely)
  return rows.length > 0
}

/** Goes on with a job that was stopped; false for any other. */
export async function resumeJob(on: Queryable, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    update bulk_job set status = 'RUNNING', ended_at = null where id = ${id} and status = 'STOPPED' returning id`.execute(
    on.kysely,
  )
  return rows.length > 0
}
