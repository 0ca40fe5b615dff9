import type { OrderVatStatuses } from '#domain/order/pricing/vat-statuses.ts'
import {
  type ItemPrice,
  type Priced,
  type PricedOrder,
  priceItem,
  priceOrder,
} from '#domain/order/pricing/price-order.ts'
import { pricePasses } from '#domain/order/pricing/passes.ts'
import type { AppliedTax } from '#domain/catalog/price/vat.ts'
import type { BoughtPass, BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { BookedItem } from '#domain/order/reservation/reservation.ts'
import { serviceOf } from './order-rows.ts'
import type { Order } from './read-order.ts'
import { sql } from 'kysely'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { lockHeld } from './release-held.ts'
import { voidedPayments } from './move-payment.ts'

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

/**
 * Stores what an order costs from now on, with all its parts. The caller has locked it. A payment of another sum that
 * can still be made, such as by a card form in another tab, is not to pay it any more: the job `look-into-payments`
 * cancels it at its provider.
 */
export async function storePrices(
  tx: Tx,
  { reservation: { id }, tickets: all }: Order,
  { tickets, services, passes, price }: ReturnType<typeof priceWith>,
  statuses: OrderVatStatuses,
): Promise<void> {
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
  await tx.query(VOID_OTHER_SUM, [id, price.total])
  for (const pass of passes) await storePassPrice(tx, pass)
  if (tickets.length === 0) return
  const statusesOfTickets = all.map(({ categoryId }) => statuses.categories.get(categoryId) ?? null)
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

const VOID_OTHER_SUM = statement(
  'payment-give-up-other-sum',
  voidedPayments({ where: 'reservation_id = $1 and is_live and amount <> $2', at: 'to_timestamp(0)' }),
)

function columnsOf(parts: readonly { readonly id: bigint; readonly price: ItemPrice }[]) {
  return {
    ids: parts.map(({ id }) => id),
    discounts: parts.map(({ price }) => price.discount),
    vats: parts.map(({ price }) => price.vat),
    finals: parts.map(({ price }) => price.final),
  }
}

async function storePassPrice(
  tx: Tx,
  { id, price }: { readonly id: BoughtPassId; readonly price: ItemPrice },
): Promise<void> {
  await tx.kysely
    .updateTable('bought_pass')
    .set({ discount: price.discount, vat: price.vat, final_price: price.final })
    .where('id', '=', id)
    .execute()
}
