import { useState } from 'react'
import type { DeskEvent } from '#contract/desk-event.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { localOf } from '../../parts/local-time.ts'
import { Panel } from '../../parts/work.tsx'
import css from './as-buyer.module.css'
import { momentsOf } from './moments.ts'

type WillHappenProps = {
  readonly event: DeskEvent
  /** Local date-time of the event; empty: all that is to come. */
  readonly until: string
}

/** What the shop does by itself between now and then, by what the organiser has stated: sales, codes, doors. */
export function WillHappen({ event, until }: WillHappenProps) {
  const { t, language } = useLanguage()
  const dates = datesIn(language, 'UTC')
  const [openedAt] = useState(() => Date.now())
  const now = localOf(openedAt, event.file.timezone ?? 'UTC')
  const moments = momentsOf(event.file).filter(({ at }) => at > now && (until === '' || at <= until))
  return (
    <Panel title={t(until === '' ? 'foyer.desk.as-buyer.until.next' : 'foyer.desk.as-buyer.until')}>
      {moments.length === 0 ? (
        <p className="soft">{t('foyer.desk.as-buyer.nothing')}</p>
      ) : (
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
