import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Job } from '#server/foundation/jobs/job.ts'
import type { WatchCall } from '#server/providers/registry/watched.ts'

/** Seconds; a page takes a few milliseconds, a document up to a second, a provider longer. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 20, 60]
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/**
 * What one process counts about itself, as Prometheus reads it. Labels are names of ours (routes, jobs, statuses),
 * never what a client sends, so that there are as many series as there are routes and jobs.
 */
export type Metrics = ReturnType<typeof openMetrics>

/** @param isOfProcess With what Node says of the process: of each process one may, for it watches it from then on. */
export function openMetrics({ isOfProcess = false } = {}) {
  const registry = new Registry()
  const registers = [registry]
  if (isOfProcess) collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'How long requests took, by route, method and kind of answer',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'foyer_http_requests_in_flight',
    help: 'Requests that are being answered',
    registers,
  })
  const limited = new Counter({
    name: 'foyer_http_limited_total',
    help: 'Requests that were refused because too many came (429)',
    labelNames: ['route'],
    registers,
  })
  const jobs = new Histogram({
    name: 'foyer_job_duration_seconds',
    help: 'How long runs of jobs took in this process, by job and end',
    labelNames: ['job', 'end'],
    buckets: JOB_SECONDS,
    registers,
  })
  const lastGood = new Gauge({
    name: 'foyer_job_last_good_timestamp_seconds',
    help: 'When a job last came to a good end in this process',
    labelNames: ['job'],
    registers,
  })

  const calls = new Histogram({
    name: 'foyer_payment_provider_duration_seconds',
    help: 'How long providers of payments took, by provider, what they were asked and outcome',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  })

  const watchCall: WatchCall = call => {
    const end = calls.startTimer(call)
    return outcome => void end({ outcome })
  }
  return {
    registry,
    requestStarted: () => inFlight.inc(),
    requestLeft: () => inFlight.dec(),
    requestAnswered: ({ method, route, status, seconds }: AnsweredRequest) => {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
      if (status === 429) limited.inc({ route })
    },
    /** The same job, with its runs counted. */
    measured: (job: Job): Job => ({ ...job, run: () => measuredRun(job, { jobs, lastGood }) }),
    /** Counts a call to a provider of payments. */
    watchCall,
    close: () => registry.clear(),
  }
}

type OfJobs = { readonly jobs: Histogram<'job' | 'end'>; readonly lastGood: Gauge<'job'> }

async function measuredRun({ name: job, run }: Job, { jobs, lastGood }: OfJobs): Promise<number> {
  const end = jobs.startTimer({ job })
  try {
    const done = await run()
    end({ end: 'good' })
    lastGood.set({ job }, Date.now() / 1000)
    return done
  } catch (error) {
    end({ end: 'failed' })
    throw error
  }
}

type AnsweredRequest = {
  readonly method: string
  /** Its template, never the address that was asked for. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}
