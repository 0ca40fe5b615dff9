import { type OrderRow, orderRows } from '#domain/pricing/order-rows.ts'
import type { Order } from './read-order.ts'

/** What an order consists of, for its summary and its mails. Nothing but tickets can be had yet. */
export function rowsOf({ reservation, tickets, sale }: Order): OrderRow[] {
  return orderRows({
    tickets: tickets.map(({ categoryId, price }) => ({ categoryId, price, status: null, isCovered: false })),
    categories: sale.categories,
    services: [],
    discount: null,
    passTitle: null,
    tax: reservation.tax,
    price: reservation.price,
  })
}
