import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates } from '#client/language/use-dates.ts'
import type { PurchaseContextWithReservations, ReservationHeader } from '#contract/user.ts'
import { Card } from '#client/kit/card/card.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { eventReservationPath, passReservationPath, pathTo } from '#contract/paths.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { has } from '#domain/order/reservation/states.ts'
import css from './orders.module.css'

type OrdersTableProps = { readonly of: PurchaseContextWithReservations; readonly title: string }

export function OrdersTable({ of, title }: OrdersTableProps) {
  const t = useT()
  return (
    <table className={css.table}>
      <caption className="unseen">{t('my-orders.for-pc.description', t(`purchase-context.${of.type}`), title)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('my-orders.id')}</th>
          <th scope="col">{t('my-orders.status')}</th>
          <th scope="col">{t('my-orders.confirmation-date')}</th>
          <th scope="col">{t('my-orders.details')}</th>
          <th scope="col" className={css.amount}>
            {t('my-orders.total-amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.reservations.map(order => (
          <tr key={order.id}>
            <th scope="row">
              <OrderLink of={of} order={order} />
            </th>
            <td>
              <OrderStatus order={order} />
            </td>
            <td>
              <ConfirmedOn of={of} order={order} />
            </td>
            <td>
              <OrderItems of={of} order={order} />
            </td>
            <td className={css.amount}>
              <OrderTotal order={order} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function OrderCards({ of }: { readonly of: PurchaseContextWithReservations }) {
  const t = useT()
  return (
    <ul className={css.cards}>
      {of.reservations.map(order => (
        <li key={order.id}>
          <Card>
            <div className={css.card}>
              <p className={css.head}>
                <OrderLink of={of} order={order} />
                <OrderStatus order={order} />
              </p>
              <OrderItems of={of} order={order} />
              <dl className={css.facts}>
                <div>
                  <dt>{t('my-orders.confirmation-date')}</dt>
                  <dd>
                    <ConfirmedOn of={of} order={order} />
                  </dd>
                </div>
                <div>
                  <dt>{t('my-orders.total-amount')}</dt>
                  <dd>
                    <OrderTotal order={order} />
                  </dd>
                </div>
              </dl>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** What table and cards show of an order. */

type OrderOf = {
  readonly of: Pick<PurchaseContextWithReservations, 'type' | 'publicIdentifier' | 'timeZone'>
  readonly order: ReservationHeader
}

/** Leads to the page of its status, whatever that is. */
function OrderLink({ of: { type, publicIdentifier }, order: { id: reservationId } }: OrderOf) {
  const t = useT()
  const order =
    type === 'event'
      ? pathTo(eventReservationPath, { eventName: publicIdentifier, reservationId })
      : pathTo(passReservationPath, { id: publicIdentifier, reservationId })
  return (
    <Link to={`${order}/book`} className={css.number}>
      <span className="unseen">{t('my-orders.id')} </span>
      {reservationId.slice(0, 8).toUpperCase()}
    </Link>
  )
}

function OrderStatus({ order }: Pick<OrderOf, 'order'>) {
  const t = useT()
  const isComplete = has(order, 'isComplete')
  return (
    <span className={css.status} data-tone={isComplete ? 'good' : 'warn'}>
      <Icon name={isComplete ? 'check' : 'clock'} />
      {t(wordsOf(order))}
    </span>
  )
}

function wordsOf(order: ReservationHeader): string {
  if (has(order, 'isComplete')) return 'my-orders.status.complete'
  if (has(order, 'isCredited')) return 'foyer.my-orders.credited'
  return has(order, 'awaitsTransfer') ? 'foyer.my-orders.transfer' : 'my-orders.status.pending'
}

/** When it was confirmed; a dash while it is not. */
function ConfirmedOn({ of: { timeZone = 'UTC' }, order: { confirmedAt } }: OrderOf) {
  const { shortDay } = useDates(timeZone)
  return <>{confirmedAt == null ? '–' : shortDay(confirmedAt)}</>
}

/** Who comes, and with which kind of ticket. */
function OrderItems({ of, order: { items } }: OrderOf) {
  const { t, language } = useLanguage()
  if (items.length === 0) return <>–</>
  return (
    <ul className={css.items}>
      {items.map(({ id, firstName, lastName, type }) => (
        <li key={id}>
          <bdi>
            {[firstName, lastName].filter(Boolean).join(' ') || t('reservation-page-complete.ticket-not-assigned')}
          </bdi>{' '}
          {of.type === 'event' && <bdi className={css.type}>{inLanguage(type, language)}</bdi>}
        </li>
      ))}
    </ul>
  )
}

function OrderTotal({ order: { finalPrice, currencyCode } }: Pick<OrderOf, 'order'>) {
  const { t, language } = useLanguage()
  if (finalPrice === 0 || currencyCode === null) return <>{t('common.free')}</>
  return <>{formatAmount(String(finalPrice), currencyCode, language)}</>
}
