import type { Movement } from '#contract/desk-money.ts'
import { deskOrdersPagePath } from '#contract/paths.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { EndOfList } from '../../parts/filters.tsx'
import { ListParts } from '../../parts/list-parts.tsx'
import { Panel } from '../../parts/work.tsx'
import { type Whose, movementsQuery } from '../queries.ts'
import css from './days.module.css'
import type { OpenedDay } from './use-days-address.ts'

type Of = OpenedDay & Whose & { readonly eventId: number | undefined }
type MovementsProps = { readonly of: Of; readonly onClose: () => void }

/** What the money of a day and a way is made of. */
export function Movements({ of, onClose }: MovementsProps) {
  const { t, language } = useLanguage()
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
      <ListParts>{(cursor, onMore) => <Part of={of} cursor={cursor} onMore={onMore} />}</ListParts>
    </Panel>
  )
}

type PartProps = {
  readonly of: Of
  readonly cursor: string | undefined
  readonly onMore: ((cursor: string) => void) | undefined
}

function Part({ of, cursor, onMore }: PartProps) {
  const query = useQuery(movementsQuery({ ...of, cursor }))
  const { data } = query
  if (!data) return null
  return (
    <>
      <ul className={css.movements}>
        {data.movements.map(movement => (
          <Line key={`${movement.kind} ${movement.id}`} movement={movement} />
        ))}
      </ul>
      {onMore && <EndOfList query={query} next={data.nextCursor} onMore={onMore} />}
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
