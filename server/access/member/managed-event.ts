import type { FastifyRequest } from 'fastify'
import { type Verb, may } from '#domain/access/principal/principal.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { deskPrincipal } from './guard.ts'

type Needs = { readonly db: Database }

type Wanted = { readonly eventId: number; readonly verbs: readonly Verb[] }

/** The event of this number with which the caller of the desk may do one of these; undefined for every other one. */
export async function eventAtDesk(
  { db }: Needs,
  request: FastifyRequest,
  { eventId, verbs }: Wanted,
): Promise<EventOwner | undefined> {
  const event = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'purchase_context.organization_id as organizationId', 'event.short_name as shortName'])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (!event) return undefined
  const resource = { organizationId: event.organizationId, eventId: event.id }
  return verbs.some(verb => may(deskPrincipal(request), verb, resource)) ? event : undefined
}

/** The event of this number whose orders the caller manages; undefined for every other one. */
export const managedEvent = (shop: Needs, request: FastifyRequest, eventId: number): Promise<EventOwner | undefined> =>
  eventAtDesk(shop, request, { eventId, verbs: ['manage-orders'] })
