import { formatAmount } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import css from './withdrawal.module.css'

type OfWithdrawal = { readonly withdrawal: PassWithdrawal }

/** Which contract it is about. */
export function ContractFacts({ withdrawal }: OfWithdrawal) {
  const { t, language } = useLanguage()
  const { title, orderReference, organizationName, concludedAt, timeZone } = withdrawal
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('foyer.withdrawal.pass')}</dt>
        <dd dir="auto" lang={otherLanguage(title, language)}>
          {inLanguage(title, language)}
        </dd>
      </div>
      <div>
        <dt>{t('foyer.withdrawal.order')}</dt>
        <dd>{orderReference}</dd>
      </div>
      {concludedAt !== null && (
        <div>
          <dt>{t('foyer.withdrawal.concluded')}</dt>
          <dd>{datesIn(language, timeZone).shortDay(concludedAt)}</dd>
        </div>
      )}
      <div>
        <dt>{t('foyer.withdrawal.with')}</dt>
        <dd dir="auto">{organizationName}</dd>
      </div>
    </dl>
  )
}

/** What comes back, and how. */
export function MoneyBack({ withdrawal }: OfWithdrawal) {
  const { t, language } = useLanguage()
  const { paid, amount, currency, returnedBy, organizationName } = withdrawal
  const shown = (sum: string) => (currency === null ? sum : formatAmount(sum, currency, language))
  return (
    <>
      {currency !== null && (
        <dl className={css.facts}>
          <div>
            <dt>{t('foyer.withdrawal.paid')}</dt>
            <dd>{shown(paid)}</dd>
          </div>
          <div>
            <dt>{t('foyer.withdrawal.amount')}</dt>
            <dd className={css.amount}>{shown(amount)}</dd>
          </div>
        </dl>
      )}
      <p>{t(`foyer.withdrawal.money.${returnedBy}`, organizationName)}</p>
    </>
  )
}

/** What becomes of the pass, of its tickets and of its entries. */
export function Consequences({ withdrawal }: OfWithdrawal) {
  const { t, language } = useLanguage()
  const { released, entries } = withdrawal
  const going = released.map(({ event, count }) => `${count} × ${inLanguage(event, language)}`)
  return (
    <ul className={css.consequences}>
      <li>{t('foyer.withdrawal.pass-ends')}</li>
      {going.length > 0 && <li>{t('foyer.withdrawal.tickets-go', going.join(', '))}</li>}
      {entries.used > 0 && <li>{t('foyer.withdrawal.used', entries.used)}</li>}
    </ul>
  )
}
