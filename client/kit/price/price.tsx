import type { ReactNode } from 'react'
import { useT } from '../../language/language-context.ts'
import { Money } from '../money/money.tsx'
import css from './price.module.css'

type PriceProps = {
  /** A plain decimal as the server writes it. */
  readonly amount: string
  readonly currency: string | null
  /** What it was before a discount. */
  readonly before?: string | undefined
  /** The small print: tax, or what the price is of. */
  readonly children?: ReactNode
}

/** What something costs; a lowered price beside the old one, struck out for the eye and named for the ear. */
export function Price({ amount, currency, before, children }: PriceProps) {
  const t = useT()
  return (
    <p className={css.price}>
      {before === undefined ? null : (
        <s className={css.before}>
          <span className="unseen">{t('foyer.price.before')} </span>
          <Money amount={before} currency={currency} />
        </s>
      )}
      <strong>
        {before === undefined ? null : <span className="unseen">{t('foyer.price.now')} </span>}
        <Money amount={amount} currency={currency} />
      </strong>
      {children ? <span className="soft small">{children}</span> : null}
    </p>
  )
}

/** The same for what is no amount: a share, "2.5%". */
export function Share({ figure }: { readonly figure: string }) {
  return (
    <p className={css.price}>
      <strong className="number">{figure}</strong>
    </p>
  )
}
