import { sql } from 'kysely'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Tx } from '#server/database/database.ts'

/**
 * Takes reservations out of the world: their seats are RELEASED with new ids and without any personal data - a pool seat
 * loses its category -, their payments and the rows themselves are deleted (lifecycle A.3.7). The caller has locked them.
 * Answers the events whose seats came back.
 */
export async function discardReservations(tx: Tx, ids: readonly ReservationId[]): Promise<number[]> {
  if (ids.length === 0) return []
  const released = await sql<{ event_id: number }>`
    update ticket set status = 'RELEASED', reservation_id = null, uuid = gen_random_uuid(),
      public_uuid = gen_random_uuid(), source_price = 0, final_price = 0, vat = 0, first_name = null, last_name = null,
      email = null, language = null, locked = false, reserved_at = null,
      category_id = case when category.bounded then ticket.category_id end
    from ticket_category as category
    where category.id = ticket.category_id and reservation_id = any(${[...ids]}::uuid[])
    returning ticket.event_id`.execute(tx.kysely)
  await tx.kysely.deleteFrom('payment_transaction').where('reservation_id', 'in', ids).execute()
  await tx.kysely.deleteFrom('reservation').where('id', 'in', ids).execute()
  return [...new Set(released.rows.map(({ event_id }) => event_id))]
}
