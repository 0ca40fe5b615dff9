import { useState } from 'react'
import type { MemberChange } from '#contract/member.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { EndOfList } from '../parts/filters.tsx'
import { ListParts } from '../parts/list-parts.tsx'
import { Panel } from '../parts/work.tsx'
import { changesQuery } from './queries.ts'
import rowList from '../parts/row-list.module.css'

type ChangesProps = { readonly organizationId: number | undefined }

/** What was changed about members, by whom, with before and after; part after part. */
export function Changes({ organizationId }: ChangesProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={t('foyer.desk.changes')}>
      {isOpen ? (
        <ListParts>
          {(cursor, onMore) => <Part organizationId={organizationId} cursor={cursor} onMore={onMore} />}
        </ListParts>
      ) : (
        <Button tone="quiet" onClick={() => setOpen(true)}>
          {t('foyer.desk.changes.show')}
        </Button>
      )}
    </Panel>
  )
}

type PartProps = ChangesProps & {
  readonly cursor: string | undefined
  /** Left out where the next part is shown already. */
  readonly onMore: ((cursor: string) => void) | undefined
}

function Part({ organizationId, cursor, onMore }: PartProps) {
  const query = useQuery(changesQuery({ organizationId, cursor }))
  const { data } = query
  if (!data) return null
  const { changes, nextCursor } = data
  return (
    <>
      <ul className={rowList.rows}>
        {changes.map(change => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ul>
      {onMore && <EndOfList query={query} next={nextCursor} onMore={onMore} />}
    </>
  )
}

function ChangeRow({ change: { at, by, action, subject, before, after, of } }: { readonly change: MemberChange }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const roleOf = (role: MemberChange['before']) =>
    role ? t(`foyer.desk.role.${role.role}`) : t('foyer.desk.changes.none')
  return (
    <li>
      <div>
        {t(`foyer.desk.change.${action}`)}: <b dir="auto">{subject}</b>
        {(before ?? after) && (
          <p>
            {roleOf(before)} <span aria-hidden="true">→</span>
            <span className="unseen">, {t('foyer.desk.changes.then')}</span> {roleOf(after)}
            {of !== null && (
              <span className="soft">
                {' '}
                (<bdi>{of}</bdi>)
              </span>
            )}
          </p>
        )}
        <p className="soft">
          {dates.moment(at)}, <bdi>{by}</bdi>
        </p>
      </div>
    </li>
  )
}
