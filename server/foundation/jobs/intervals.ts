import type { Instant } from '#domain/foundation/instant.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Job, JobName } from './job.ts'
import type { QueueConnection } from './queue-connection.ts'

/** What one look at all intervals has found. */
export type DueIntervals = {
  /** The jobs whose interval this process has taken and that may find something. */
  readonly due: readonly JobName[]
  /** When the next interval begins. */
  readonly nextInMs: number
}

type IntervalQuery = {
  /** The shop's time, which development can move. */
  readonly now: Instant
  /** The jobs to look at: those that are not running here. */
  readonly jobs: readonly Job[]
  /** Takes the intervals of all of them, whether they have begun or not. */
  readonly isFirst: boolean
}

/** So that a look is never a little too early. */
const MARGIN_MS = 10

/** The next look is never further away, so that one who is late is noticed. */
const LONGEST_PAUSE_MS = 30_000

/**
 * Looks at all jobs by one statement: takes the intervals that have begun, which of all processes one does, and asks
 * which of these jobs are due. Intervals are those of the database's clock: 5 seconds begin at :00, :05, :10.
 */
export function intervalsOf(
  all: readonly Job[],
): (connection: QueueConnection, query: IntervalQuery) => Promise<DueIntervals> {
  const text = takeStatement(all)
  return async (connection, { now, jobs, isFirst }) => {
    const values = [timestamp(now), jobs.map(({ name }) => name), jobs.map(({ everySeconds }) => everySeconds), isFirst]
    const [row] = await connection.ask<Row>({ name: 'take-intervals', text, values })
    if (!row) throw new Error('taking intervals was not answered')
    return { due: row.due, nextInMs: nextInMs(all, row.second) }
  }
}

type Row = { readonly due: JobName[]; readonly second: number }

/** `second` is the time of the database at which intervals were taken, in seconds since 1970. */
function nextInMs(jobs: readonly Job[], second: number): number {
  const pauses = jobs.map(({ everySeconds }) => (everySeconds - (second % everySeconds)) * 1000)
  return Math.min(LONGEST_PAUSE_MS, ...pauses) + MARGIN_MS
}

/**
 * A row that another process is just taking is left to it. One that lies more than an interval ahead was written before
 * the clock of the database was set back. A job that has no row yet gets one, and its interval is taken.
 */
function takeStatement(jobs: readonly Job[]): string {
  return `
    with job as (
      select name, seconds * interval '1 second' as length,
        to_timestamp((floor(extract(epoch from now()) / seconds) + 1) * seconds) as next_at
      from unnest($2::text[], $3::integer[]) as asked (name, seconds)
    ), begun as (
      select name, job.next_at from job_run join job using (name)
      where $4::boolean or job_run.next_at <= now() or job_run.next_at > job.next_at + length
      for update of job_run skip locked
    ), moved as (
      update job_run set next_at = begun.next_at from begun where job_run.name = begun.name returning job_run.name
    ), added as (
      insert into job_run (name, next_at)
      select name, next_at from job where not exists (select from job_run where job_run.name = job.name)
      on conflict do nothing returning name
    ), taken as (
      select name from moved union all select name from added
    )
    select coalesce(array_agg(name) filter (where ${isDue(jobs)}), '{}') as due,
      extract(epoch from now())::float8 as second
    from taken where $1::timestamptz is not null`
}

function isDue(jobs: readonly Job[]): string {
  const cases = jobs.flatMap(({ name, due }) => (due === undefined ? [] : [`when '${name}' then ${due}`]))
  return cases.length === 0 ? 'true' : `case name ${cases.join(' ')} else true end`
}
