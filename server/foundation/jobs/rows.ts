import type { Services } from '#server/foundation/services.ts'
import { asTryAgain, isAway } from '#server/foundation/database/try-again.ts'
import { type JobRow, deleteFailures, noteFailure } from './failures.ts'
import type { JobName } from './job.ts'
import type { JobQueue } from './queue.ts'

/** How long a job goes on in one round; what is left then, the next one takes, which is woken. */
export const ROUND_MS = 20_000

type Needs = Pick<Services, 'db' | 'clock' | 'log'>

/** How a job takes its rows. */
export type RowWork<Row> = {
  readonly job: JobName
  nameOf(row: Row): JobRow
  /** Does these rows in a transaction of its own, all or none; returns what it has done. */
  work(rows: readonly Row[]): Promise<number>
}

/**
 * Does each row by itself: what fails is undone, noted and put off, and the others go on. Returns the sum of what was
 * done. A lost database counts against no row: it ends the round.
 */
export async function eachRow<Row>(shop: Needs, rows: readonly Row[], work: RowWork<Row>): Promise<number> {
  let done = 0
  for (const row of rows) done += await together(shop, [row], work)
  return done
}

/** The same for many at once: when they fail together, each half is done by itself, until the broken row is alone. */
export async function together<Row>(shop: Needs, rows: readonly Row[], work: RowWork<Row>): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  try {
    const done = await work.work(rows)
    await deleteFailures(shop.db, work.job, rows.map(work.nameOf))
    return done
  } catch (error) {
    if (isAway(asTryAgain(error, 'working'))) throw error
    if (rows.length === 1) {
      await noteFailure(shop, shop.db, { job: work.job, row: work.nameOf(first), error })
      return 0
    }
  }
  const half = Math.ceil(rows.length / 2)
  return (await together(shop, rows.slice(0, half), work)) + (await together(shop, rows.slice(half), work))
}

type Batch = {
  /** How many rows were due, whatever became of them; 0 ends the round. */
  readonly found: number
  readonly done: number
}

/**
 * Takes batch after batch until nothing is due; after some seconds it wakes the job instead, so that the round ends and
 * the rest is taken up at once. Returns what was done.
 */
export async function untilNothingIsDue(
  { jobs }: { readonly jobs: JobQueue },
  job: JobName,
  take: () => Promise<Batch>,
): Promise<number> {
  const end = performance.now() + ROUND_MS
  let sum = 0
  for (;;) {
    const { found, done } = await take()
    sum += done
    if (found === 0) return sum
    if (performance.now() < end) continue
    await jobs.wake(job)
    return sum
  }
}
