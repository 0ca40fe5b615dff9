import type { MoneyDay, MoneyDays, MoneySum } from '#contract/desk-money.ts'
import { explain, failureOf, problemText } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { formatAmount, isZero } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/work.tsx'
import { daysQuery } from '../queries.ts'
import css from './days.module.css'
import type { OpenedDay } from './use-days-address.ts'

type TablesProps = {
  readonly query: Parameters<typeof daysQuery>[0]
  readonly hrefOf: (day: OpenedDay) => string
}

/** A table for each currency, with its sums by way of payment below it. */
export function DayTables({ query, hrefOf }: TablesProps) {
  const t = useT()
  const days = useQuery(daysQuery(query))
  const problems = days.isError ? explain(failureOf(days.error)) : []
  if (days.data === undefined && problems.length > 0) {
    return (
      <Panel title={t('foyer.desk.money.days')}>
        <p role="alert">{problems.map(problem => problemText(t, problem)).join(' ')}</p>
      </Panel>
    )
  }
  return (
    <Loaded query={days}>
      {({ days: rows, sums }) =>
        rows.length === 0 ? (
          <Panel title={t('foyer.desk.money.days')}>
            <p className="soft">{t('foyer.desk.money.days.none')}</p>
          </Panel>
        ) : (
          [...new Set(rows.map(({ currency }) => currency))].map(code => (
            <CurrencyTable key={code} code={code} found={{ days: rows, sums }} hrefOf={hrefOf} />
          ))
        )
      }
    </Loaded>
  )
}

type CurrencyProps = {
  readonly code: string
  readonly found: MoneyDays
  readonly hrefOf: (day: OpenedDay) => string
}

function CurrencyTable({ code, found, hrefOf }: CurrencyProps) {
  const t = useT()
  const { language } = useLanguage()
  const dates = datesIn(language, 'UTC')
  const isOneYear = new Set(found.days.map(({ day }) => day.slice(0, 4))).size === 1
  const written = (day: string): string => {
    const noon = Date.parse(`${day}T12:00:00Z`)
    return isOneYear ? dates.dayAndMonth(noon) : dates.shortDay(noon)
  }
  const sums = found.sums.filter(({ currency }) => currency === code)
  const whole = sums.find(({ method }) => method === null)
  return (
    <Panel flush title={t('foyer.desk.money.in', code)}>
      {whole && <Summary sum={whole} />}
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('foyer.desk.money.day')}</th>
            <th scope="col">{t('foyer.desk.money.payments')}</th>
            <th scope="col">{t('foyer.desk.money.refunds')}</th>
            <th scope="col">{t('foyer.desk.money.net')}</th>
          </tr>
        </thead>
        <tbody>
          {found.days
            .filter(({ currency }) => currency === code)
            .map(row => (
              <tr key={`${row.day} ${row.method}`}>
                <th scope="row">
                  <Link to={hrefOf(row)}>{written(row.day)}</Link>
                  <small>{t(`foyer.desk.orders.method.${row.method.toLowerCase()}`)}</small>
                </th>
                <Cells row={row} />
              </tr>
            ))}
        </tbody>
        <tfoot>
          {sums.map(row => (
            <tr key={row.method ?? ''} data-whole={row.method === null || undefined}>
              <th scope="row">
                {row.method === null
                  ? t('foyer.desk.money.all-ways')
                  : t(`foyer.desk.orders.method.${row.method.toLowerCase()}`)}
              </th>
              <Cells row={row} />
            </tr>
          ))}
        </tfoot>
      </table>
    </Panel>
  )
}

/** The sums in a sentence. */
function Summary({ sum }: { readonly sum: MoneySum }) {
  const { t, language } = useLanguage()
  const { payments, paymentCount, refunds, refundCount, net, currency } = sum
  const [came, went, stays] = [payments, refunds, net].map(amount => formatAmount(amount, currency, language))
  return (
    <p className={css.said}>
      {t('foyer.desk.money.summary', paymentCount, came ?? '', refundCount, went ?? '', stays ?? '')}
    </p>
  )
}

/** Without the name of the currency, which heads the table. */
function Cells({ row }: { readonly row: MoneyDay | MoneySum }) {
  const t = useT()
  const { payments, paymentCount, refunds, refundCount, disputes, fees, net } = row
  return (
    <>
      <td>
        {minus(payments)}
        <small>{t('foyer.desk.money.times', paymentCount)}</small>
      </td>
      <td>
        {isZero(refunds) && refundCount === 0 ? '–' : minus(refunds)}
        {refundCount > 0 && <small>{t('foyer.desk.money.times', refundCount)}</small>}
        {!isZero(disputes) && <small>{t('foyer.desk.money.disputed', minus(disputes))}</small>}
      </td>
      <td>
        <b>{minus(net)}</b>
        {fees !== null && <small>{t('foyer.desk.money.fees', minus(fees))}</small>}
      </td>
    </>
  )
}

const minus = (amount: string): string => amount.replace('-', '\u2212')
