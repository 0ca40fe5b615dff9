import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { itemsOf } from '#server/order/order/read-order.ts'

export type SoldExtra = { readonly extraId: number; readonly title: LocalizedTexts; readonly quantity: number }

type OfOrder = { readonly id: ReservationId; readonly offer: OfferedEvent }

/** How many items of each extra an order has, as the organiser ordered them. */
export async function extrasOf(on: Queryable, { id, offer }: OfOrder): Promise<SoldExtra[]> {
  if (offer.services.length === 0) return []
  const items = Map.groupBy(await itemsOf(on, id), ({ serviceId }) => serviceId)
  return offer.services.flatMap(({ id: extraId, title }) => {
    const quantity = items.get(extraId)?.length ?? 0
    return quantity === 0 ? [] : [{ extraId, title, quantity }]
  })
}
