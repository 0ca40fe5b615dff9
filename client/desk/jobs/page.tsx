import { useEffect } from 'react'
import type { BulkJob } from '#contract/desk-bulk.ts'
import { ButtonLink } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { PageTitle, useHouseTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'
import { failureOf, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { deskBulkJobPath, deskPagePath } from '#contract/paths.ts'
import { BULK_JOB_DAYS } from '#domain/order/retention/what-is-due.ts'
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
  if (job.data === undefined && job.isError && failureOf(job.error).kind === 'missing') return <Gone />
  return <Loaded query={job}>{read => <JobView job={read} reload={job.refetch} />}</Loaded>
}

/** A job that was deleted some time after its end, or never was. */
function Gone() {
  const t = useT()
  useHouseTitle(t('foyer.desk.bulk.gone.title'))
  return (
    <Work>
      <Blank
        title={<PageTitle>{t('foyer.desk.bulk.gone.title')}</PageTitle>}
        action={<ButtonLink to={deskPagePath}>{t('foyer.desk.home')}</ButtonLink>}
      >
        <p>{t('foyer.desk.bulk.gone.text', BULK_JOB_DAYS)}</p>
      </Blank>
    </Work>
  )
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
