import { counted, inLanguage } from '#domain/foundation/language/texts.ts'
import { Money } from '#client/kit/price/price.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { formatPercentage, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { type Chosen, type RunningTotal, type TotalRow, useOrderTotal } from './running-total.ts'
import { Problems, Shortages } from './problems.tsx'
import { askWhatIsHeld, submitOrder } from './submit-order.ts'
import css from '../../order-card.module.css'

/** What is in the order, what is taken off and why, and the sum. */
export function OrderRows(chosen: Chosen) {
  const { language } = useLanguage()
  const { total, granted } = useOrderTotal(chosen)
  return (
    <>
      <dl
        className={css.rows}
        aria-busy={granted.isPending || undefined}
        data-unsure={(granted.isPending && granted.discount !== undefined) || undefined}
      >
        {total.rows.map(row => (
          <Row key={`${row.kind} ${row.name} ${row.amount}`} row={row} currency={chosen.event.currency} />
        ))}
        <Sums event={chosen.event} total={total} />
      </dl>
      <div role="status" className={css.granted}>
        {granted.discount ? (
          <Notice tone="good">{inLanguage(granted.discount.formattedMessage, language)}</Notice>
        ) : null}
      </div>
    </>
  )
}

function Row({ row: { kind, name, count, amount }, currency }: { row: TotalRow; currency: string | null }) {
  return (
    <div data-kind={kind}>
      <dt dir="auto">{kind === 'item' ? counted(count, name) : name}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  )
}

function Sums({ event, total }: Pick<Chosen, 'event'> & { total: RunningTotal }) {
  const { language, t } = useLanguage()
  const vatLabel = event.vatIncluded ? 'show-event.incVat' : 'show-event.excVat'
  return (
    <>
      {isZero(total.vat) ? null : (
        <div className="soft">
          <dt>{t(vatLabel, formatPercentage(event.vat, language), t('common.vat'))}</dt>
          <dd>
            <Money amount={total.vat} currency={event.currency} />
          </dd>
        </div>
      )}
      <div className={css.total}>
        <dt>{t('reservation-page.total')}</dt>
        <dd aria-live="polite" aria-atomic="true">
          <Money amount={total.total} currency={event.currency} />
        </dd>
      </div>
    </>
  )
}

/** The sum alone. */
export function OrderSum(chosen: Chosen) {
  const { total } = useOrderTotal(chosen)
  return <Money amount={total.total} currency={chosen.event.currency} />
}

/** What a visitor needs who has chosen something, and the page does not before that: a bundle of its own. */
export const engine = { OrderRows, OrderSum, Problems, Shortages, askWhatIsHeld, submitOrder }

export type Engine = typeof engine
