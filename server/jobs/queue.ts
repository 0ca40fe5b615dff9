import type { ClientConfig } from 'pg'
import { PgBoss, type WipData } from 'pg-boss'
import { whileAway } from '#server/database/while-away.ts'
import type { EventLog } from '#server/base/event-log.ts'
import { within } from '#server/base/within.ts'
import { JOB_NAMES, type Job, type JobName } from './job.ts'
import { type LocalJob, localJob } from './local-job.ts'
import { type Outage, outage } from './outage.ts'
import { openQueueConnections } from './queue-connections.ts'

/** Wakes jobs, so that what is due need not wait for their interval. */
export type JobQueue = {
  /** Does somebody run the jobs: this process, or another one of the shop? */
  readonly areRun: boolean
  /**
   * Has the job run soon, here or somewhere. Only a hint: what is due waits in its own table and is found anyway, so this
   * never rejects.
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
  /** Starts nothing more and waits so long for what runs; answers whether everything has come to an end. */
  stop(milliseconds: number): Promise<boolean>
}

/** For processes that do one thing and end: those that run the jobs find what is due by themselves. */
export const noQueue: JobQueue = { areRun: false, wake: async () => {}, whenRun: async () => {} }

/** How the jobs of this process are. `none`: it runs none. `late`: one hangs, or nothing has been looked for a while. */
export type JobsHealth = 'none' | 'alive' | 'late'

const LIMITS = { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600, retentionSeconds: 3600 } as const

type Options = {
  readonly connection: ClientConfig
  readonly log: EventLog
}

/** Opens the queue on the shop's own database, so that of all processes one at a time takes each interval of a job. */
export async function openQueue({ connection, log }: Options): Promise<RunningQueue> {
  const told = outage(log)
  const store = openQueueConnections(connection, told)
  const boss = new PgBoss({ db: store, schedule: false, superviseIntervalSeconds: 300, monitorIntervalSeconds: 300 })
  boss.on('error', error => told.failed('queue', error))
  await whileAway(() => boss.start())
  for (const name of JOB_NAMES) await whileAway(() => boss.createQueue(name, { policy: 'short', ...LIMITS }))

  let timers: NodeJS.Timeout[] = []
  const here = new Map<JobName, LocalJob>()
  return {
    areRun: true,
    wake: async name => {
      const job = here.get(name)
      if (job) void job.run()
      else await boss.send(name, null, { singletonKey: 'now' }).then(nothing, error => told.failed(name, error))
    },
    whenRun: async name => {
      await here.get(name)?.underWay()
    },
    work: async jobs => {
      for (const job of jobs) {
        const local = localJob(job, told)
        here.set(job.name, local)
        await boss.work(job.name, { batchSize: 1, pollingIntervalSeconds: pollingSeconds(job) }, local.run)
      }
      timers = jobs.map(job => setInterval(() => tick(boss, job, told), job.everySeconds * 1000).unref())
    },
    // The time of this machine, as pg-boss notes it: the shop's clock can be moved.
    health: () => healthOf(boss.getWipData(), Date.now()),
    stop: async milliseconds => {
      for (const timer of timers) clearInterval(timer)
      const running = [...here.values()]
      here.clear()
      const stopping = boss.stop({ graceful: true, timeout: milliseconds })
      const isDone = await within(milliseconds, Promise.all([stopping, ...running.map(job => job.underWay())]))
      return (await within(1000, store.end())) && isDone
    },
  }
}

const nothing = (): void => {}

/** Each look is a statement: what nobody waits for is looked for less often. */
function pollingSeconds({ everySeconds }: Job): number {
  return everySeconds <= 5 ? 1 : 5
}

function tick(boss: PgBoss, { name, everySeconds }: Job, told: Outage): void {
  boss
    .send(name, null, { singletonKey: 'tick', singletonSeconds: everySeconds })
    .catch((error: unknown) => told.failed(name, error))
}

type Worker = Pick<WipData, 'createdOn' | 'lastFetchedOn' | 'lastJobStartedOn' | 'lastJobEndedOn'>

/** Each worker looks once a second for something to do, unless it is doing something. */
const LONGEST_SILENCE_MS = 60_000
const LONGEST_RUN_MS = 900_000

export function healthOf(workers: readonly Worker[], now: number): JobsHealth {
  if (workers.length === 0) return 'none'
  const isLate = (worker: Worker): boolean =>
    now - (worker.lastFetchedOn ?? worker.createdOn) > (isRunning(worker) ? LONGEST_RUN_MS : LONGEST_SILENCE_MS)
  return workers.some(isLate) ? 'late' : 'alive'
}

function isRunning({ lastFetchedOn, lastJobStartedOn, lastJobEndedOn }: Worker): boolean {
  return lastJobStartedOn !== null && lastJobStartedOn === lastFetchedOn && (lastJobEndedOn ?? 0) < lastJobStartedOn
}

/** Runs every job until none finds anything left to do; answers what each has done (development and tests). */
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
