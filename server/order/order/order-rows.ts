import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { type OrderRow, orderRows } from '#domain/order/pricing/order-rows.ts'
import { type OfferedContext, isOfPass } from '#server/catalog/catalog/catalog.ts'
import { soldPassRow } from '#domain/order/pricing/passes.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { type AppliedDiscount, type Order, isEventOrder } from './read-order.ts'
import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'

/** What an order consists of, in words of this language, for its summary and its mails. */
export function rowsOf(
  { reservation, tickets, items, passes, discount, appliedPass, offer }: Order,
  texts: Texts,
  language: string,
): OrderRow[] {
  if (isOfPass(offer)) return passes.map(({ price }) => soldPassRow(passTitle(offer, language), price.source, 1))
  if (reservation.changes && tickets.length === 0) return [changeRow(reservation.price.source, texts, language)]
  return orderRows({
    tickets: tickets.map(({ categoryId, price, vatStatus, coveredBy }) => ({
      categoryId,
      price,
      status: vatStatus,
      isCovered: coveredBy !== null,
    })),
    categories: offer.categories,
    services: items.map(({ serviceId, price }) => ({
      id: serviceId,
      title: inLanguage(serviceOf(offer, serviceId).title, language),
      price,
      quantity: 1,
    })),
    discount: discount && { code: discount, name: nameOf(discount, texts, language) },
    passTitle: appliedPass && inLanguage(appliedPass.title, language),
    tax: reservation.tax,
    price: reservation.price,
  })
}

/** An order that has paid for the change of another one's ticket has none of its own (decision 110). */
const changeRow = (price: Minor, texts: Texts, language: string): OrderRow => ({
  kind: 'TICKET',
  name: texts.text(language, 'foyer.order.change-row'),
  quantity: 1,
  unit: price,
  subTotal: price,
})

/** What the pass is called in the language of its buyer. */
export function passTitle({ context }: Pick<OfferedContext, 'context'>, language: string): string {
  return context.title[language] ?? displayName(context)
}

/** A booked extra is never deleted, only no longer sold. */
export function serviceOf({ services }: OfferedContext, id: AdditionalServiceId): OfferedService {
  const service = services.find(offered => offered.id === id)
  if (!service) throw new Error(`extra ${id} was booked and is gone`)
  return service
}

/** No buyer types a dynamic discount, so it has no name of its own. */
function nameOf(discount: AppliedDiscount, texts: Texts, language: string): string {
  return discount.codeType === 'DYNAMIC'
    ? texts.text(language, 'reservation.dynamic.discount.description')
    : discount.code
}

/** A line of what an order was for; its name by language. */
export type EndedLine = { readonly name: Readonly<Record<string, string>>; readonly quantity: number }

/**
 * Keeps what the order is for, and that its tickets are cancelled, before they are released: afterwards nothing leads from the order
 * to its tickets, nor from a ticket's link to its order. One that its holder has released stays so.
 */
export async function storeEndedContent(tx: Tx, order: Order, now: Instant): Promise<void> {
  const { id } = order.reservation
  await tx.kysely
    .updateTable('reservation')
    .set({ ended_content: JSON.stringify(linesOf(order)) })
    .where('id', '=', id)
    .execute()
  await sql`
    insert into former_ticket_id (public_uuid, event_id, became, at)
    select public_uuid, event_id, 'CANCELLED', ${timestamp(now)} from ticket where reservation_id = ${id}
    on conflict do nothing`.execute(tx.kysely)
}

/** Null: it has not ended, or no content was kept. */
export async function readEndedContent(on: Queryable, id: ReservationId): Promise<readonly EndedLine[] | null> {
  const row = await on.kysely.selectFrom('reservation').select('ended_content').where('id', '=', id).executeTakeFirst()
  // Written by this file alone.
  return (row?.ended_content ?? null) as readonly EndedLine[] | null
}

/** What an order is for, as it is kept when it ends. */
export function linesOf(order: Order): EndedLine[] {
  const { passes, items, offer } = order
  const tickets = isEventOrder(order)
    ? order.tickets.map(ticket => ({ [offer.context.languages[0]]: categoryNameOf(order.offer, ticket) }))
    : passes.map(() => ({ ...offer.context.title }))
  const extras = items.map(({ serviceId }) => ({ ...serviceOf(offer, serviceId).title }))
  return counted([...tickets, ...extras])
}

/** What is alike is one line. */
function counted(names: readonly EndedLine['name'][]): EndedLine[] {
  const alike = Map.groupBy(names, name => JSON.stringify(name))
  return [...alike.values()].flatMap(([name, ...others]) => (name ? [{ name, quantity: others.length + 1 }] : []))
}

/** The name of the category a ticket is of; empty where the organiser has deleted it. */
export function categoryNameOf({ categories }: OfferedContext, { categoryId }: Ticket): string {
  return categories.find(({ id }) => id === categoryId)?.name ?? ''
}
