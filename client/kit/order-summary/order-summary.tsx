import { type ReactNode, useId } from 'react'
import { Card } from '../card/card.tsx'
import css from './order-summary.module.css'

export type OrderRow = {
  readonly key: string
  readonly label: string
  /** Below the label, small: what one of several costs. */
  readonly note?: string
  readonly amount: ReactNode
  /** A quieter row: what is included. */
  readonly isSoft?: boolean
}

type OrderSummaryProps = {
  readonly title: string
  /** Above the title, small: when and where. */
  readonly overline?: string
  readonly rows: readonly OrderRow[]
  readonly total: { readonly label: string; readonly amount: ReactNode }
  /** Beside the title: the way to change it. */
  readonly change?: ReactNode
  /** Under the total: its small print. */
  readonly children?: ReactNode
}

/** What you have and what it costs, with the currency at every amount. */
export function OrderSummary({ title, overline, rows, total, change, children }: OrderSummaryProps) {
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId}>
      {overline && <p className="soft small">{overline}</p>}
      <h2 id={titleId} className={css.title}>
        {title}
      </h2>
      {change}
      <dl className={css.rows}>
        {rows.map(row => (
          <div key={row.key} data-soft={row.isSoft || undefined}>
            <dt>
              {row.label}
              {row.note !== undefined && <span className={css.note}>{row.note}</span>}
            </dt>
            <dd>{row.amount}</dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>{total.label}</dt>
          <dd>{total.amount}</dd>
        </div>
      </dl>
      {children}
    </Card>
  )
}
