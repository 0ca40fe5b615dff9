import { formatAmount, isZero } from '../../language/amount.ts'
import { useLanguage } from '../../language/language-context.ts'

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
