import { isAway } from '#server/foundation/database/try-again.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'

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
