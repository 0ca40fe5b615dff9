import { sql } from 'kysely'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'

/**
 * The sequence in which a process locks several seats: by the source they are taken from (0: the pool), and by number,
 * like `holdSeats`. A buyer who waits for the last seats holds locks on those that others have just taken; a process
 * that then changes these in another sequence and the buyer would wait for each other.
 */
export const ORDER_OF_SEATS = 'case when category.bounded then category.id else 0 end, ticket.id'

/**
 * Locks what the reservations hold, in the order of `holdOrder`: seats, tokens, units of extras. The caller has locked the
 * reservations. Returns their tokens.
 */
export async function lockHeld(tx: Tx, ids: readonly ReservationId[]): Promise<bigint[]> {
  const { rows } = await sql<{ tokens: bigint[] }>`
    with seat as materialized (
      select ticket.id, token_id from ticket join ticket_category as category on category.id = category_id
      where reservation_id = any(${[...ids]}::uuid[]) order by ${sql.raw(ORDER_OF_SEATS)} for update of ticket
    ), held_token as materialized (
      select id from token where id = any(array(select token_id from seat)) order by id for update
    ), unit as materialized (
      select id from additional_service_item
      where reservation_id = any(${[...ids]}::uuid[]) and (select count(*) from held_token) >= 0
      order by service_id, id for update
    )
    select array(select id from held_token) as tokens, (select count(*) from unit) as units`.execute(tx.kysely)
  return rows[0]?.tokens ?? []
}
