import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Until when an order is held at first, where that is not RESERVATION_TIMEOUT after it was made (lifecycle A.3.9). */
export async function storeFirstHold(tx: Tx, id: ReservationId, until: Instant): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ held_first_until: timestamp(until) })
    .where('id', '=', id)
    .execute()
}
