import { useState } from 'react'
import type { TransferOrder } from '#contract/desk-transfers.ts'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { ConfirmTransfer } from '../../parts/confirm-transfer.tsx'
import { EndOfList } from '../../parts/filters.tsx'
import { ListParts } from '../../parts/list-parts.tsx'
import { Panel, Tag } from '../../parts/work.tsx'
import { OrderLine } from './entry-lines.tsx'
import { transfersQuery } from './queries.ts'
import css from './transfers.module.css'

type AwaitedProps = { readonly organizationId: number; readonly onChanged: () => unknown }

/** Orders whose transfer has not arrived, the longest overdue first; found by name, number or sum. */
export function Awaited({ organizationId, onChanged }: AwaitedProps) {
  const { t } = useLanguage()
  const [q, setQ] = useState('')
  return (
    <Panel flush title={t('foyer.desk.transfers.awaited')}>
      <div className={css.search}>
        <TextField
          id="awaited-search"
          type="search"
          label={t('foyer.desk.entry.search')}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      </div>
      <ListParts key={q.trim()}>
        {(cursor, onMore) => (
          <AwaitedPart
            organizationId={organizationId}
            q={q.trim()}
            cursor={cursor}
            onChanged={onChanged}
            onMore={onMore}
          />
        )}
      </ListParts>
    </Panel>
  )
}

type PartProps = AwaitedProps & {
  readonly q: string
  readonly cursor: string | undefined
  readonly onMore: ((cursor: string) => void) | undefined
}

function AwaitedPart({ organizationId, q, cursor, onChanged, onMore }: PartProps) {
  const { t } = useLanguage()
  const query = useQuery({
    ...transfersQuery({ organizationId, ...(q !== '' && { q }), ...(cursor !== undefined && { cursor }) }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  if (!data) return null
  if (data.orders.length === 0 && cursor === undefined) {
    return <p className={css.none}>{t(q === '' ? 'foyer.desk.transfers.none' : 'foyer.desk.entry.none-found')}</p>
  }
  return (
    <>
      <ul className={css.entries}>
        {data.orders.map(order => (
          <AwaitedRow key={order.id} order={order} onChanged={onChanged} />
        ))}
      </ul>
      {onMore && <EndOfList query={query} next={data.nextCursor} onMore={onMore} />}
    </>
  )
}

function AwaitedRow({ order, onChanged }: { readonly order: TransferOrder; readonly onChanged: () => unknown }) {
  const { t } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { dueAt, isOverdue } = order
  return (
    <li className={css.awaited}>
      <OrderLine order={order} />
      <span className={css.due}>
        {isOverdue && <Tag tone="warn">{t('foyer.desk.transfers.overdue')}</Tag>}
        {dueAt !== null && <span className="soft">{t('foyer.desk.need.item.due', dates.day(dueAt))}</span>}
      </span>
      <ConfirmTransfer order={order} onChanged={onChanged} />
    </li>
  )
}
