import { AsyncLocalStorage } from 'node:async_hooks'
import type { Job } from './job.ts'
import type { Outage } from './outage.ts'

/** A job as one process runs it: once at a time. */
export type LocalJob = {
  /** Resolves when the job has run from its beginning, which it does once more when it is just running. */
  run(): Promise<void>
  /** Resolves when nothing of the job is under way or asked for any more. */
  underWay(): Promise<void>
  /** When it began to run, by `performance.now()`; undefined while it doesn't. */
  readonly runningSince: number | undefined
}

/** What fails is logged, and found again by the next run. */
export function localJob({ name, run }: Pick<Job, 'name' | 'run'>, told: Pick<Outage, 'failed'>): LocalJob {
  let running: Promise<void> | undefined
  let since: number | undefined
  let next: Promise<void> | undefined

  // What a job does belongs to no request: not to the one that happens to wake it.
  const once = AsyncLocalStorage.bind(() => run().then(ignored, (error: unknown) => told.failed(name, error)))

  const start = (): Promise<void> => {
    since = performance.now()
    running = once().finally(() => (running = since = undefined))
    return running
  }
  return {
    run: () => {
      if (!running) return start()
      next ??= running.then(() => {
        next = undefined
        return start()
      })
      return next
    },
    underWay: async () => {
      await (next ?? running)
    },
    get runningSince() {
      return since
    },
  }
}

const ignored = (): void => {}
