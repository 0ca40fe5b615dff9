import type { AdditionalService, Event } from '#contract/event.ts'
import type { EventCode } from '#contract/promo-code.ts'
import { currency } from '#domain/money/currency.ts'
import { minus, printed } from '#domain/money/money.ts'
import { discountOnService } from '#domain/pricing/discount.ts'
import { Price, Share } from '../../../../../kit/price/price.tsx'
import { formatPercentage, isZero } from '../../../../../language/amount.ts'
import { useLanguage } from '../../../../../language/language-context.ts'
import { amountOf, loweringCode } from '../order/domain-terms.ts'

type ExtraPriceProps = {
  readonly event: Event
  readonly extra: AdditionalService
  readonly code: EventCode | undefined
}

/** What one costs, with its tax; of a fee, its share. */
export function ExtraPrice({ event, extra, code }: ExtraPriceProps) {
  const { language, t } = useLanguage()
  if (extra.supplementPolicy?.startsWith('MANDATORY_PERCENTAGE')) {
    return <Share figure={`${formatPercentage(extra.formattedFinalPrice, language)}%`} />
  }
  if (!extra.fixPrice) return null
  const lowered = loweredPrice(event, extra, code)
  const hasTaxNote = !extra.free && extra.vatApplies && !isZero(extra.vatPercentage)
  const taxNote = extra.vatIncluded ? 'show-event.incVat' : 'show-event.excVat'
  return (
    <Price
      amount={lowered ?? extra.formattedFinalPrice}
      before={lowered === undefined ? undefined : extra.formattedFinalPrice}
      currency={event.currency}
    >
      {hasTaxNote ? t(taxNote, formatPercentage(extra.vatPercentage, language), t('common.vat')) : null}
    </Price>
  )
}

/**
 * The price after the visitor's code, told like the one before it: without the VAT that will be added. The wire tells
 * it with that VAT, so that the two would not stand beside each other.
 */
function loweredPrice(event: Event, extra: AdditionalService, code: EventCode | undefined): string | undefined {
  const known = currency(event.currency ?? '')
  if (!extra.hasDiscount || known === undefined) return undefined
  const source = amountOf(extra.formattedFinalPrice, known)
  const off = discountOnService(loweringCode({ code, granted: undefined }, known), { source, type: extra.type })
  return off === 0n ? undefined : printed(minus(source, off), known)
}
