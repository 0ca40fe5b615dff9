import type { FastifyRequest } from 'fastify'
import { mayDo } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** Which event, and whose. */
export type EventOwner = { readonly id: number; readonly organizationId: number; readonly shortName: string }

export async function findEvent(db: Queryable, shortName: string): Promise<EventOwner | undefined> {
  return db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'purchase_context.organization_id as organizationId', 'event.short_name as shortName'])
    .where('event.short_name', '=', shortName)
    .executeTakeFirst()
}

/** The event of this short name; undefined when there is none, or it belongs to another organisation. */
export async function ownEvent(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  shortName: string,
): Promise<EventOwner | undefined> {
  const event = await findEvent(db, shortName)
  return event && mayDo(request, event) ? event : undefined
}

export async function hasAnyEvent(db: Queryable): Promise<boolean> {
  return (await db.kysely.selectFrom('event').select('id').limit(1).executeTakeFirst()) !== undefined
}
