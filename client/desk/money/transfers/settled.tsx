import { useState } from 'react'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { EndOfList } from '../../parts/filters.tsx'
import { ListParts } from '../../parts/list-parts.tsx'
import { Panel } from '../../parts/work.tsx'
import { EntryHead } from './entry-lines.tsx'
import { Aside } from './entry-row.tsx'
import { settledQuery } from './queries.ts'
import css from './transfers.module.css'

type SettledProps = { readonly organizationId: number; readonly onChanged: () => unknown }

/** What was booked or set aside, by whom; read once it is opened. */
export function Settled({ organizationId, onChanged }: SettledProps) {
  const { t } = useLanguage()
  const [isShown, setShown] = useState(false)
  return (
    <Panel flush={isShown} title={t('foyer.desk.entries.settled')}>
      {isShown ? (
        <ListParts>
          {(cursor, onMore) => (
            <SettledPart organizationId={organizationId} cursor={cursor} onChanged={onChanged} onMore={onMore} />
          )}
        </ListParts>
      ) : (
        <Button tone="quiet" onClick={() => setShown(true)}>
          {t('foyer.desk.entries.settled.show')}
        </Button>
      )}
    </Panel>
  )
}

type PartProps = SettledProps & {
  readonly cursor: string | undefined
  readonly onMore: ((cursor: string) => void) | undefined
}

function SettledPart({ organizationId, cursor, onChanged, onMore }: PartProps) {
  const { t, language } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const query = useQuery(settledQuery({ organizationId, ...(cursor !== undefined && { cursor }) }))
  const { data } = query
  if (!data) return null
  if (data.entries.length === 0 && cursor === undefined) {
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
      {onMore && <EndOfList query={query} next={data.nextCursor} onMore={onMore} />}
    </>
  )
}
