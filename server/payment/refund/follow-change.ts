import { afterwards } from '#server/foundation/base/event-log.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { distributeSeatsOf } from '#server/order/waiting-list/distribute-seats.ts'
import type { ChangedOrder } from './change-order.ts'

/**
 * What follows an order that has ended or become smaller, after the commit: the catalogue counts anew, and seats that are
 * free go to those who wait. A job finds what fails here.
 */
export async function followChange(shop: Shop, { context }: OfferedContext, changed: ChangedOrder): Promise<void> {
  for (const event of changed.events) {
    shop.catalog.stockChanged(event)
    await afterwards(shop, 'distributing seats', () => distributeSeatsOf(shop, event))
  }
  if (changed.isOfferChanged) shop.catalog.offerChanged(context)
}
