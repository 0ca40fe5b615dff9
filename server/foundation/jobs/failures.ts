import { type RawBuilder, sql } from 'kysely'
import { type Instant, after, days, hours, minutes } from '#domain/foundation/instant.ts'
import type { Services } from '#server/foundation/services.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import type { JobName } from './job.ts'

/**
 * What a job takes by itself: one order, one event, one person who waits, one who looks for orders, one who has a pass,
 * one order that was imported, one item of a bulk job, one export on a schedule, money that is refunded.
 */
export type RowKind =
  | 'reservation'
  | 'refund'
  | 'event'
  | 'waiting-list-entry'
  | 'order-search'
  | 'bought-pass'
  | 'imported-order'
  | 'bulk-item'
  | 'saved-export'
  | 'seat-block'
  | 'group-message'
  | 'shop'

export type JobRow = { readonly kind: RowKind; readonly id: string }

/** A row that a job keeps failing at, as `doctor` reports it. */
export type JobFailure = {
  readonly job: string
  readonly kind: string
  readonly id: string
  readonly failures: number
  readonly since: Instant
  readonly lastError: string
}

/** True of rows that a job has not put off because it could not do them; `id` is the row's in SQL. */
export function isNotPutOff(job: JobName, kind: RowKind, id: RawBuilder<unknown>, now: Instant): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from job_failure as failed
    where failed.job = ${job} and failed.kind = ${kind} and failed.id = ${id}::text and failed.retry_at > ${timestamp(now)})`
}

/** Records that a job failed at a row, logs it, and puts the row off: a minute, two, four, an hour at most. */
export async function noteFailure(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  on: Queryable,
  { job, row, error }: { readonly job: JobName; readonly row: JobRow; readonly error: unknown },
): Promise<void> {
  const now = timestamp(clock.now())
  const { rows } = await sql<{ failures: number }>`
    insert into job_failure as stored (job, kind, id, since, retry_at, last_error)
    values (${job}, ${row.kind}, ${row.id}, ${now}, ${timestamp(after(clock.now(), FIRST_WAIT_MS))}, ${reasonOf(error)})
    on conflict (job, kind, id) do update set failures = stored.failures + 1, last_error = excluded.last_error,
      retry_at = ${now}::timestamptz + least(power(2, least(stored.failures, 20)) * ${FIRST_WAIT_MS}::integer,
        ${LONGEST_WAIT_MS}::integer) * interval '1 millisecond'
    returning failures`.execute(on.kysely)
  log.jobRowFailed(job, row, rows[0]?.failures ?? 1, error)
}

const FIRST_WAIT_MS = minutes(1)
const LONGEST_WAIT_MS = hours(1)
const LONGEST_REASON = 500

/** On one line and without what a terminal or PostgreSQL would trip over. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
}

/** These rows have been done. */
export async function deleteFailures(on: Queryable, job: JobName, rows: readonly JobRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    delete from job_failure using unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ id }) => id)}::text[])
      as done (kind, id)
    where job_failure.job = ${job} and job_failure.kind = done.kind and job_failure.id = done.id`.execute(on.kysely)
}

/** Forgets rows that no job has come back to for a day since it could: they are not due any more. */
export async function deleteOldFailures(on: Queryable, now: Instant): Promise<void> {
  await on.kysely
    .deleteFrom('job_failure')
    .where('retry_at', '<=', sqlInstant(after(now, -days(1))))
    .execute()
}

/** When a job tries a row again at which it has failed; null where it has not. */
export async function retryOf(on: Queryable, job: JobName, { kind, id }: JobRow): Promise<Instant | null> {
  const row = await on.kysely
    .selectFrom('job_failure')
    .select('retry_at as retryAt')
    .where('job', '=', job)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.retryAt ?? null
}

/** What jobs keep failing at, the longest first. */
export async function findFailures(on: Queryable, limit: number): Promise<JobFailure[]> {
  return on.kysely
    .selectFrom('job_failure')
    .select(['job', 'kind', 'id', 'failures', 'since', 'last_error as lastError'])
    .orderBy('since')
    .orderBy('job')
    .orderBy('id')
    .limit(limit)
    .execute()
}
