import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../language/language-context.ts'
import { formatAmount, isZero } from '#client/language/formats.ts'
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

type MoneyProps = {
  /** A plain decimal as the server writes it: "20.00". */
  readonly amount: string
  /** ISO code; null where nothing costs anything. */
  readonly currency: string | null
  /** Zero in digits instead of as "free": in sums. */
  readonly inDigits?: boolean
}

/** An amount with its currency; zero is "free". */
export function Money({ amount, currency, inDigits = false }: MoneyProps) {
  const { language, t } = useLanguage()
  if (amount === '' || currency === null || (isZero(amount) && !inDigits)) return <span>{t('common.free')}</span>
  return <bdi className="number">{formatAmount(amount, currency, language)}</bdi>
}
