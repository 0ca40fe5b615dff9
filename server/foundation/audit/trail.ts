import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

export type TrailEntry = {
  readonly at: Instant
  readonly type: string
  /** RESERVATION, TICKET or SUBSCRIPTION, and its public id. */
  readonly entity: string
  readonly entityId: string
  readonly by: string | null
  readonly modifications: unknown
}

/** What happened to an order, from the beginning; also when it is gone. */
export async function trailOf(on: Queryable, id: ReservationId): Promise<TrailEntry[]> {
  return on.kysely
    .selectFrom('audit')
    .select(['at', 'type', 'entity_type as entity', 'entity_id as entityId', 'actor as by', 'modifications'])
    .where('reservation_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
