import { formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'

/** Writes amounts of a currency in the language of the page. */
export function useAmount(currency: string | null): (amount: string) => string {
  const { language } = useLanguage()
  return amount => (currency === null ? amount : formatAmount(amount, currency, language))
}
