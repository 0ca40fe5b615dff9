import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { refundHas } from '#domain/payment/refund/refund-states.ts'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { Tag } from '../../parts/work.tsx'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** What an order costs, what has come in and what has gone back; nothing for those who may not see money. */
export function Money({ order: { money, sums, payments } }: PartProps) {
  const { t, language } = useLanguage()
  if (money === null || sums === null || money.currency === null) return null
  const { currency } = money
  const print = (amount: string) => formatAmount(amount, currency, language)
  const rows = [
    ...(isZero(sums.discount) ? [] : [['discount', sums.discount] as const]),
    ['total', money.total] as const,
    ...(isZero(sums.vat) ? [] : [['vat', sums.vat] as const]),
    ['received', sums.received] as const,
    ...(isZero(money.refunded) ? [] : [['refunded', money.refunded] as const]),
  ]
  return (
    <section>
      <h3>{t('foyer.desk.order.money')}</h3>
      <dl className={css.ledger}>
        {rows.map(([name, amount]) => (
          <div key={name} data-name={name}>
            <dt>{t(`foyer.desk.order.money.${name}`)}</dt>
            <dd>{print(amount)}</dd>
          </div>
        ))}
      </dl>
      {payments.length > 0 && (
        <ul className={css.bits}>
          {payments.map(payment => (
            <Payment key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Payment({ payment }: { readonly payment: DeskOrder['payments'][number] }) {
  const { t, language } = useLanguage()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const { provider, amount, currency, startedAt, status, reference, refunds } = payment
  return (
    <>
      <li>
        <span>
          {t(`foyer.desk.orders.method.${provider.toLowerCase()}`)}:{' '}
          {t(`foyer.desk.order.payment.${status.toLowerCase()}`)}
          <br />
          <span className="soft small">
            {dates.shortDay(startedAt)}
            {reference !== null && <span className="number"> · {reference}</span>}
          </span>
        </span>
        <span className="number">{formatAmount(amount, currency, language)}</span>
      </li>
      {refunds.map(refund => (
        <li key={refund.id}>
          <span>
            {t('foyer.desk.order.refund')}{' '}
            <Tag tone={refundHas(refund, 'hasFailed') ? 'bad' : refundHas(refund, 'isDone') ? 'good' : 'off'}>
              {t(`foyer.desk.order.refund.${refund.status.toLowerCase()}`)}
            </Tag>
            <br />
            <span className="soft small">
              {dates.shortDay(refund.wantedAt)}
              {refund.failure !== null && ` · ${refund.failure}`}
            </span>
          </span>
          <span className="number">−{formatAmount(refund.amount, currency, language)}</span>
        </li>
      ))}
    </>
  )
}
