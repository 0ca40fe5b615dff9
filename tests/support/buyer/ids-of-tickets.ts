import type { Queryable } from '#server/foundation/database/database.ts'

/**
 * The public ids that open the tickets of an order now, by seat: those in the mails to their holders. The order lists
 * a ticket that was passed on by another one.
 */
export async function ticketIdsOf({ db }: { readonly db: Queryable }, order: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('ticket')
    .select('public_uuid')
    .where('reservation_id', '=', order)
    .orderBy('id')
    .execute()
  return rows.map(row => row.public_uuid)
}
