import { sql } from 'kysely'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { Attendee } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { TICKET_IS_GONE } from '#server/mail/letter/message.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { releaseTickets } from '#server/order/order/move-tickets.ts'

export async function storeHolder(tx: Tx, { id }: Ticket, holder: Attendee): Promise<void> {
  const { firstName, lastName, email, language } = holder
  await tx.kysely
    .updateTable('ticket')
    .set({ first_name: firstName, last_name: lastName, email, language })
    .where('id', '=', id)
    .execute()
}

/**
 * Mails with this ticket that have not left are not sent, and the log says why: they would carry a ticket that is no
 * longer their reader's. A mail with the documents of the whole order goes without the ticket. A mail that is being
 * sent, or started again later, is checked when it is sent.
 */
export async function dropTicketMails(tx: Tx, { reservationId, publicId }: Ticket): Promise<void> {
  const carried = JSON.stringify([{ ticketId: publicId }])
  const waiting = sql`reservation_id = ${reservationId} and status in ('WAITING', 'RETRY')
    and attachments @> ${carried}::jsonb`
  await sql`
    update mail set attachments = (
      select jsonb_agg(one order by place) from jsonb_array_elements(attachments) with ordinality as part (one, place)
      where one ->> 'ticketId' is distinct from ${publicId})
    where ${waiting} and exists (
      select from jsonb_array_elements(attachments) as one where one ->> 'ticketId' is null)`.execute(tx.kysely)
  await sql`update mail set status = 'ERROR', claimed_at = null, last_error = ${TICKET_IS_GONE} where ${waiting}`.execute(
    tx.kysely,
  )
}

/** Erases the answers and votes of the person, and frees the place in a group. For a locked ticket. */
export async function erasePerson(tx: Tx, { id }: Ticket): Promise<void> {
  await tx.kysely.deleteFrom('field_value').where('ticket_id', '=', id).execute()
  await tx.kysely.deleteFrom('poll_vote').where('ticket_id', '=', id).execute()
  await tx.kysely.deleteFrom('attendee_group_place').where('ticket_id', '=', id).execute()
}

/**
 * Frees the seat (domain rules 4.7). A hidden category gives it to the pool and becomes smaller by it, its token with
 * it; its last seat stays, and may be opened by the token again. Returns whether the category has changed.
 */
export async function releaseSeat(tx: Tx, { id, categoryId }: Ticket): Promise<boolean> {
  const { token_id: token } = await tx.kysely
    .selectFrom('ticket')
    .select('token_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isShrunk = await shrinkHidden(tx, categoryId)
  await releaseTickets(tx, sql`ticket.id = ${id}`, { isCategorySmaller: isShrunk })
  if (token !== null) await releaseToken(tx, token, isShrunk)
  return isShrunk
}

/** A hidden category has one seat less, unless it is its last; returns whether it has. */
export async function shrinkHidden(tx: Tx, categoryId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('ticket_category')
    .set(({ eb }) => ({ max_tickets: eb('max_tickets', '-', 1) }))
    .where('id', '=', categoryId)
    .where('bounded', '=', true)
    .where('access_restricted', '=', true)
    .where('max_tickets', '>', 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A token opens a seat of its category; one without a seat opens nothing. */
export async function releaseToken(tx: Tx, token: bigint, isSeatGone: boolean): Promise<void> {
  await sql`
    update token set recipient_name = null, recipient_email = null,
      status = case when category.bounded and category.access_restricted and not ${isSeatGone} then 'FREE'
        else 'CANCELLED' end
    from ticket_category as category where category.id = token.category_id and token.id = ${token}`.execute(tx.kysely)
}

/** A process with an older offer sees that it is out of date. */
export async function noteOfferChanged(tx: Tx, contextId: number): Promise<void> {
  await tx.kysely
    .updateTable('purchase_context')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', contextId)
    .execute()
}

/** Extras that cost nothing go back with their ticket. */
export async function freeItems(tx: Tx, items: readonly bigint[]): Promise<void> {
  if (items.length === 0) return
  await tx.kysely.deleteFrom('field_value').where('item_id', 'in', items).execute()
  await sql`
    delete from additional_service_item as item using additional_service as service
    where service.id = service_id and service.available_quantity is null and item.id = any(${[...items]}::bigint[])`.execute(
    tx.kysely,
  )
  await tx.kysely
    .updateTable('additional_service_item')
    .set({ status: 'FREE', reservation_id: null, ticket_id: null })
    .set({ source_price: 0n, discount: 0n, final_price: 0n, vat: 0n })
    .where('id', 'in', items)
    .execute()
}

/** Extras that have been paid for stay with the order, and belong to another ticket of it, which may be checked in. */
export async function moveItems(tx: Tx, items: readonly bigint[], to: Ticket): Promise<void> {
  if (items.length === 0) return
  await sql`
    update additional_service_item as item set ticket_id = ticket.id, status = ticket.status
    from ticket where ticket.id = ${to.id} and item.id = any(${[...items]}::bigint[])`.execute(tx.kysely)
}

/** What was free because all of it had been taken off counts no more: the order costs the same, for less. */
export async function lowerOrder(tx: Tx, id: ReservationId, takenOff: Minor): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set(({ eb }) => ({
      source_price: eb('source_price', '-', takenOff),
      discount: eb('discount', '-', takenOff),
    }))
    .where('id', '=', id)
    .execute()
}
