/** How the jobs of a process are. `none`: it runs none. `late`: one hangs, or nothing was checked for a while. */
export type JobsHealth = 'none' | 'alive' | 'late'

type Watched = {
  /** When it last checked what is due. */
  readonly lookedAt: number
  /** When each job that is running began. */
  readonly runningSince: readonly number[]
}

const LONGEST_SILENCE_MS = 60_000
const LONGEST_RUN_MS = 900_000

/** Of a process that runs jobs. All times are those of one clock, in milliseconds. */
export function healthOf({ lookedAt, runningSince }: Watched, now: number): Exclude<JobsHealth, 'none'> {
  const isSilent = now - lookedAt > LONGEST_SILENCE_MS
  return isSilent || runningSince.some(since => now - since > LONGEST_RUN_MS) ? 'late' : 'alive'
}
