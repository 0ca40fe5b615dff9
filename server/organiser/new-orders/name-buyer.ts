import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { NamedPerson } from '#server/order/order/name-order.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'

/** An order is this person's. An only ticket is for them; of several, they say for whom. */
export async function nameBuyer(
  tx: Tx,
  id: ReservationId,
  { firstName, lastName, email, language }: NamedPerson,
): Promise<void> {
  const person = { first_name: firstName, last_name: lastName, email }
  await tx.kysely.updateTable('reservation').set(person).where('id', '=', id).execute()
  const [only, ...others] = await ticketsOf(tx, id)
  if (!only || others.length > 0) return
  await tx.kysely
    .updateTable('ticket')
    .set({ first_name: firstName, last_name: lastName, email, language })
    .where('id', '=', only.id)
    .execute()
}
