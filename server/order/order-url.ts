import type { Shop } from '#server/context.ts'
import type { Order } from './read-order.ts'

/** The page of an order, in the language of its buyer. */
export function orderUrl({ config }: Shop, { sale, reservation }: Pick<Order, 'sale' | 'reservation'>): string {
  const { id, language } = reservation
  return `${config.baseUrl}/event/${sale.event.shortName}/reservation/${id}?lang=${language}`
}
