import type { Clock } from '#server/foundation/base/time.ts'
import { type JobsHealth, type Outage, healthOf } from './health.ts'
import { intervalsOf } from './intervals.ts'
import { type Job, type JobName, localJob } from './job.ts'
import type { QueueConnection } from './queue-connection.ts'

/** Runs jobs in this process: on their interval, and when they are woken. */
export type Worker = {
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

type Options = {
  readonly jobs: readonly Job[]
  readonly store: QueueConnection
  /** Where jobs are woken by other processes. */
  readonly channel: string
  readonly clock: Clock
  readonly outage: Outage
}

/** After a look that failed; where the connection was lost, it looks at once when it is back. */
const LOOK_AGAIN_MS = 5000

export function startWorker({ jobs, store, channel, clock, outage }: Options): Worker {
  const here = new Map(jobs.map(job => [job.name, localJob(job, outage)]))
  const take = intervalsOf(jobs)
  let isStopping = false
  let lookedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  /** One after the other, so that there is one timer. */
  function look(isFirst: boolean): Promise<void> {
    clearTimeout(timer)
    looking = looking.then(async () => {
      if (isStopping) return
      const nextInMs = await lookOnce(isFirst)
      clearTimeout(timer)
      if (!isStopping) timer = setTimeout(() => void look(false), nextInMs)
    })
    return looking
  }

  async function lookOnce(isFirst: boolean): Promise<number> {
    const idle = jobs.filter(({ name }) => here.get(name)?.runningSince === undefined)
    try {
      const { due, nextInMs } = await take(store, { now: clock.now(), jobs: idle, isFirst })
      lookedAt = performance.now()
      for (const name of due) void here.get(name)?.run()
      return nextInMs
    } catch (error) {
      outage.failed('queue', error)
      return LOOK_AGAIN_MS
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
      await look(true)
    },
    health: () => {
      const runningSince = [...here.values()].flatMap(job => job.runningSince ?? [])
      return healthOf({ lookedAt, runningSince }, performance.now())
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await looking
      await Promise.all([...here.values()].map(job => job.underWay()))
    },
  }
}
