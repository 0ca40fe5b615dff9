import type { BulkJob } from '#contract/desk-bulk.ts'
import { explain, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor, Link } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { deskBulkReportPath, deskBulkResumePath, deskBulkStopPath, deskEventPagePath, pathTo } from '#contract/paths.ts'
import { Panel, Tag, Title } from '../parts/work.tsx'
import css from './jobs.module.css'

type JobHeadProps = { readonly job: BulkJob; readonly reload: () => Promise<unknown> }

const TONES = { RUNNING: 'warn', STOPPED: 'off', ENDED: 'good' } as const

/** What it is, and who has started it. */
export function JobHead({ job, reload }: JobHeadProps) {
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { name, by, startedAt, eventId, title } = job
  const lead = (
    <>
      {eventId !== null && (
        <>
          <Link to={pathTo(deskEventPagePath, { eventId })}>
            <bdi>{title}</bdi>
          </Link>
          {' · '}
        </>
      )}
      {dates.moment(startedAt)}, <bdi>{by}</bdi>
    </>
  )
  return (
    <Title lead={lead} acts={<JobActs job={job} reload={reload} />}>
      {name}
    </Title>
  )
}

/** What can be done about it. */
function JobActs({ job: { id: jobId, status }, reload }: JobHeadProps) {
  const { t } = useLanguage()
  const toast = useToast()
  const { send, isSending } = useSending()
  const move = (path: typeof deskBulkStopPath | typeof deskBulkResumePath) =>
    send(
      () => server().call('POST', path, { params: { jobId } }),
      async result => {
        const problems = result.kind === 'done' ? [] : explain(result)
        if (problems.length > 0) toast(problems.map(each => problemText(t, each)).join(' '), 'bad')
        await reload()
      },
    )
  return (
    <>
      <Tag tone={TONES[status]}>{t(`foyer.desk.bulk.status.${status}`)}</Tag>
      {status === 'RUNNING' && (
        <Button tone="quiet" busy={isSending} onClick={() => void move(deskBulkStopPath)}>
          {t('foyer.desk.bulk.stop')}
        </Button>
      )}
      {status === 'STOPPED' && (
        <Button busy={isSending} onClick={() => void move(deskBulkResumePath)}>
          {t('foyer.desk.bulk.resume')}
        </Button>
      )}
      <ButtonAnchor tone="quiet" href={pathTo(deskBulkReportPath, { jobId })} download>
        {t('foyer.desk.bulk.download')}
      </ButtonAnchor>
    </>
  )
}

/** How many of its items have ended, and how. */
export function JobProgress({ job }: { readonly job: BulkJob }) {
  const { t } = useLanguage()
  const { total, done, nothing, refused, waiting } = job
  const ended = total - waiting
  const figures = [
    { key: 'SUCCEEDED', count: done },
    { key: 'NOTHING', count: nothing },
    { key: 'REFUSED', count: refused },
    { key: 'WAITING', count: waiting },
  ].filter(({ key, count }) => count > 0 || key === 'SUCCEEDED')
  return (
    <Panel title={t('foyer.desk.bulk.progress')}>
      <div className={css.progress}>
        <label htmlFor="progress">{t('foyer.desk.bulk.progress.of', ended, total)}</label>
        <progress id="progress" max={Math.max(total, 1)} value={total === 0 ? 1 : ended} />
        <ul className={css.figures}>
          {figures.map(({ key, count }) => (
            <li key={key} data-state={key}>
              <b>{count}</b> <span className="soft">{t(`foyer.desk.bulk.state.${key}`)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
