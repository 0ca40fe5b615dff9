import type { ClientConfig } from 'pg'
import { type Clock, within } from '#server/foundation/base/time.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'
import { type JobsHealth, type Outage, outage } from './health.ts'
import { JOB_NAMES, type Job, type JobName, isJobName, localJob } from './job.ts'
import { openQueueConnection } from './queue-connection.ts'
import { type Worker, startWorker } from './worker.ts'

/** Wakes jobs, so that what is due need not wait for their interval. */
export type JobQueue = {
  /** Does a process run the jobs: this one, or another one of the shop? */
  readonly areRun: boolean
  /**
   * Has the job run soon, here or in the processes that work. Only a hint: what is due waits in its own table and is found
   * anyway, so this never rejects. Called after the commit of what has become due.
   */
  wake(name: JobName): Promise<void>
  /** Resolves once the job, if it has been woken here, has run. */
  whenRun(name: JobName): Promise<void>
}

export type RunningQueue = JobQueue & {
  /** Runs these jobs in this process, on their interval and when woken. */
  work(jobs: readonly Job[]): Promise<void>
  /** How the jobs of this process are. */
  health(): JobsHealth
  /** Starts nothing more and waits so long for what runs; returns whether everything has come to an end. */
  stop(milliseconds: number): Promise<boolean>
}

/** For processes that do one thing and end: those that run the jobs find what is due by themselves. */
export const noQueue: JobQueue = { areRun: false, wake: async () => {}, whenRun: async () => {} }

type Options = {
  readonly connection: ClientConfig
  readonly clock: Clock
  readonly log: EventLog
}

const CHANNEL = 'foyer_job'

/** How long the end of the connection is waited for. */
const END_MS = 1000

/**
 * Opens the queue on the shop's own database (decision 30): of all processes one takes each interval of a job, and a job
 * that is woken runs here or, in a process that runs none, in those that do.
 */
export function openQueue({ connection, clock, log }: Options): RunningQueue {
  let worker: Worker | undefined
  let isEnded = false
  const { failed, isOver } = outage(log)
  // What is cut off by the end of the queue's own connection is no outage.
  const told: Outage = {
    failed: (job, error) => {
      if (!isEnded) failed(job, error)
    },
    isOver,
  }
  const store = openQueueConnection({
    connection,
    outage: told,
    onOpen: () => void worker?.begin(),
    onNotification: name => void (isJobName(name) && worker?.run(name)),
  })

  const tell = async (name: JobName): Promise<number> => {
    const rows = await store.ask({ name: 'wake', text: 'select pg_notify($1, $2)', values: [CHANNEL, name] })
    return rows.length
  }
  // Of many callers that wake a job while a notification is being sent, one notifies.
  const elsewhere = new Map(JOB_NAMES.map(name => [name, localJob({ name, run: () => tell(name) }, told)]))
  return {
    areRun: true,
    wake: async name => {
      if (!worker?.run(name) && !isEnded) await elsewhere.get(name)?.run()
    },
    whenRun: async name => {
      await worker?.whenRun(name)
    },
    work: async jobs => {
      worker = startWorker({ jobs, store, channel: CHANNEL, clock, outage: told })
      if (store.isOpen) await worker.begin()
    },
    health: () => worker?.health() ?? 'none',
    stop: async milliseconds => {
      const isDone = await within(milliseconds, Promise.resolve(worker?.stop()))
      isEnded = true
      return (await within(END_MS, store.end())) && isDone
    },
  }
}

/** Runs every job until none finds anything left to do; returns what each has done (development and tests). */
export async function runDueJobs(jobs: readonly Job[]): Promise<Record<string, number>> {
  const done: Record<string, number> = Object.fromEntries(jobs.map(({ name }) => [name, 0]))
  for (let round = 0; round < 20; round += 1) {
    let found = 0
    for (const { name, run } of jobs) {
      const count = await run()
      done[name] = (done[name] ?? 0) + count
      found += count
    }
    if (found === 0) break
  }
  return done
}
