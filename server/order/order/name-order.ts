import type { Language } from '#domain/foundation/language/texts.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'

export type NamedPerson = Contact & { readonly language: Language }

/**
 * An order that the shop has made is this person's, and so are all its tickets. `isValidated`: nothing is left to be asked before
 * it is confirmed.
 */
export async function nameOrder(
  tx: Tx,
  id: ReservationId,
  { firstName, lastName, email, language }: NamedPerson,
  { isValidated }: { readonly isValidated: boolean },
): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ first_name: firstName, last_name: lastName, email, validated: isValidated })
    .where('id', '=', id)
    .execute()
  await tx.kysely
    .updateTable('ticket')
    .set({ first_name: firstName, last_name: lastName, email, language })
    .where('reservation_id', '=', id)
    .execute()
}
