import { sql } from 'kysely'
import type { Tx } from '#server/foundation/database/database.ts'

/**
 * Takes a person off the waiting list of an event that does not take place, and returns who is to be written to; undefined
 * for one who waits no more, or has an offer, which ends with its order.
 */
export async function endWaiting(
  tx: Tx,
  id: bigint,
): Promise<{ readonly email: string; readonly language: string } | undefined> {
  const { rows } = await sql<{ email: string; language: string }>`
    update waiting_list_entry set status = 'CANCELLED' where id = ${id} and status = 'WAITING'
    returning email, language`.execute(tx.kysely)
  return rows[0]
}
