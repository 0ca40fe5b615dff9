import type { FastifyRequest } from 'fastify'
import { may } from '#domain/access/principal/principal.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { deskPrincipal } from './guard.ts'

/** The event of this number whose orders the caller manages; undefined for every other one. */
export async function managedEvent(
  { db }: { readonly db: Database },
  request: FastifyRequest,
  eventId: number,
): Promise<EventOwner | undefined> {
  const event = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'purchase_context.organization_id as organizationId', 'event.short_name as shortName'])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  const isManaged =
    event && may(deskPrincipal(request), 'manage-orders', { organizationId: event.organizationId, eventId: event.id })
  return isManaged ? event : undefined
}
