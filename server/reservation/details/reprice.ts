import { sql } from 'kysely'
import type { CategoryTax, OrderVatStatuses } from '#domain/pricing/vat-statuses.ts'
import { isOnline } from '#domain/catalog/event.ts'
import type { ItemPrice } from '#domain/pricing/price-item.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import type { Tx } from '#server/database/database.ts'
import { lockHeld } from '#server/order/lock-held.ts'
import { priceWith } from '#server/order/price-with.ts'
import type { Order } from '#server/order/read-order.ts'

/** What the categories of an event say about tax. */
export function categoryTaxes({ context: event, categories, settings }: OfferedEvent): CategoryTax[] {
  return categories.map(category => ({
    id: category.id,
    isOnline: isOnline(event, category),
    isTaxed: settings.flag('APPLY_TAX_TO_CATEGORY', category.id),
  }))
}

/** Stores what an order costs from now on, with all its parts; does nothing where it is taxed so already. */
export async function reprice(tx: Tx, order: Order, statuses: OrderVatStatuses): Promise<void> {
  if (isTaxedSo(order, statuses)) return
  const { tickets, services, price } = priceWith(order, statuses)
  const { id } = order.reservation
  await tx.kysely
    .updateTable('reservation')
    .set({
      vat_status: statuses.order,
      source_price: price.source,
      discount: price.discount,
      vat: price.vat,
      final_price: price.total,
    })
    .where('id', '=', id)
    .execute()
  const statusesOfTickets = order.tickets.map(({ categoryId }) => statuses.categories.get(categoryId) ?? null)
  const ofTickets = columnsOf(tickets)
  await lockHeld(tx, [id])
  await sql`
    update ticket set vat_status = priced.status, discount = priced.discount, vat = priced.vat,
      final_price = priced.final
    from unnest(${ofTickets.ids}::bigint[], ${statusesOfTickets}::text[], ${ofTickets.discounts}::bigint[],
      ${ofTickets.vats}::bigint[], ${ofTickets.finals}::bigint[]) as priced (id, status, discount, vat, final)
    where ticket.id = priced.id and reservation_id = ${id}`.execute(tx.kysely)
  if (services.length === 0) return
  const ofItems = columnsOf(services)
  await sql`
    update additional_service_item as item set discount = priced.discount, vat = priced.vat, final_price = priced.final
    from unnest(${ofItems.ids}::bigint[], ${ofItems.discounts}::bigint[], ${ofItems.vats}::bigint[],
      ${ofItems.finals}::bigint[]) as priced (id, discount, vat, final)
    where item.id = priced.id and reservation_id = ${id}`.execute(tx.kysely)
}

function isTaxedSo({ reservation, tickets }: Order, { order, categories }: OrderVatStatuses): boolean {
  const isTicketTaxedSo = ({ categoryId, vatStatus }: Order['tickets'][number]) =>
    vatStatus === (categories.get(categoryId) ?? null)
  return reservation.tax.status === order && tickets.every(isTicketTaxedSo)
}

function columnsOf(parts: readonly { readonly id: bigint; readonly price: ItemPrice }[]) {
  return {
    ids: parts.map(({ id }) => id),
    discounts: parts.map(({ price }) => price.discount),
    vats: parts.map(({ price }) => price.vat),
    finals: parts.map(({ price }) => price.final),
  }
}
