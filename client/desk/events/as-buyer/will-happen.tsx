import { useState } from 'react'
import type { DeskEvent } from '#contract/desk-event.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import { Loading, TextShape } from '#client/kit/page/page.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { localOf } from '../../parts/local-time.ts'
import { Panel } from '../../parts/work.tsx'
import css from './as-buyer.module.css'
import { stepsQuery } from '../calls.ts'
import { inOrder, momentsOf, momentsOfSteps } from './moments.ts'

type WillHappenProps = {
  readonly event: DeskEvent
  /** Local date-time of the event; empty: all that is to come. */
  readonly until: string
}

/** What the shop does by itself between now and then: sales, codes and doors as stated; reminders, offers and erasures as it answers. */
export function WillHappen({ event, until }: WillHappenProps) {
  const { t, language } = useLanguage()
  const dates = datesIn(language, 'UTC')
  const [openedAt] = useState(() => Date.now())
  const zone = event.file.timezone ?? 'UTC'
  const now = localOf(openedAt, zone)
  const query = useQuery(stepsQuery(event.id))
  const stated = momentsOf(event.file).filter(({ at }) => at > now)
  const moments = inOrder([...stated, ...momentsOfSteps(query.data?.steps ?? [], zone)]).filter(
    ({ at }) => until === '' || at <= until,
  )
  return (
    <Panel title={t(until === '' ? 'foyer.desk.as-buyer.until.next' : 'foyer.desk.as-buyer.until')}>
      {moments.length === 0 && query.isSuccess && <p className="soft">{t('foyer.desk.as-buyer.nothing')}</p>}
      {moments.length > 0 && (
        <ol className={css.moments}>
          {moments.map(({ at, key, name, folded }) => (
            <li key={`${at} ${key} ${name}`}>
              <span className="soft small">{dates.moment(Date.parse(`${at}Z`))}</span>
              <br />
              {folded.length === 0 ? t(key, name) : <Folded summary={t(key, name)} names={folded} />}
            </li>
          ))}
        </ol>
      )}
      {query.isPending && (
        <Loading>
          <TextShape lines={3} />
        </Loading>
      )}
      {query.isError && (
        <p role="alert">
          {t('foyer.desk.as-buyer.steps-failed')}{' '}
          <TextButton onClick={() => void query.refetch()}>{t('foyer.desk.retry')}</TextButton>
        </p>
      )}
    </Panel>
  )
}

type FoldedProps = { readonly summary: string; readonly names: readonly string[] }

/** One line, and the names when it is opened. */
function Folded({ summary, names }: FoldedProps) {
  return (
    <details>
      <summary>{summary}</summary>
      <span className="small" dir="auto">
        {names.join(', ')}
      </span>
    </details>
  )
}
