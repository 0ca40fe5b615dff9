import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outage } from './health.ts'

export const JOB_NAMES = [
  'finalize-reservations',
  'deliver-mail',
  'send-order-links',
  'make-imported-orders',
  'run-bulk-jobs',
  'send-messages',
  'deliver-webhooks',
  'mail-exports',
  'expire-reservations',
  'generate-tokens',
  'distribute-seats',
  'announce-sales',
  'update-wallets',
  'fold-search-texts',
  'fetch-maps',
  'forget-robot-checks',
  'forget-request-counts',
  'forget-sessions',
  'delete-member-sessions',
  'look-into-payments',
  'give-money-back',
  'expire-transfers',
  'remind-of-transfers',
  'list-transfers',
  'remind-of-pass-ends',
  'ask-for-names',
  'ask-for-answers',
  'generate-pass-tickets',
  'take-ended-passes-off',
  'erase-personal-data',
  'erase-bank-entries',
  'return-held-seats',
  'delete-people-lists',
  'delete-old-webhooks',
] as const

export type JobName = (typeof JOB_NAMES)[number]

export const isJobName = (name: string): name is JobName => JOB_NAMES.some(one => one === name)

/**
 * Work the shop does by itself. A job looks for what is due by the shop's clock, takes it under a lock that skips what
 * another process has taken, and may be run at any time, any number of times, by several processes at once.
 */
export type Job = {
  readonly name: JobName
  /** How often it looks, at the latest. */
  readonly everySeconds: number
  /**
   * SQL that is true whenever `run` would find something, and cheap: asked for all jobs by one statement, so that nothing
   * is run in vain. `$1` is the shop's time. Without it the job looks by itself.
   */
  readonly due?: string
  /** Returns how many things it has done. */
  run(): Promise<number>
}

/** A job as one process runs it: once at a time. */
type LocalJob = {
  /** Resolves when the job has run from its beginning, which it does once more when it is just running. */
  run(): Promise<void>
  /** Resolves when nothing of the job is under way or asked for any more. */
  underWay(): Promise<void>
  /** When it began to run, by `performance.now()`; undefined while it doesn't. */
  readonly runningSince: number | undefined
}

/** What fails is logged, and found again by the next run. */
export function localJob({ name, run }: Pick<Job, 'name' | 'run'>, log: Pick<Outage, 'failed'>): LocalJob {
  let running: Promise<void> | undefined
  let since: number | undefined
  let next: Promise<void> | undefined

  // What a job does belongs to no request: not to the one that happens to wake it.
  const once = AsyncLocalStorage.bind(() => run().then(ignored, (error: unknown) => log.failed(name, error)))

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
