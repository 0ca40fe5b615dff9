import { useState } from 'react'
import type { MemberChange } from '#contract/member.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Panel } from '../parts/work.tsx'
import { changesQuery } from './queries.ts'
import css from './people.module.css'

type ChangesProps = { readonly organizationId: number | undefined }

/** What was changed about members, by whom, with before and after; part after part. */
export function Changes({ organizationId }: ChangesProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  return (
    <Panel title={t('foyer.desk.changes')}>
      {isOpen ? (
        <ul className={css.rows}>
          {cursors.map((cursor, index) => (
            <Part
              key={cursor ?? ''}
              organizationId={organizationId}
              cursor={cursor}
              onMore={
                index === cursors.length - 1 ? (next: string) => setCursors(shown => [...shown, next]) : undefined
              }
            />
          ))}
        </ul>
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
  const t = useT()
  const { data } = useQuery(changesQuery({ organizationId, cursor }))
  if (!data) return null
  const { changes, nextCursor } = data
  return (
    <>
      {changes.map(change => (
        <ChangeRow key={change.id} change={change} />
      ))}
      {nextCursor !== null && onMore && (
        <li>
          <Button tone="quiet" onClick={() => onMore(nextCursor)}>
            {t('foyer.desk.changes.more')}
          </Button>
        </li>
      )}
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
        {t(`foyer.desk.change.${action}`)}: <b>{subject}</b>
        {(before ?? after) && (
          <p>
            {roleOf(before)} <span aria-hidden="true">→</span>
            <span className="unseen">, {t('foyer.desk.changes.then')}</span> {roleOf(after)}
            {of !== null && <span className="soft"> ({of})</span>}
          </p>
        )}
        <p className="soft">
          {dates.moment(at)}, <bdi>{by}</bdi>
        </p>
      </div>
    </li>
  )
}
