import type { Category } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { Database } from '#server/foundation/database/database.ts'

/** The category a ticket was sold in, by the ticket's public id; undefined for a ticket of another event. */
export async function categoryOfTicket(
  db: Database,
  offer: EventOffer,
  publicId: string,
): Promise<Category | undefined> {
  if (!isUuid(publicId)) return undefined
  const row = await db.kysely
    .selectFrom('ticket')
    .select('category_id')
    .where('public_uuid', '=', publicId)
    .where('event_id', '=', offer.context.id)
    .executeTakeFirst()
  return offer.categories.find(({ id }) => id === row?.category_id)
}
