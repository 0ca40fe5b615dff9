import { useState } from 'react'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Panel } from '../../parts/work.tsx'
import { EntryHead } from './entry-lines.tsx'
import { Aside } from './entry-row.tsx'
import { settledQuery } from './queries.ts'
import css from './transfers.module.css'

type SettledProps = { readonly organizationId: number; readonly onChanged: () => unknown }

/** What was booked or set aside, by whom; read once it is opened. */
export function Settled({ organizationId, onChanged }: SettledProps) {
  const { t } = useLanguage()
  const [cursors, setCursors] = useState<readonly string[]>([])
  return (
    <Panel flush={cursors.length > 0} title={t('foyer.desk.entries.settled')}>
      {cursors.length === 0 && (
        <Button tone="quiet" onClick={() => setCursors([''])}>
          {t('foyer.desk.entries.settled.show')}
        </Button>
      )}
      {cursors.map((cursor, at) => (
        <SettledPart
          key={cursor}
          organizationId={organizationId}
          cursor={cursor}
          onChanged={onChanged}
          {...(at === cursors.length - 1 && { onMore: (next: string) => setCursors([...cursors, next]) })}
        />
      ))}
    </Panel>
  )
}

type PartProps = SettledProps & { readonly cursor: string; readonly onMore?: (cursor: string) => void }

function SettledPart({ organizationId, cursor, onChanged, onMore }: PartProps) {
  const { t, language } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { data } = useQuery(settledQuery({ organizationId, ...(cursor !== '' && { cursor }) }))
  if (!data) return null
  if (data.entries.length === 0 && cursor === '') {
    return <p className={css.none}>{t('foyer.desk.entries.settled.none')}</p>
  }
  return (
    <>
      <ul className={css.entries}>
        {data.entries.map(entry => (
          <li key={entry.id} className={css.entry}>
            <EntryHead entry={entry} />
            <span className={css.sum}>{formatAmount(entry.money.amount, entry.money.currency, language)}</span>
            <div className={css.judged}>
              <p className="soft">
                {entry.orderReference === null
                  ? t('foyer.desk.entries.aside-by', entry.settledBy, dates.moment(entry.settledAt))
                  : t(
                      'foyer.desk.entries.booked-by',
                      entry.orderReference,
                      entry.settledBy,
                      dates.moment(entry.settledAt),
                    )}
              </p>
            </div>
            <div className={css.acts}>
              {entry.status === 'SET_ASIDE' && (
                <Aside entryId={entry.id} isAside={false} name="foyer.desk.entry.take-up" onChanged={onChanged} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {data.nextCursor !== null && onMore && (
        <div className={css.more}>
          <Button tone="quiet" onClick={() => onMore(data.nextCursor ?? '')}>
            {t('foyer.desk.more')}
          </Button>
        </div>
      )}
    </>
  )
}
