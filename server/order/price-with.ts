import type { OrderVatStatuses } from '#domain/pricing/vat-statuses.ts'
import { type PricedOrder, priceOrder } from '#domain/pricing/price-order.ts'
import type { BookedItem } from '#domain/reservation/booked-item.ts'
import { serviceOf } from './order-rows.ts'
import type { Order } from './read-order.ts'

/** What an order costs when it is taxed so. Its prices before tax, its code and its extras stay what they are. */
export function priceWith(
  { tickets, items, discount, reservation, offer }: Order,
  statuses: OrderVatStatuses,
): PricedOrder<{ readonly id: bigint }, Pick<BookedItem, 'id'>> {
  return priceOrder({
    tickets: tickets.map(({ id, categoryId, price }) => ({
      id,
      categoryId,
      source: price.source,
      status: statuses.categories.get(categoryId) ?? null,
      isCovered: false,
    })),
    services: items.map(({ id, serviceId, price }) => {
      const { type, vat } = serviceOf(offer, serviceId)
      return { id, type, vat, source: price.source, quantity: 1 }
    }),
    code: discount,
    tax: { ...reservation.tax, status: statuses.order },
  })
}

/** What an order costs that is taxed as it stands: once more, after something has been taken out of it. */
export function priceAsTaxed(order: Order): ReturnType<typeof priceWith> {
  const categories = new Map(
    order.tickets.flatMap(({ categoryId, vatStatus }) =>
      vatStatus === null ? [] : [[categoryId, vatStatus] as const],
    ),
  )
  return priceWith(order, { order: order.reservation.tax.status, categories })
}
