import type { Reach } from '#domain/access/principal/principal.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownerInReach } from './attendee-store.ts'

/** The event of this id in the reach of a caller; undefined for every other one. */
export async function eventInReach(
  { db, catalog }: Pick<Shop, 'db' | 'catalog'>,
  eventId: number,
  reach: Reach,
): Promise<OfferedEvent | undefined> {
  const organizationId = await ownerInReach(db, eventId, reach)
  return organizationId === undefined ? undefined : catalog.eventOf(eventId)
}
