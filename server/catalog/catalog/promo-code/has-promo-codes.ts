import type { Queryable } from '#server/foundation/database/database.ts'

/** Is there any code for this event, of its own or of its organisation, valid now or not (shop contract, Event)? */
export async function hasPromoCodes(on: Queryable, event: { id: number; organizationId: number }): Promise<boolean> {
  const row = await on.kysely
    .selectFrom('promo_code')
    .select('id')
    .where('organization_id', '=', event.organizationId)
    .where(({ eb, or }) => or([eb('event_id', '=', event.id), eb('event_id', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
