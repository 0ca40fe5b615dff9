import { useT } from '#client/language/language-context.ts'
import type { PurchaseContextWithReservations } from '#contract/user.ts'
import { ConfirmedOn, OrderItems, OrderLink, OrderStatus, OrderTotal } from './order-parts.tsx'
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
              <ConfirmedOn order={order} />
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
