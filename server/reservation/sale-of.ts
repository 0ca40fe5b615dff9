import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'

/**
 * What a reservation is for; undefined for an unknown one. Asked before a transaction begins, never inside: the catalogue
 * has its own connections, and a transaction that waits for another connection can stop the whole shop.
 */
export async function saleOf({ db, catalog }: Shop, id: ReservationId): Promise<EventForSale | undefined> {
  const row = await db.kysely
    .selectFrom('reservation')
    .select('purchase_context_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && catalog.eventOf(row.purchase_context_id)
}
