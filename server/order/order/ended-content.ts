import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { categoryNameOf } from './category-name.ts'
import { serviceOf } from './order-rows.ts'
import { type Order, isEventOrder } from './read-order.ts'

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

function linesOf(order: Order): EndedLine[] {
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
