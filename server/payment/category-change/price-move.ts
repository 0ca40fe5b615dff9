import type { Category } from '#domain/catalog/catalog/category.ts'
import { isExempt } from '#domain/catalog/price/vat.ts'
import { type Minor, ZERO, minus } from '#domain/foundation/money/money.ts'
import { type OrderPrice, newTickets, priceOrder } from '#domain/order/pricing/price-order.ts'
import type { PlannedOrder } from '#domain/order/reservation/plan-order.ts'
import { differenceOf } from '#domain/ticket/ticket/category-change.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { priceAsTaxed } from '#server/order/order/prices.ts'
import type { Order } from '#server/order/order/read-order.ts'

/** An order as it would be with a ticket in another category, and what it would cost more. */
export type PricedMove = {
  readonly after: Order
  /** As of `differenceOf`. */
  readonly difference: Minor
  /** By which the order costs less; nothing for a dearer category. */
  readonly lowered: Minor
}

/**
 * Prices a move by the rules of the order: its code or its organiser's rule, its taxes, its extras (domain rules 1.5). A ticket that is taxed
 * by itself stays so, as the tickets of its new category in the order are.
 */
export function priceMove(order: Order, ticket: Ticket, to: Category): PricedMove {
  const alike = order.tickets.find(({ categoryId }) => categoryId === to.id)
  const moved: Ticket = {
    ...ticket,
    categoryId: to.id,
    vatStatus: alike ? alike.vatStatus : ticket.vatStatus,
    price: { ...ticket.price, source: to.price },
  }
  const changed = { ...order, tickets: order.tickets.map(one => (one.id === ticket.id ? moved : one)) }
  const priced = priceAsTaxed(changed)
  const prices = new Map(priced.tickets.map(({ id, price }) => [id, price]))
  const after: Order = {
    ...changed,
    reservation: { ...order.reservation, price: priced.price },
    tickets: changed.tickets.map(one => ({ ...one, price: prices.get(one.id) ?? one.price })),
  }
  const { price } = order.reservation
  const less = minus(price.total, priced.price.total)
  return { after, difference: difference(order, after, ticket), lowered: less > ZERO ? less : ZERO }
}

/** An exempt order lists its tickets without VAT: its buyer is exempt in the paying order again, which begins with VAT. */
function difference(before: Order, after: Order, { id, price }: Ticket): Minor {
  if (!isExempt(before.reservation.tax.status)) return differenceOf(before.reservation.price, after.reservation.price)
  return differenceOf(price, after.tickets.find(one => one.id === id)?.price ?? price)
}

/** A ticket of the category for the difference, as an order of its own. */
export function planDifference({ context }: OfferedEvent, to: Category, due: Minor): PlannedOrder {
  const { tickets, price } = priceOrder({
    tickets: newTickets(to.id, due, 1),
    services: [],
    code: null,
    tax: context.tax,
  })
  const [ticket] = tickets
  if (!ticket) throw new Error('a ticket was priced, and there is none')
  return {
    lines: [{ category: to, quantity: 1, unit: ticket.price }],
    extras: [],
    price: price satisfies OrderPrice,
    promoCodeId: null,
    discountRuleId: null,
    uses: null,
    tokens: to.isRestricted ? { kind: 'any', categoryId: to.id, quantity: 1 } : null,
  }
}
