import type { FastifyRequest } from 'fastify'
import { type Principal, type Resource, type Verb, may } from '#domain/access/principal/principal.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { deskPrincipal } from '#server/access/member/guard.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

/** An order that the caller may serve. */
export type FoundOrder = {
  readonly id: ReservationId
  readonly owner: Exclude<Resource, 'shop'>
  readonly by: Principal
}

/** The order of this id, where the caller may do this with it; undefined for every other one. */
export async function servedOrder(
  db: Queryable,
  request: FastifyRequest<{ Params: { orderId: string } }>,
  verb: Verb = 'serve-orders',
): Promise<FoundOrder | undefined> {
  const id = reservationId(request.params.orderId)
  if (!id) return undefined
  const [owner] = await db.query(OWNER, [id])
  const by = deskPrincipal(request)
  return owner && may(by, verb, owner) ? { id, owner, by } : undefined
}

const OWNER = statement<Exclude<Resource, 'shop'>>(
  'desk-owner-of-order',
  `select organization_id as "organizationId", context.id as "eventId"
   from reservation join purchase_context as context on context.id = purchase_context_id where reservation.id = $1`,
)

/** By which channel the buyer came; null: any other way. */
export async function channelOfOrder(db: Queryable, id: ReservationId): Promise<string | null> {
  const row = await db.kysely.selectFrom('reservation').select('channel').where('id', '=', id).executeTakeFirst()
  return row?.channel ?? null
}
