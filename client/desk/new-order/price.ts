import { formatAmount } from '#client/language/formats.ts'
import type { useLanguage } from '#client/language/language-context.ts'
import type { NewOrderOffer } from '#contract/desk-new-order.ts'

type Priced = {
  readonly about: 'TICKET' | 'EXTRA'
  readonly id: number
  readonly price: string
  readonly currency: string | null
  readonly discounts: NewOrderOffer['discounts']
}

/** What one costs, with the code where that lowers it; empty where nothing costs anything. */
export function priceInWords(
  { t, language }: ReturnType<typeof useLanguage>,
  { about, id, price, currency, discounts }: Priced,
): string {
  if (currency === null) return ''
  const lowered = discounts.find(each => each.about === about && each.id === id)
  const usual = formatAmount(price, currency, language)
  return lowered ? t('foyer.desk.new-order.discounted', formatAmount(lowered.price, currency, language), usual) : usual
}
