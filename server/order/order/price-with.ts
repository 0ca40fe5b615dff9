import type { OrderVatStatuses } from '#domain/order/pricing/vat-statuses.ts'
import { priceItem } from '#domain/order/pricing/price-item.ts'
import { type Priced, type PricedOrder, priceOrder } from '#domain/order/pricing/price-order.ts'
import { pricePasses } from '#domain/order/pricing/sell-passes.ts'
import type { AppliedTax } from '#domain/catalog/price/vat.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import type { BookedItem } from '#domain/order/reservation/booked-item.ts'
import { serviceOf } from './order-rows.ts'
import type { Order } from './read-order.ts'

type Repriced = PricedOrder<{ readonly id: bigint }, Pick<BookedItem, 'id'>> & {
  readonly passes: readonly Priced<Pick<BoughtPass, 'id'>>[]
}

/** What an order costs when it is taxed so. Its prices before tax, its code, its pass and its extras stay what they are. */
export function priceWith(order: Order, statuses: OrderVatStatuses): Repriced {
  const tax = { ...order.reservation.tax, status: statuses.order }
  const [pass] = order.passes
  if (!pass) return { ...priceOfEvent(order, statuses, tax), passes: [] }
  const { source } = pass.price
  return {
    tickets: [],
    services: [],
    passes: [{ id: pass.id, price: priceItem(source, tax) }],
    price: pricePasses({ source, quantity: 1 }, tax),
  }
}

function priceOfEvent({ tickets, items, discount, offer }: Order, statuses: OrderVatStatuses, tax: AppliedTax) {
  return priceOrder({
    tickets: tickets.map(({ id, categoryId, price, coveredBy }) => ({
      id,
      categoryId,
      source: price.source,
      status: statuses.categories.get(categoryId) ?? null,
      isCovered: coveredBy !== null,
    })),
    services: items.map(({ id, serviceId, price }) => {
      const { type, vat } = serviceOf(offer, serviceId)
      return { id, type, vat, source: price.source, quantity: 1 }
    }),
    code: discount,
    tax,
  })
}

/** How the parts of an order are taxed now. */
export function statusesOf({ reservation, tickets }: Order): OrderVatStatuses {
  const categories = new Map(
    tickets.flatMap(({ categoryId, vatStatus }) => (vatStatus === null ? [] : [[categoryId, vatStatus] as const])),
  )
  return { order: reservation.tax.status, categories }
}

/** The price of an order as it is taxed now, computed again after a change of it. */
export function priceAsTaxed(order: Order): ReturnType<typeof priceWith> {
  return priceWith(order, statusesOf(order))
}
