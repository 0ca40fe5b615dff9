import { sql } from 'kysely'
import type { Instant } from '#domain/instant.ts'
import type { Billing } from '#domain/reservation/billing.ts'
import type { Attendee, Contact } from '#domain/reservation/contact.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import { timestamp } from '#server/database/types.ts'
import type { Tx } from '#server/database/database.ts'

/** What the buyer has typed is kept whatever the verdict on it will be; `validated` says the verdict. */
export async function storeContact(
  tx: Tx,
  id: ReservationId,
  { contact, customerReference }: { contact: Contact; customerReference: string | null },
): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({
      first_name: contact.firstName || null,
      last_name: contact.lastName || null,
      email: contact.email || null,
      customer_reference: customerReference,
      validated: false,
    })
    .where('id', '=', id)
    .execute()
}

/** What the buyer wrote for an invoice, and whether there will be one. */
export async function storeBilling(
  tx: Tx,
  id: ReservationId,
  { billing, isInvoiceRequested }: { billing: Billing; isInvoiceRequested: boolean },
): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ billing: JSON.stringify(billing), invoice_requested: isInvoiceRequested })
    .where('id', '=', id)
    .execute()
}

/** Names the holder of a ticket; empty texts are stored as "not named". Answers false for a ticket of somebody else. */
export async function storeAttendee(tx: Tx, id: ReservationId, publicId: string, holder: Attendee): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('ticket')
    .set({
      first_name: holder.firstName || null,
      last_name: holder.lastName || null,
      email: holder.email || null,
      language: holder.language,
    })
    .where('public_uuid', '=', publicId)
    .where('reservation_id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives extras of an order to other tickets of it. */
export async function moveItems(
  tx: Tx,
  id: ReservationId,
  items: readonly { readonly id: bigint; readonly ticketId: bigint }[],
): Promise<void> {
  if (items.length === 0) return
  const [ids, tickets] = [items.map(item => item.id), items.map(({ ticketId }) => ticketId)]
  await sql`
    update additional_service_item as item set ticket_id = moved.ticket_id
    from unnest(${ids}::bigint[], ${tickets}::bigint[]) as moved (id, ticket_id)
    where item.id = moved.id and item.reservation_id = ${id} and item.ticket_id <> moved.ticket_id`.execute(tx.kysely)
}

export async function storeValidated(tx: Tx, id: ReservationId, isValidated: boolean): Promise<void> {
  await tx.kysely.updateTable('reservation').set({ validated: isValidated }).where('id', '=', id).execute()
}

export async function storeHold(tx: Tx, id: ReservationId, hold: { validity: Instant; extendedMinutes: number }) {
  await tx.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(hold.validity), extended_minutes: hold.extendedMinutes })
    .where('id', '=', id)
    .execute()
}
