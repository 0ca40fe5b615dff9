import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Is there an order that has still to be paid before this ticket moves? */
export async function isChangePending(on: Queryable, { id, reservationId }: Ticket): Promise<boolean> {
  const row = await on.kysely
    .selectFrom('reservation')
    .select('id')
    .where('changes_order', '=', reservationId)
    .where('changes_ticket', '=', id)
    .where(sql<boolean>`not (${whereReservation('hasEnded')} or ${whereReservation('isComplete')})`)
    .executeTakeFirst()
  return row !== undefined
}

/** The paying order is of the buyer of the other one, and its seat is for the holder of the ticket. */
export async function storePaying(
  tx: Tx,
  id: ReservationId,
  { ticket, until }: { readonly ticket: Ticket; readonly until: Instant },
): Promise<void> {
  await sql`
    update reservation as paying set changes_order = owner.id, changes_ticket = ${ticket.id},
      held_first_until = ${timestamp(until)}, first_name = owner.first_name, last_name = owner.last_name,
      email = owner.email, billing = owner.billing, customer_reference = owner.customer_reference,
      account_id = owner.account_id, invoice_requested = owner.invoice_requested
    from reservation as owner where paying.id = ${id} and owner.id = ${ticket.reservationId}`.execute(tx.kysely)
  await tx.kysely
    .updateTable('ticket')
    .set({
      first_name: ticket.firstName,
      last_name: ticket.lastName,
      email: ticket.email,
      language: ticket.language,
    })
    .where('reservation_id', '=', id)
    .execute()
}

/** What the category costs before discounts and tax, from now on, is the price of the ticket. */
export async function storeSource(tx: Tx, { id, price }: Ticket): Promise<void> {
  await tx.kysely.updateTable('ticket').set({ source_price: price.source }).where('id', '=', id).execute()
}
