import { useState } from 'react'
import type { Movement } from '#contract/desk-money.ts'
import { deskOrdersPagePath } from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { Panel } from '../../parts/work.tsx'
import { type Whose, movementsQuery } from '../queries.ts'
import css from './days.module.css'
import type { OpenedDay } from './use-days-address.ts'

type Of = OpenedDay & Whose & { readonly eventId: number | undefined }
type MovementsProps = { readonly of: Of; readonly onClose: () => void }

/** What the money of a day and a way is made of. */
export function Movements({ of, onClose }: MovementsProps) {
  const { t, language } = useLanguage()
  const [cursors, setCursors] = useState<readonly string[]>([''])
  const day = datesIn(language, 'UTC').day(Date.parse(`${of.day}T12:00:00Z`))
  const title = t('foyer.desk.money.of-day', day, t(`foyer.desk.orders.method.${of.method.toLowerCase()}`))
  return (
    <Panel
      flush
      title={title}
      aside={
        <Button tone="quiet" onClick={onClose}>
          {t('foyer.desk.money.close')}
        </Button>
      }
    >
      {cursors.map((cursor, at) => (
        <Part
          key={cursor}
          of={of}
          cursor={cursor}
          {...(at === cursors.length - 1 && { onMore: (next: string) => setCursors([...cursors, next]) })}
        />
      ))}
    </Panel>
  )
}

type PartProps = { readonly of: Of; readonly cursor: string; readonly onMore?: (cursor: string) => void }

function Part({ of, cursor, onMore }: PartProps) {
  const { t } = useLanguage()
  const { data } = useQuery(movementsQuery({ ...of, cursor: cursor === '' ? undefined : cursor }))
  if (!data) return null
  return (
    <>
      <ul className={css.movements}>
        {data.movements.map(movement => (
          <Line key={`${movement.kind} ${movement.id}`} movement={movement} />
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

function Line({ movement }: { readonly movement: Movement }) {
  const { t, language } = useLanguage()
  const { kind, orderId, orderReference, person, of, amount, currency, fee, providerReference } = movement
  return (
    <li>
      <span className={css.what}>
        <Link to={`${deskOrdersPagePath}?order=${orderId}`}>
          <code>{orderReference}</code>
        </Link>
        {person !== null && <bdi>{person}</bdi>}
        <span className="soft">
          <bdi>{of.title}</bdi>
        </span>
        {providerReference !== null && <code className="soft">{providerReference}</code>}
      </span>
      <span>{t(`foyer.desk.money.kind.${kind}`)}</span>
      <span className={css.sum}>
        {formatAmount(amount, currency, language)}
        {fee !== null && <small>{t('foyer.desk.money.fees', fee)}</small>}
      </span>
    </li>
  )
}
