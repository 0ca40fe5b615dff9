import type { FastifyRequest } from 'fastify'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { deskPrincipal } from '#server/access/member/guard.ts'
import type { Shop } from '#server/catalog/context.ts'

/** The event of this number that the caller may edit; undefined for every other one. */
export async function editableEvent(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  eventId: number,
): Promise<EventOwner | undefined> {
  const event = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'purchase_context.organization_id as organizationId', 'event.short_name as shortName'])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return event && mayEdit(deskPrincipal(request), event) ? event : undefined
}

const mayEdit = (principal: Principal, { id, organizationId }: EventOwner): boolean =>
  may(principal, 'manage-events', { organizationId, eventId: id })

/** May the caller create events of an organisation, and change what all of its events share? */
export const mayEditAllOf = (request: FastifyRequest, organizationId: number): boolean =>
  may(deskPrincipal(request), 'manage-events', { organizationId })

/** An image that the shop has stored, or none; undefined where the request does not say. */
export async function imageOf(
  { db }: Pick<Shop, 'db'>,
  {
    imageId,
    imageUrl,
  }: { readonly imageId?: string | null | undefined; readonly imageUrl?: string | null | undefined },
) {
  if (imageUrl?.trim()) return { from: 'address', address: imageUrl.trim() } as const
  if (imageId === undefined && imageUrl === undefined) return null
  if (imageId === undefined || imageId === null || imageId === '') return { from: 'nothing' } as const
  const found = await db.kysely.selectFrom('file').select('digest').where('digest', '=', imageId).executeTakeFirst()
  return { from: 'stored', digest: imageId, isThere: found !== undefined } as const
}
