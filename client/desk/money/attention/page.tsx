import { useQuery, useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useT } from '#client/language/language-context.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/work.tsx'
import { MoneyPage } from '../money-page.tsx'
import { MONEY_KEY, attentionQuery } from '../queries.ts'
import { AttentionEntry } from './attention-entry.tsx'
import css from './attention.module.css'

/** Payments, refunds and transfers that need a person, each with why and what to do. */
export function Page() {
  const t = useT()
  return (
    <MoneyPage part="attention" lead={t('foyer.desk.attention.lead')}>
      {organizationId => <List organizationId={organizationId ?? undefined} />}
    </MoneyPage>
  )
}

function List({ organizationId }: { readonly organizationId: number | undefined }) {
  const t = useT()
  const cache = useQueryCache()
  const query = useQuery(attentionQuery({ organizationId }))
  const readAgain = () => cache.invalidateQueries(MONEY_KEY)
  return (
    <Loaded query={query}>
      {({ items, count }) => (
        <Panel flush title={t('foyer.desk.attention.short')}>
          {items.length === 0 && <p className={css.none}>{t('foyer.desk.attention.none')}</p>}
          <ul>
            {items.map(item => (
              <AttentionEntry key={`${item.reason} ${item.id}`} item={item} onChanged={readAgain} />
            ))}
          </ul>
          {count > items.length && <p className={css.none}>{t('foyer.desk.need.more', count - items.length)}</p>}
        </Panel>
      )}
    </Loaded>
  )
}
