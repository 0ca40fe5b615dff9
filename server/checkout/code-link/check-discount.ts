import type { Event } from '#domain/catalog/catalog/event.ts'
import { type DiscountRule, metRule } from '#domain/catalog/promo-code/discount-rule.ts'
import type { AskedLine } from '#domain/order/reservation/select-tickets.ts'
import type { Shop } from '#server/catalog/context.ts'

/** The discount that a selection earns without a code (domain rules 2.2); what is none of the event's counts as nothing. */
export async function checkDiscount(
  { catalog }: Pick<Shop, 'catalog'>,
  { shortName, asked }: { readonly shortName: string; readonly asked: readonly AskedLine[] },
): Promise<{ readonly event: Event; readonly rule: DiscountRule } | undefined> {
  const offer = await catalog.offeredEvent(shortName)
  if (!offer) return undefined
  const selection = asked.flatMap(({ categoryId, quantity }) => {
    const category = offer.categories.find(({ id }) => id === categoryId)
    return category && quantity > 0 ? [{ categoryId: category.id, quantity, isPaid: category.price > 0n }] : []
  })
  const rule = metRule(offer.discountRules, selection)
  return rule && { event: offer.context, rule }
}
