import { useEffect } from 'react'
import type { BulkJob } from '#contract/desk-bulk.ts'
import { useHouseTitle } from '#client/kit/page/page.tsx'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { deskBulkJobPath } from '#contract/paths.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Stack, Work } from '../parts/work.tsx'
import { JobHead, JobProgress } from './job-head.tsx'
import { JobReport } from './job-report.tsx'

/** How often the progress is read while a job runs. */
const PROGRESS_MS = 1500

const jobQuery = (jobId: number) =>
  queryOptions({
    queryKey: ['desk', 'bulk-job', jobId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskBulkJobPath, { params: { jobId }, signal })),
    staleTime: 0,
  })

/** What is done with many orders at once: how far it has come, and what came of each. */
export function Page() {
  const jobId = Number(useParams().jobId)
  const job = useQuery(jobQuery(jobId))
  return <Loaded query={job}>{read => <JobView job={read} reload={job.refetch} />}</Loaded>
}

type JobViewProps = { readonly job: BulkJob; readonly reload: () => Promise<unknown> }

function JobView({ job, reload }: JobViewProps) {
  useHouseTitle(job.name)
  const isRunning = job.status === 'RUNNING'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void reload(), PROGRESS_MS)
    return () => clearInterval(timer)
  }, [isRunning, reload])
  return (
    <Work>
      <JobHead job={job} reload={reload} />
      <Stack>
        <JobProgress job={job} />
        <JobReport key={`${job.status} ${job.waiting === 0}`} job={job} />
      </Stack>
    </Work>
  )
}
