import { type ReactNode, useId } from 'react'
import { Card } from '../card/card.tsx'
import { Link } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
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
  /** Within a part that names it already: no landmark of its own. */
  readonly isWithin?: boolean
  /** Under the total: its small print. */
  readonly children?: ReactNode
}

/** What you have and what it costs, with the currency at every amount. */
export function OrderSummary({ title, overline, rows, total, change, isWithin = false, children }: OrderSummaryProps) {
  const titleId = useId()
  return (
    <Card {...(isWithin ? {} : { as: 'section', 'aria-labelledby': titleId })}>
      {overline && (
        <p className="soft small" dir="auto">
          {overline}
        </p>
      )}
      <h2 id={titleId} className={css.title} dir="auto">
        {title}
      </h2>
      {change}
      <dl className={css.rows}>
        {rows.map(row => (
          <div key={row.key} data-soft={row.isSoft || undefined}>
            <dt dir="auto">
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

/** The name of a step; with an address where one can go back to it. */
type Step = string | { readonly name: string; readonly to: string }

type ProgressProps = {
  readonly steps: readonly Step[]
  /** Position of the step being done; all before it are done. */
  readonly current: number
  /** The current step goes on by itself. */
  readonly isBusy?: boolean
}

/** Where the buyer is on the way to the ticket, and the way back to what is done, where there is one. */
export function Progress({ steps, current, isBusy = false }: ProgressProps) {
  const t = useT()
  return (
    <ol className={css.steps} aria-label={t('foyer.order.steps')}>
      {steps.map((step, position) => (
        <li
          key={nameOf(step)}
          data-done={position < current || undefined}
          data-busy={(isBusy && position === current) || undefined}
          aria-current={position === current ? 'step' : undefined}
        >
          {position < current && <span aria-hidden="true">✓ </span>}
          {typeof step === 'string' ? step : <Link to={step.to}>{step.name}</Link>}
          {position < current && <span className="unseen">, {t('foyer.order.step-done')}</span>}
        </li>
      ))}
    </ol>
  )
}

const nameOf = (step: Step): string => (typeof step === 'string' ? step : step.name)
