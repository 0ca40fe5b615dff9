import { Icon } from '#client/kit/mark/mark.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { eventReservationPath, passReservationPath, pathTo } from '#contract/paths.ts'
import type { PurchaseContextWithReservations, ReservationHeader } from '#contract/user.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { has } from '#domain/order/reservation/states.ts'
import css from './orders.module.css'

/** What table and cards show of an order. */

export type OrderOf = {
  readonly of: Pick<PurchaseContextWithReservations, 'type' | 'publicIdentifier'>
  readonly order: ReservationHeader
}

/** Leads to the page of its status, whatever that is. */
export function OrderLink({ of: { type, publicIdentifier }, order: { id: reservationId } }: OrderOf) {
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

export function OrderStatus({ order }: Pick<OrderOf, 'order'>) {
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
export function ConfirmedOn({ order: { formattedConfirmedOn } }: Pick<OrderOf, 'order'>) {
  const { language } = useLanguage()
  return <>{formattedConfirmedOn ? inLanguage(formattedConfirmedOn, language) : '–'}</>
}

/** Who comes, and with which kind of ticket. */
export function OrderItems({ of, order: { items } }: OrderOf) {
  const { t, language } = useLanguage()
  if (items.length === 0) return <>–</>
  return (
    <ul className={css.items}>
      {items.map(({ id, firstName, lastName, type }) => (
        <li key={id}>
          {[firstName, lastName].filter(Boolean).join(' ') || t('reservation-page-complete.ticket-not-assigned')}{' '}
          {of.type === 'event' && <span className={css.type}>{inLanguage(type, language)}</span>}
        </li>
      ))}
    </ul>
  )
}

export function OrderTotal({ order: { finalPrice, currencyCode } }: Pick<OrderOf, 'order'>) {
  const { t, language } = useLanguage()
  if (finalPrice === 0 || currencyCode === null) return <>{t('common.free')}</>
  return <>{formatAmount(String(finalPrice), currencyCode, language)}</>
}
