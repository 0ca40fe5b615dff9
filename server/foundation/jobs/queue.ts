import type { ClientConfig } from 'pg'
import { type Clock, within } from '#server/foundation/base/time.ts'
import type { EventLog } from '#server/foundation/base/event-log.ts'
import { type JobsHealth, type Outage, healthOf, outage } from './health.ts'
import { JOB_NAMES, type Job, type JobName, isJobName, localJob } from './job.ts'
import { type QueueConnection, openQueueConnection } from './queue-connection.ts'
import { intervalsOf } from './intervals.ts'

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
  const logged: Outage = {
    failed: (job, error) => {
      if (!isEnded) failed(job, error)
    },
    isOver,
  }
  const store = openQueueConnection({
    connection,
    outage: logged,
    onOpen: () => void worker?.begin(),
    onNotification: name => void (isJobName(name) && worker?.run(name)),
  })

  const wake = async (name: JobName): Promise<number> => {
    const rows = await store.ask({ name: 'wake', text: 'select pg_notify($1, $2)', values: [CHANNEL, name] })
    return rows.length
  }
  // Of many callers that wake a job while a notification is being sent, one notifies.
  const elsewhere = new Map(JOB_NAMES.map(name => [name, localJob({ name, run: () => wake(name) }, logged)]))
  return {
    areRun: true,
    wake: async name => {
      if (!worker?.run(name) && !isEnded) await elsewhere.get(name)?.run()
    },
    whenRun: async name => {
      await worker?.whenRun(name)
    },
    work: async jobs => {
      worker = startWorker({ jobs, store, channel: CHANNEL, clock, outage: logged })
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

/** Runs jobs in this process: on their interval, and when they are woken. */
type Worker = {
  /** Runs a job now; false when it is none of these, or they are being stopped. */
  run(name: JobName): boolean
  /** Resolves when the job is not under way any more. */
  whenRun(name: JobName): Promise<void>
  /** Listens and checks all jobs once, because a wake-up while no process listened left no trace. */
  begin(): Promise<void>
  health(): JobsHealth
  /** Starts nothing more but what it has taken; resolves when everything has come to an end. */
  stop(): Promise<void>
}

type WorkerOptions = {
  readonly jobs: readonly Job[]
  readonly store: QueueConnection
  /** Where jobs are woken by other processes. */
  readonly channel: string
  readonly clock: Clock
  readonly outage: Outage
}

/** After a look that failed; where the connection was lost, it looks at once when it is back. */
const RETRY_MS = 5000

function startWorker({ jobs, store, channel, clock, outage }: WorkerOptions): Worker {
  const here = new Map(jobs.map(job => [job.name, localJob(job, outage)]))
  const take = intervalsOf(jobs)
  let isStopping = false
  let checkedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  /** One after the other, so that there is one timer. */
  function check(isFirst: boolean): Promise<void> {
    clearTimeout(timer)
    looking = looking.then(async () => {
      if (isStopping) return
      const nextInMs = await checkOnce(isFirst)
      clearTimeout(timer)
      if (!isStopping) timer = setTimeout(() => void check(false), nextInMs)
    })
    return looking
  }

  async function checkOnce(isFirst: boolean): Promise<number> {
    const idle = jobs.filter(({ name }) => here.get(name)?.runningSince === undefined)
    try {
      const { due, nextInMs } = await take(store, { now: clock.now(), jobs: idle, isFirst })
      checkedAt = performance.now()
      for (const name of due) void here.get(name)?.run()
      return nextInMs
    } catch (error) {
      outage.failed('queue', error)
      return RETRY_MS
    }
  }

  return {
    run: name => {
      const job = isStopping ? undefined : here.get(name)
      void job?.run()
      return job !== undefined
    },
    whenRun: async name => {
      await here.get(name)?.underWay()
    },
    begin: async () => {
      await store.ask({ text: `listen ${channel}` }).catch((error: unknown) => outage.failed('queue', error))
      await check(true)
    },
    health: () => {
      const runningSince = [...here.values()].flatMap(job => job.runningSince ?? [])
      return healthOf({ checkedAt, runningSince }, performance.now())
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await looking
      await Promise.all([...here.values()].map(job => job.underWay()))
    },
  }
}
