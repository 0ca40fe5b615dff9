import { sql } from 'kysely'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'

/** At most so many seats in one transaction. */
const BATCH = 1000

/**
 * Puts released seats back on sale; answers how many. While nobody waits for a seat of an event, that is all there is to
 * do with them (domain rules 6.3).
 */
export async function freeReleasedSeats(shop: Shop): Promise<number> {
  const { rows } = await transaction(shop.db, tx =>
    sql<{ event_id: number }>`
      update ticket set status = 'FREE' where id in (
        select id from ticket where status = 'RELEASED' order by id limit ${BATCH} for update skip locked
      ) returning event_id`.execute(tx.kysely),
  )
  for (const event of new Set(rows.map(({ event_id }) => event_id))) shop.catalog.seatsChanged(event)
  if (rows.length > 0) shop.log.seatsFreed(rows.length)
  return rows.length
}
