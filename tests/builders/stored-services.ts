import { after, days } from '#domain/foundation/instant.ts'
import type { Insertable } from 'kysely'
import type { Database } from '#server/foundation/database/database.ts'
import type { AdditionalServiceTable } from '#server/foundation/database/schema.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { SOME_DAY } from './offer.ts'

/** Stores an extra: an optional supplement of 10.00, on sale from a day ago to a day ahead; state what matters. */
export async function storeService(
  db: Database,
  eventId: number,
  changes: Partial<Insertable<AdditionalServiceTable>> = {},
): Promise<number> {
  const { id } = await db.kysely
    .insertInto('additional_service')
    .values({
      event_id: eventId,
      type: 'SUPPLEMENT',
      supplement_policy: 'OPTIONAL_MAX_AMOUNT_PER_TICKET',
      title: JSON.stringify({ en: 'Booklet' }),
      price: 1000n,
      max_qty_per_order: 1,
      vat_type: 'INHERITED',
      inception: timestamp(after(SOME_DAY, -days(1))),
      expiration: timestamp(after(SOME_DAY, days(1))),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let unit = 0; unit < (changes.available_quantity ?? 0); unit += 1) {
    await db.kysely.insertInto('additional_service_item').values({ service_id: id }).execute()
  }
  return id
}
