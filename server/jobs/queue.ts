import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { EventLog } from '../events.ts'
import { JOB_NAMES, type Job, type JobName } from './job.ts'

/** Wakes jobs, so that what is due need not wait for their interval. */
export type JobQueue = {
  /** Has the job run soon, somewhere. Only a hint: what is due waits in its own table and is found anyway. */
  wake(name: JobName): Promise<void>
}

export type RunningQueue = JobQueue & {
  /** Runs these jobs in this process, on their interval and when woken. */
  work(jobs: readonly Job[]): Promise<void>
  stop(): Promise<void>
}

/** For processes that do one thing and end: those that run the jobs find what is due by themselves. */
export const noQueue: JobQueue = { wake: async () => {} }

const LIMITS = { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600, retentionSeconds: 3600 } as const

/** Opens the queue on the shop's own database, so that of all processes one at a time takes each interval of a job. */
export async function openQueue({ pool, log }: { pool: pg.Pool; log: EventLog }): Promise<RunningQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: 300,
    monitorIntervalSeconds: 300,
  })
  boss.on('error', error => log.jobFailed('queue', error))
  await boss.start()
  for (const name of JOB_NAMES) await boss.createQueue(name, { policy: 'short', ...LIMITS })

  let timers: NodeJS.Timeout[] = []
  return {
    wake: async name => {
      await boss.send(name, null, { singletonKey: 'now' })
    },
    work: async jobs => {
      for (const job of jobs) await workOn(boss, job, log)
      timers = jobs.map(job => setInterval(() => tick(boss, job, log), job.everySeconds * 1000).unref())
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

async function workOn(boss: PgBoss, { name, run }: Job, log: EventLog): Promise<void> {
  await boss.work(name, { batchSize: 1, pollingIntervalSeconds: 1 }, async () => {
    await run().catch((error: unknown) => log.jobFailed(name, error))
  })
}

function tick(boss: PgBoss, { name, everySeconds }: Job, log: EventLog): void {
  boss
    .send(name, null, { singletonKey: 'tick', singletonSeconds: everySeconds })
    .catch((error: unknown) => log.jobFailed(name, error))
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
