import type { Instant } from '#domain/foundation/instant.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { LockedOrder } from './offer-of-reservation.ts'

type Correction = { readonly contact: Contact; readonly by: string; readonly now: Instant }

/**
 * The organiser corrects the name or the address of the buyer of a locked order. Documents stay as they were issued, and
 * tickets keep their holders. False where nothing is different.
 */
export async function correctBuyer(
  tx: Tx,
  { reservation }: LockedOrder,
  { contact, by, now }: Correction,
): Promise<boolean> {
  const parts = (['firstName', 'lastName', 'email'] as const).filter(
    part => reservation.contact[part] !== contact[part],
  )
  if (parts.length === 0) return false
  await tx.kysely
    .updateTable('reservation')
    .set({ first_name: contact.firstName, last_name: contact.lastName, email: contact.email })
    .where('id', '=', reservation.id)
    .execute()
  const modifications = { changed: parts.join(', ') }
  await noteAudit(tx, { at: now, type: 'BUYER_CORRECTED', reservation, by, modifications })
  return true
}
