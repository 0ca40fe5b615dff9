import type { Job } from '#server/foundation/jobs/job.ts'
import type { Tracer } from './tracer.ts'

/** The same job, with a span for each run. */
export function tracedJob(job: Job, tracer: Tracer): Job {
  return { ...job, run: () => tracedRun(job, tracer) }
}

async function tracedRun({ name, run }: Job, tracer: Tracer): Promise<number> {
  const span = tracer.begin({ kind: 'internal', name, facts: { 'foyer.job': name } })
  try {
    const done = await span.within(run)
    span.end({ facts: { 'foyer.job.done': done } })
    return done
  } catch (error) {
    span.end({ failure: error instanceof Error ? error.constructor.name : typeof error })
    throw error
  }
}
