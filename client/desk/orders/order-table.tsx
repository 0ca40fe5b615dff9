import { useState } from 'react'
import type { ListedDeskOrder } from '#contract/desk-order.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { EndOfList } from '../parts/filters.tsx'
import cards from '../parts/card-table.module.css'
import { Tag } from '../parts/work.tsx'
import type { Choice } from './bulk/use-choice.ts'
import { type OrderQuery, ordersQuery } from './calls.ts'
import type { OrdersPage } from './filter-bar.tsx'
import { nameOfOrder, stateOfOrder } from './order-words.ts'
import { useOrderAddress } from './use-order-address.ts'
import css from './orders.module.css'

type OrderTableProps = {
  readonly query: OrderQuery
  readonly first: OrdersPage
  readonly isFiltered: boolean
  /** Left out for those who do nothing with many orders. */
  readonly choice: Choice | undefined
}

/** The orders, the latest first; more of them are read when the end comes into view. */
export function OrderTable({ query, first, isFiltered, choice }: OrderTableProps) {
  const t = useT()
  const [cursors, setCursors] = useState<readonly string[]>([])
  if (first.orders.length === 0) {
    const isAll = !isFiltered && query.show === undefined
    return <p className={cards.none}>{t(isAll ? 'foyer.desk.orders.none' : 'foyer.desk.orders.none-found')}</p>
  }
  const more = (next: string) => setCursors(known => (known.includes(next) ? known : [...known, next]))
  return (
    <>
      <div className={cards.sheet}>
        <table className={`${cards.table} ${css.table}`}>
          <caption className="unseen">{t('foyer.desk.orders')}</caption>
          <thead>
            <tr>
              {choice && (
                <th scope="col">
                  <span className="unseen">{t('foyer.desk.orders.bulk.choose')}</span>
                </th>
              )}
              <th scope="col">{t('foyer.desk.orders.buyer')}</th>
              <th scope="col" className={css.roomy} data-end>
                {t('foyer.desk.orders.tickets')}
              </th>
              <th scope="col" data-end>
                {t('foyer.desk.orders.amount')}
              </th>
              <th scope="col">{t('foyer.desk.orders.state')}</th>
              <th scope="col" className={css.roomy}>
                {t('foyer.desk.orders.made')}
              </th>
            </tr>
          </thead>
          <tbody>
            {first.orders.map(order => (
              <OrderRow key={order.id} order={order} choice={choice} />
            ))}
          </tbody>
          {cursors.map(cursor => (
            <MoreRows key={cursor} query={query} cursor={cursor} choice={choice} />
          ))}
        </table>
      </div>
      <End query={query} cursor={cursors.at(-1) ?? ''} onMore={more} />
    </>
  )
}

type PartProps = { readonly query: OrderQuery; readonly cursor: string }

function MoreRows({ query, cursor, choice }: PartProps & Pick<OrderTableProps, 'choice'>) {
  const part = useQuery(ordersQuery(query, cursor))
  return (
    <tbody>
      {part.data?.orders.map(order => (
        <OrderRow key={order.id} order={order} choice={choice} />
      ))}
    </tbody>
  )
}

function End({ query, cursor, onMore }: PartProps & { readonly onMore: (next: string) => void }) {
  const part = useQuery(ordersQuery(query, cursor))
  return <EndOfList query={part} next={part.data?.nextCursor ?? null} onMore={onMore} />
}

type OrderRowProps = Pick<OrderTableProps, 'choice'> & { readonly order: ListedDeskOrder }

function OrderRow({ order, choice }: OrderRowProps) {
  const { t, language } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { opened, at } = useOrderAddress()
  const { id, shortId, of, money, tickets, createdAt, company, tags, group } = order
  const state = stateOfOrder(order, t, dates)
  const isOpen = opened === id
  return (
    <tr data-off={group === 'ENDED' || undefined} data-current={isOpen || undefined}>
      {choice && (
        <td className={css.choose}>
          <input
            type="checkbox"
            aria-label={t('foyer.desk.orders.bulk.choose-one', nameOfOrder(order, t), shortId)}
            checked={choice.isAll || choice.ids.has(id)}
            onChange={() => choice.toggle(id)}
          />
        </td>
      )}
      <td className={css.buyer}>
        <Link id={`order-${id}`} className={css.name} to={at(id)} aria-current={isOpen ? 'true' : undefined} dir="auto">
          {nameOfOrder(order, t)}
        </Link>
        <span className={css.about}>
          <span className="number">{shortId}</span> · <span dir="auto">{of.title}</span>
          {company !== null && (
            <>
              {' · '}
              <span dir="auto">{company}</span>
            </>
          )}
          {tags.map(tag => (
            <span key={tag} className={css.tag} dir="auto">
              {tag}
            </span>
          ))}
        </span>
      </td>
      <td className={css.roomy} data-end>
        {tickets}
      </td>
      <td data-end className="number">
        {money && money.currency !== null && formatAmount(money.total, money.currency, language)}
      </td>
      <td className={css.state}>
        <Tag tone={state.tone}>{state.text}</Tag>
      </td>
      <td className={css.roomy}>
        <span className="soft small">
          {dates.shortDay(createdAt)}, {dates.time(createdAt)}
        </span>
      </td>
    </tr>
  )
}
