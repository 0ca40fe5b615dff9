import type { CancellationPlan } from '#contract/desk-cancellation.ts'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { Notice } from '#client/kit/notice/notice.tsx'
import { Panel } from '../../parts/work.tsx'
import css from './cancel.module.css'

/** What will happen, in sentences and sums, before anything does. */
export function CancelPlan({ plan }: { readonly plan: CancellationPlan }) {
  const { t } = useLanguage()
  const { people, orders, tickets, mails, creditNotes, waiting, carts, underWay, letIn, refusals } = plan
  const said = (key: string, count: number) => (count === 0 ? [] : [{ key, count }])
  const besides = [
    ...said('foyer.desk.cancel.credit-notes', creditNotes),
    ...said('foyer.desk.cancel.waiting', waiting),
    ...said('foyer.desk.cancel.carts', carts),
    ...said('foyer.desk.cancel.under-way', underWay),
    ...said('foyer.desk.cancel.let-in', letIn),
  ]
  return (
    <Panel title={t('foyer.desk.cancel.plan')}>
      <div className={css.plan}>
        {refusals.length > 0 && (
          <Notice tone="bad">
            {refusals.map(({ code, message }) => (
              <p key={code}>{message}</p>
            ))}
          </Notice>
        )}
        <ul className={css.sentences}>
          <li>{t('foyer.desk.cancel.no-sale')}</li>
          {orders > 0 && <li>{t('foyer.desk.cancel.orders', orders, tickets)}</li>}
          <li>{mails === 0 ? t('foyer.desk.plan.no-mails') : t('foyer.desk.cancel.mails', mails, people)}</li>
          {besides.map(({ key, count }) => (
            <li key={key}>{t(key, count)}</li>
          ))}
        </ul>
        {plan.payments.length > 0 && <Money payments={plan.payments} />}
        <p className="soft">{t('foyer.desk.cancel.for-good')}</p>
      </div>
    </Panel>
  )
}

/** The money, by how it came and how it goes back. */
function Money({ payments }: Pick<CancellationPlan, 'payments'>) {
  const { t, language } = useLanguage()
  return (
    <table className={css.table}>
      <caption className="unseen">{t('foyer.desk.cancel.money')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('foyer.desk.cancel.paid-by')}</th>
          <th scope="col">{t('foyer.desk.cancel.count')}</th>
          <th scope="col">{t('foyer.desk.cancel.sum')}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ provider, way, orders, amount, currency }) => (
          <tr key={`${provider} ${way} ${currency}`}>
            <th scope="row">
              {t(provider === 'NONE' ? 'foyer.desk.cancel.free' : `foyer.desk.option.${provider}`)}
              {provider !== 'NONE' && <span className="soft"> {t(`foyer.desk.cancel.way.${way}`)}</span>}
            </th>
            <td>{orders}</td>
            <td>{currency === null ? '–' : formatAmount(amount, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
