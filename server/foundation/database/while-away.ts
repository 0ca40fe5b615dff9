import { setTimeout as pause } from 'node:timers/promises'
import { isAway } from './try-again.ts'

const PATIENCE_MS = 30_000
const PAUSE_MS = 200

/**
 * Does a step of a start again for as long as the database is away, at most half a minute: a process that starts while
 * the database does must not need a second start. The step may be done any number of times.
 */
export async function whileAway<Result>(step: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isAway(error) || performance.now() > deadline) throw error
    }
    await pause(PAUSE_MS)
  }
}
