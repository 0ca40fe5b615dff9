import type { ExportedBy } from '#contract/desk-exports.ts'
import { EXPORT_KINDS, EXPORT_KIND_NAMES } from '#domain/organiser/export/export-kind.ts'
import { type Principal, reachOf } from '#domain/access/principal/principal.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { contextsOf } from '../desk-orders/list-orders.ts'
import { mayHave } from './recipients.ts'

const MOST_ORGANIZATIONS = 200

/** Of which events and organisations the caller may export something, and what. */
export async function exportableBy(db: Queryable, by: Principal, language: string): Promise<ExportedBy[]> {
  const reach = reachOf(by, 'serve-orders')
  const contexts = await contextsOf(db, { orders: reach, money: reach }, language)
  const organizations = await db.kysely
    .selectFrom('organization')
    .select(['id', 'name'])
    .$if(reach !== 'everything', one =>
      one.where(
        'id',
        'in',
        reach === 'everything' || reach.organizationIds.length === 0 ? [0] : [...reach.organizationIds],
      ),
    )
    .orderBy('name')
    .limit(MOST_ORGANIZATIONS)
    .execute()
  return [
    ...contexts.flatMap(({ id, kind, title, organizationId }) =>
      kind === 'EVENT' ? [{ event: id, organization: organizationId, name: title }] : [],
    ),
    ...organizations.map(({ id, name }) => ({ event: null, organization: id, name })),
  ].map(one => {
    const whose = { organizationId: one.organization, eventId: one.event }
    const kinds = EXPORT_KIND_NAMES.filter(
      kind => mayHave(by, { kind, whose }) && (one.event !== null || !EXPORT_KINDS[kind].isOfEvent),
    )
    return { ...one, kinds }
  })
}
