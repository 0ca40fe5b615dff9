import type { EventSale } from '#contract/listed-events.ts'
import { Badge } from '#client/kit/mark/mark.tsx'
import { formatShortAmount, isZero } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { type LanguageSetting, useLanguage } from '#client/language/language-context.ts'
import css from './sale-line.module.css'

type SaleLineProps = { readonly sale: EventSale | null | undefined; readonly timeZone: string }

/** What a ticket costs at least, and what keeps a visitor from buying one now: "From CHF 30", "Sold out · waiting list". */
export function SaleLine({ sale, timeZone }: SaleLineProps) {
  const setting = useLanguage()
  if (!sale) return null
  const state = stateText(sale, timeZone, setting)
  return (
    <p className={css.sale}>
      {sale.price === null ? null : <b>{priceText(sale, sale.price, setting)}</b>}
      {state && (
        <Badge>
          <span suppressHydrationWarning>{state}</span>
        </Badge>
      )}
    </p>
  )
}

function priceText({ hasFree, currency }: EventSale, price: string, { language, t }: LanguageSetting): string {
  if (currency === null || isZero(price)) return t('common.free')
  return t(hasFree ? 'foyer.order.free-or-from' : 'foyer.list.from', formatShortAmount(price, currency, language))
}

/** Nothing keeps a visitor from buying where there is no text. */
const STATE_TEXTS: Partial<Record<EventSale['state'], string>> = {
  ALL_RESERVED: 'foyer.order.all-reserved.title',
  SOLD_OUT: 'foyer.order.sold-out.title',
  ENDED: 'foyer.order.ended.title',
}

function stateText(
  { state, saleStart, hasWaitingList }: EventSale,
  timeZone: string,
  { language, t }: LanguageSetting,
) {
  if (saleStart !== null) return t('foyer.list.starts', datesIn(language, timeZone).dayAndMonth(saleStart))
  const text = STATE_TEXTS[state]
  return text && t(text) + (hasWaitingList ? ` · ${t('foyer.list.waiting-list')}` : '')
}
