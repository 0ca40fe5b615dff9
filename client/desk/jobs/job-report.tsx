import { useState } from 'react'
import { BULK_ITEM_STATES, type BulkItem, type BulkJob } from '#contract/desk-bulk.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { deskBulkItemsPath } from '#contract/paths.ts'
import { Panel, Tag } from '../parts/work.tsx'
import rowList from '../parts/row-list.module.css'
import css from './jobs.module.css'

type State = BulkItem['state']

const itemsQuery = (jobId: number, state: State | undefined, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['desk', 'bulk-job', jobId, 'items', state ?? '', cursor ?? ''],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskBulkItemsPath, { params: { jobId }, query: { state, cursor }, signal })),
    staleTime: 0,
  })

/** Each order with what came of it: those that a person has to look at first, where there are some. */
export function JobReport({ job }: { readonly job: BulkJob }) {
  const t = useT()
  const [state, setState] = useState<State | undefined>(job.refused > 0 ? 'REFUSED' : undefined)
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const choose = (chosen: string) => {
    setState(BULK_ITEM_STATES.find(one => one === chosen))
    setCursors([undefined])
  }
  return (
    <Panel title={t('foyer.desk.bulk.report')}>
      <div className={css.filter}>
        <SelectField
          id="state"
          label={t('foyer.desk.bulk.show')}
          value={state ?? ''}
          onChange={event => choose(event.target.value)}
        >
          <option value="">{t('foyer.desk.bulk.all')}</option>
          {BULK_ITEM_STATES.map(one => (
            <option key={one} value={one}>
              {t(`foyer.desk.bulk.state.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <ul className={rowList.rows}>
        {cursors.map((cursor, index) => (
          <Part
            key={`${state} ${cursor}`}
            query={itemsQuery(job.id, state, cursor)}
            onMore={index === cursors.length - 1 ? next => setCursors(shown => [...shown, next]) : undefined}
          />
        ))}
      </ul>
    </Panel>
  )
}

type PartProps = {
  readonly query: ReturnType<typeof itemsQuery>
  /** Left out where the next part is shown already. */
  readonly onMore: ((cursor: string) => void) | undefined
}

function Part({ query, onMore }: PartProps) {
  const t = useT()
  const { data } = useQuery(query)
  if (!data) return null
  const { items, nextCursor } = data
  return (
    <>
      {items.length === 0 && <li className="soft">{t('foyer.desk.bulk.none')}</li>}
      {items.map(item => (
        <ItemRow key={item.place} item={item} />
      ))}
      {nextCursor !== null && onMore && (
        <li>
          <Button tone="quiet" onClick={() => onMore(nextCursor)}>
            {t('foyer.desk.bulk.more')}
          </Button>
        </li>
      )}
    </>
  )
}

const TONES = { WAITING: 'plain', SUCCEEDED: 'good', NOTHING: 'off', REFUSED: 'bad' } as const

function ItemRow({ item: { row, shortId, person, state, message } }: { readonly item: BulkItem }) {
  const t = useT()
  return (
    <li>
      <div>
        {row !== null && <span className="soft">{t('foyer.desk.bulk.row', row)}</span>} <b>{shortId}</b>{' '}
        <bdi>{person}</bdi>
        {message !== null && <p className="soft">{message}</p>}
      </div>
      <Tag tone={TONES[state]}>{t(`foyer.desk.bulk.state.${state}`)}</Tag>
    </li>
  )
}
