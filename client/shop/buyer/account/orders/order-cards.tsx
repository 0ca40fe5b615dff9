import { Card } from '#client/kit/card/card.tsx'
import { useT } from '#client/language/language-context.ts'
import type { PurchaseContextWithReservations } from '#contract/user.ts'
import { ConfirmedOn, OrderItems, OrderLink, OrderStatus, OrderTotal } from './order-parts.tsx'
import css from './orders.module.css'

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
                    <ConfirmedOn order={order} />
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
