import type { DoorReport } from '#contract/desk-door.ts'
import type { DoorInfo } from '#contract/door.ts'
import { Icon } from '#client/kit/mark/mark.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import css from '../door.module.css'

/** How many are in, here and at all doors. */
export function Tally({ counts: { here, all, expected } }: { readonly counts: DoorInfo['counts'] }) {
  const t = useT()
  const part = expected === 0 ? 0 : Math.min(100, (all / expected) * 100)
  return (
    <div className={css.tally}>
      <p>
        <b>{all}</b> <span>{t('foyer.door.of', expected)}</span>
        <span className="soft">{t('foyer.door.here', here)}</span>
      </p>
      <div className={css.fill} aria-hidden="true">
        <i style={{ inlineSize: `${part}%` }} />
      </div>
    </div>
  )
}

type AwayProps = { readonly isOnline: boolean; readonly waiting: number; readonly listed: number }

/** Says that there is no connection, and that the door goes on. */
export function Away({ isOnline, waiting, listed }: AwayProps) {
  const t = useT()
  return (
    <div role="status">
      {!isOnline && (
        <p className={css.away}>
          <Icon name="alert" />
          <span>
            <b>
              {t('foyer.door.away')} {waiting > 0 && t('foyer.door.waiting', waiting)}
            </b>{' '}
            {listed > 0 ? t('foyer.door.away.listed', listed) : t('foyer.door.away.empty')}
          </span>
        </p>
      )}
    </div>
  )
}

type ReportsProps = { readonly reports: readonly DoorReport[]; readonly timezone: string }

/** What was found out after the connection came back. */
export function Reports({ reports, timezone }: ReportsProps) {
  const t = useT()
  const dates = useDates(timezone)
  if (reports.length === 0) return null
  return (
    <section className={css.sheet} aria-label={t('foyer.door.reports')}>
      <h2>{t('foyer.door.reports')}</h2>
      <ul className={css.list}>
        {reports.slice(0, 5).map(({ scanId, outcome, name, at, lettings }) => (
          <li key={scanId}>
            <span data-sign="stop">
              <Icon name="alert" />
            </span>
            <span>
              <b>
                <bdi>{name ?? t('foyer.door.reports.no-name')}</bdi>
              </b>
              <br />
              <span className="soft">
                {outcome === 'ALREADY_IN' ? t('foyer.door.reports.twice') : t(`foyer.door.${outcome}`)}
                {': '}
                {(lettings.length > 0 ? lettings : [{ at, door: '' }])
                  .map(letting => `${dates.time(letting.at)} ${letting.door}`.trim())
                  .join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
