import { isAway } from '#server/foundation/database/try-again.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'

/** How the jobs of a process are. `none`: it runs none. `late`: one hangs, or nothing was checked for a while. */
export type JobsHealth = 'none' | 'alive' | 'late'

type Watched = {
  /** When it last checked what is due. */
  readonly checkedAt: number
  /** When each job that is running began. */
  readonly runningSince: readonly number[]
}

const LONGEST_SILENCE_MS = 60_000
const LONGEST_RUN_MS = 900_000

/** Of a process that runs jobs. All times are those of one clock, in milliseconds. */
export function healthOf({ checkedAt, runningSince }: Watched, now: number): Exclude<JobsHealth, 'none'> {
  const isSilent = now - checkedAt > LONGEST_SILENCE_MS
  return isSilent || runningSince.some(since => now - since > LONGEST_RUN_MS) ? 'late' : 'alive'
}

export type Outage = {
  /** Something that runs by itself has failed. */
  failed(job: string, error: unknown): void
  /** The database has answered. */
  isOver(): void
}

/** Jobs and polls fail many times a second while the database is away: logged once, and once that it is back. */
export function outage(log: Pick<EventLog, 'jobFailed' | 'databaseAway' | 'databaseBack'>): Outage {
  let isAwayNow = false
  return {
    failed: (job, error) => {
      if (!isAway(error)) return log.jobFailed(job, error)
      if (!isAwayNow) log.databaseAway(error)
      isAwayNow = true
    },
    isOver: () => {
      if (isAwayNow) log.databaseBack()
      isAwayNow = false
    },
  }
}
