import type { FastifyRequest } from 'fastify'
import { may } from '#domain/access/principal/principal.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { deskPrincipal } from '#server/access/member/guard.ts'
import { eventAtDesk } from '#server/access/member/managed-event.ts'
import type { Shop } from '#server/catalog/context.ts'

/** The event of this number that the caller may edit; undefined for every other one. */
export const editableEvent = (
  shop: Pick<Shop, 'db'>,
  request: FastifyRequest,
  eventId: number,
): Promise<EventOwner | undefined> => eventAtDesk(shop, request, { eventId, verbs: ['manage-events'] })

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
