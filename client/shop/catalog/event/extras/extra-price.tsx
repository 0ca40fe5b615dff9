import type { AdditionalService, Event } from '#contract/event.ts'
import type { EventCode } from '#contract/promo-code.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { printed, writtenAmount } from '#domain/foundation/money/money.ts'
import { discountOnService } from '#domain/catalog/price/discount.ts'
import { priceItem } from '#domain/order/pricing/price-item.ts'
import { UNTAXED } from '#domain/catalog/price/vat.ts'
import { Price, Share } from '#client/kit/price/price.tsx'
import { formatPercentage, isZero } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { loweringCode, taxOf } from '../order/domain-terms.ts'

type ExtraPriceProps = {
  readonly event: Event
  readonly extra: AdditionalService
  readonly code: EventCode | undefined
}

/** What one costs with its tax, also where that is added to the organiser's price; of a fee, its share. */
export function ExtraPrice({ event, extra, code }: ExtraPriceProps) {
  const { language, t } = useLanguage()
  if (extra.supplementPolicy?.startsWith('MANDATORY_PERCENTAGE')) {
    return <Share figure={`${formatPercentage(extra.formattedFinalPrice, language)}%`} />
  }
  if (!extra.fixPrice) return null
  const { amount, before } = priceWithTax(event, extra, code)
  const hasTaxNote = !extra.free && extra.vatApplies && !isZero(extra.vatPercentage)
  return (
    <Price amount={amount} before={before} currency={event.currency}>
      {hasTaxNote ? t('show-event.incVat', formatPercentage(extra.vatPercentage, language), t('common.vat')) : null}
    </Price>
  )
}

/** The price after the visitor's code, and the one before it when that differs. */
function priceWithTax(event: Event, extra: AdditionalService, code: EventCode | undefined) {
  const known = currency(event.currency ?? '')
  if (known === undefined) return { amount: extra.formattedFinalPrice, before: undefined }
  const source = writtenAmount(extra.formattedFinalPrice, known)
  const tax = extra.vatApplies ? taxOf(event) : UNTAXED
  const off = discountOnService(loweringCode({ code, granted: undefined }, known), { source, type: extra.type })
  const plain = printed(priceItem(source, tax).final, known)
  return off === 0n
    ? { amount: plain, before: undefined }
    : { amount: printed(priceItem(source, tax, off).final, known), before: plain }
}
