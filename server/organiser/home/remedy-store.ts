import type { Resource } from '#domain/access/principal/principal.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

type Owner = Exclude<Resource, 'shop'>

/** Whose order it is; undefined for none. */
export async function ownerOfOrder(db: Queryable, id: string): Promise<Owner | undefined> {
  const [owner] = await db.query(OF_ORDER, [id])
  return owner
}

const OF_ORDER = statement<Owner>(
  'home-owner-of-order',
  `select organization_id as "organizationId", context.id as "eventId"
   from reservation join purchase_context as context on context.id = purchase_context_id where reservation.id = $1`,
)

/** Whose mail it is: one that is of no event or pass belongs to the shop; undefined for none. */
export async function ownerOfMail(db: Queryable, id: string): Promise<Resource | undefined> {
  const [owner] = await db.query(OF_MAIL, [id])
  if (!owner) return undefined
  const { organizationId, eventId } = owner
  return organizationId === null || eventId === null ? 'shop' : { organizationId, eventId }
}

const OF_MAIL = statement<{ readonly organizationId: number | null; readonly eventId: number | null }>(
  'home-owner-of-mail',
  `select organization_id as "organizationId", context.id as "eventId"
   from mail left join purchase_context as context on context.id = purchase_context_id where mail.id = $1::bigint`,
)
