import type { CategoryTax, OrderVatStatuses } from '#domain/order/pricing/vat-statuses.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { type OfferedContext, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { priceWith } from '#server/order/order/price-with.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { storePrices } from '#server/order/order/store-prices.ts'

/** What the categories of an event say about tax; a pass has none. */
export function categoryTaxes(offer: OfferedContext): CategoryTax[] {
  if (!isOfEvent(offer)) return []
  const { context: event, categories, settings } = offer
  return categories.map(category => ({
    id: category.id,
    isOnline: isOnline(event, category),
    isTaxed: settings.flag('APPLY_TAX_TO_CATEGORY', category.id),
  }))
}

/** Stores what an order costs from now on, with all its parts; does nothing where it is taxed so already. */
export async function reprice(tx: Tx, order: Order, statuses: OrderVatStatuses): Promise<void> {
  if (isTaxedSo(order, statuses)) return
  await storePrices(tx, order, priceWith(order, statuses), statuses)
}

function isTaxedSo({ reservation, tickets }: Order, { order, categories }: OrderVatStatuses): boolean {
  const isTicketTaxedSo = ({ categoryId, vatStatus }: Order['tickets'][number]) =>
    vatStatus === (categories.get(categoryId) ?? null)
  return reservation.tax.status === order && tickets.every(isTicketTaxedSo)
}
