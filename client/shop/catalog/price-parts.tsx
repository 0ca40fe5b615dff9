import type { LeastPrice } from '#contract/event.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { formatAmount, formatPercentage, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import css from './price-parts.module.css'

type PricePartsProps = {
  readonly price: LeastPrice
  readonly currency: string | null
  /** Percentage. */
  readonly vat: string
  /** Whether the tax within is shown where none is added. */
  readonly tellsTax: boolean
}

/** "CHF 15.00", "+ CHF 2.00 Service fee" on a line each, and the tax that is within. */
export function PriceParts({ price: { ticket, fees, vatOnTop }, currency, vat, tellsTax }: PricePartsProps) {
  const { language, t } = useLanguage()
  const rate = formatPercentage(vat, language)
  const amount = (figure: string) => formatAmount(figure, currency ?? '', language)
  const added = fees.map(fee => `${amount(fee.amount)} ${inLanguage(fee.title, language)}`)
  if (vatOnTop !== null) added.push(`${amount(vatOnTop)} ${t('foyer.price.vat', rate, t('common.vat'))}`)
  const lines = added.length === 0 ? [] : [amount(ticket), ...added.map(part => `+ ${part}`)]
  const hasTaxNote = vatOnTop === null && tellsTax && !isZero(vat)
  return (
    <>
      {lines.map(line => (
        <span key={line} className={css.line}>
          {line}
        </span>
      ))}
      {hasTaxNote ? <span className={css.line}>{t('show-event.incVat', rate, t('common.vat'))}</span> : null}
    </>
  )
}
