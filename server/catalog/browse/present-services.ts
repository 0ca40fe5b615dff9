import type { Event } from '#domain/catalog/catalog/event.ts'
import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, printed } from '#domain/foundation/money/money.ts'
import { printedPercentage } from '#domain/foundation/money/percentage.ts'
import { UNLIMITED_QUANTITY } from '#domain/catalog/price/additional-service.ts'
import { servicePrice } from '#domain/order/pricing/catalogue-price.ts'
import { UNTAXED } from '#domain/catalog/price/vat.ts'
import { codeForPricing, type RedeemableCode } from '#domain/catalog/promo-code/redeemable-code.ts'
import type * as wire from '#contract/event.ts'
import { dateMap } from '#server/foundation/language/dates.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { SALE_DATES } from '#server/catalog/catalog/present-dates.ts'
import { markdownByLanguage } from './present.ts'
import type { UnitTable } from '#server/catalog/catalog/services.ts'

type ServiceFacts = {
  readonly offer: OfferedEvent
  readonly units: UnitTable
  readonly texts: Texts
  readonly now: Instant
  readonly code?: RedeemableCode | undefined
}

/** The extras that can be had now or later, the automatic ones included (domain rules 3.1). */
export function presentServices(facts: ServiceFacts): wire.AdditionalService[] {
  return facts.offer.services
    .filter(({ onSale }) => onSale.end > facts.now)
    .map(service => presentService(service, facts))
}

function presentService(
  service: OfferedService,
  { offer, units, texts, now, code }: ServiceFacts,
): wire.AdditionalService {
  const { context: event } = offer
  const { charge, onSale } = service
  const tax = service.vat === 'NONE' ? UNTAXED : event.tax
  const price = servicePrice(service, { code: codeForPricing(code), currency: event.currency, tax: event.tax })
  const inSaleWindow = (instant: Instant) =>
    dateMap(texts, { instant, timeZone: event.timeZone, languages: event.languages, patternKey: SALE_DATES })
  const bound = (amount: Minor | null) =>
    amount === null || event.currency === null ? null : printed(amount, event.currency)
  return {
    id: service.id,
    type: service.type,
    supplementPolicy: charge.policy,
    fixPrice: 'percentage' in charge || charge.price !== null,
    availableQuantity: service.stock === null ? UNLIMITED_QUANTITY : (units.get(service.id) ?? 0),
    maxQtyPerOrder: service.maxQtyPerOrder,
    free: price.isFree,
    formattedFinalPrice: price.final,
    hasDiscount: price.hasDiscount,
    formattedDiscountedPrice: price.discounted,
    minimumFee: 'percentage' in charge ? bound(charge.minimum) : null,
    maximumFee: 'percentage' in charge ? bound(charge.maximum) : null,
    vatApplies: tax.status !== 'NONE',
    vatIncluded: tax.status === 'INCLUDED',
    vatPercentage: printedPercentage(tax.percentage, event.currency ? decimalsOf(event.currency) : 2),
    expired: false,
    saleInFuture: onSale.start > now,
    formattedInception: inSaleWindow(onSale.start),
    formattedExpiration: inSaleWindow(onSale.end),
    saleStart: onSale.start,
    saleEnd: onSale.end,
    title: titleByLanguage(event, service),
    description: markdownByLanguage(event, service.description, texts),
  }
}

/** In every language of the event; where it has none of its own, in the main one. */
export function titleByLanguage(event: Event, { title }: Pick<OfferedService, 'title'>): Record<string, string> {
  const mainTitle = inLanguage(title, event.languages[0])
  return Object.fromEntries(event.languages.map(language => [language, title[language] ?? mainTitle]))
}
