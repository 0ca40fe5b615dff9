import type { Instant } from '#domain/instant.ts'
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
