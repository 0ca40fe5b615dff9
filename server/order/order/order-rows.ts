import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { type OrderRow, orderRows } from '#domain/order/pricing/order-rows.ts'
import { type OfferedContext, isOfPass } from '#server/catalog/catalog/catalog.ts'
import { soldPassRow } from '#domain/order/pricing/sell-passes.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import type { AppliedDiscount } from './applied-discount.ts'
import type { Order } from './read-order.ts'

/** What an order consists of, in words of this language, for its summary and its mails. */
export function rowsOf(
  { reservation, tickets, items, passes, discount, appliedPass, offer }: Order,
  texts: Texts,
  language: string,
): OrderRow[] {
  if (isOfPass(offer)) return passes.map(({ price }) => soldPassRow(passTitle(offer, language), price.source, 1))
  return orderRows({
    tickets: tickets.map(({ categoryId, price, vatStatus, coveredBy }) => ({
      categoryId,
      price,
      status: vatStatus,
      isCovered: coveredBy !== null,
    })),
    categories: offer.categories,
    services: items.map(({ serviceId, price }) => ({
      id: serviceId,
      title: inLanguage(serviceOf(offer, serviceId).title, language),
      price,
      quantity: 1,
    })),
    discount: discount && { code: discount, name: nameOf(discount, texts, language) },
    passTitle: appliedPass && inLanguage(appliedPass.title, language),
    tax: reservation.tax,
    price: reservation.price,
  })
}

/** What the pass is called in the language of its buyer. */
export function passTitle({ context }: Pick<OfferedContext, 'context'>, language: string): string {
  return context.title[language] ?? displayName(context)
}

/** A booked extra is never deleted, only no longer sold. */
export function serviceOf({ services }: OfferedContext, id: AdditionalServiceId): OfferedService {
  const service = services.find(offered => offered.id === id)
  if (!service) throw new Error(`extra ${id} was booked and is gone`)
  return service
}

/** No buyer types a dynamic discount, so it has no name of its own. */
function nameOf(discount: AppliedDiscount, texts: Texts, language: string): string {
  return discount.codeType === 'DYNAMIC'
    ? texts.text(language, 'reservation.dynamic.discount.description')
    : discount.code
}
