import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { DoorReport } from '#contract/desk-door.ts'
import keyList from '../../parts/key-list.module.css'
import { Panel } from '../../parts/work.tsx'
import css from './door.module.css'

type ReportsProps = { readonly reports: readonly DoorReport[]; readonly timezone: string }

/** Whom doors without a connection let in although the shop would not have. Nothing is shown where there are none. */
export function Reports({ reports, timezone }: ReportsProps) {
  const t = useT()
  const dates = useDates(timezone)
  if (reports.length === 0) return null
  return (
    <Panel title={t('foyer.desk.door.reports')} flush>
      <p className={css.lead}>{t('foyer.desk.door.reports.lead')}</p>
      <ul className={keyList.keys}>
        {reports.map(({ scanId, outcome, name, category, at, door, lettings }) => (
          <li key={scanId}>
            <div className={keyList.key}>
              <b>
                <bdi>{name ?? t('foyer.desk.door.reports.no-name')}</bdi>
              </b>{' '}
              <span className="soft">{category}</span>
              <p>{t(`foyer.desk.door.report.${outcome}`)}</p>
              <p className="soft">
                {(lettings.length > 0 ? lettings : [{ at, door }])
                  .map(letting => `${dates.moment(letting.at)}, ${letting.door}`)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
