import type { Shop } from '#server/context.ts'
import { noteAudit } from '#server/audit/audit.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { sqlInstant } from '#server/database/types.ts'
import { after } from '#domain/instant.ts'
import type { PurchaseContextId } from '#domain/catalog/event.ts'
import { GRACE_MS } from '#domain/reservation/hold.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import { discardReservations } from './discard.ts'

/** At most so many reservations in one transaction. */
const BATCH = 200

/**
 * Takes the seats of abandoned reservations back: PENDING, and past their validity by the grace time. Reservations that
 * another process is working on are left for the next run (lifecycle A.3.7). Answers how many were taken.
 */
export async function expireReservations(shop: Shop): Promise<number> {
  const { ids, events } = await transaction(shop.db, async tx => {
    const due = await takeExpired(tx, shop)
    for (const reservation of due) {
      await noteAudit(tx, { at: shop.clock.now(), type: 'CANCEL_RESERVATION_EXPIRED', reservation })
    }
    const expired = due.map(({ id }) => id)
    return { ids: expired, events: await discardReservations(tx, expired) }
  })
  for (const event of events) shop.catalog.seatsChanged(event)
  if (ids.length === 0) return 0
  shop.log.expired(ids)
  // Somebody may be waiting for these seats.
  await shop.jobs.wake('distribute-seats')
  return ids.length
}

async function takeExpired(tx: Tx, { clock }: Shop) {
  const rows = await tx.kysely
    .selectFrom('reservation')
    .select(['id', 'purchase_context_id'])
    .where('status', '=', 'PENDING')
    .where('validity', '<', sqlInstant(after(clock.now(), -GRACE_MS)))
    .orderBy('validity')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(row => ({ id: row.id as ReservationId, contextId: row.purchase_context_id as PurchaseContextId }))
}
