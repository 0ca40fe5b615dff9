import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Database, type Queryable, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** An event or pass with a name for sentences: "event demo", "pass Season". */
type UnendedSale = { readonly id: number; readonly name: string }

type UnendedQuery = { readonly limit: number; readonly organizationId?: number }

/** Events that have not ended, by begin, then passes; without those that are disabled. Of one organisation, or of all. */
export async function findUnended(
  db: Queryable,
  now: Instant,
  { limit, organizationId }: UnendedQuery,
): Promise<readonly UnendedSale[]> {
  const rows = await db.query(UNENDED, [timestamp(now), limit, organizationId ?? null])
  return rows.map(({ id, shortName, title }) => ({
    id,
    name: shortName === null ? `Pass ${inLanguage(title, 'en')}` : `Event ${shortName}`,
  }))
}

type Row = { id: number; shortName: string | null; title: Record<string, string> }

const UNENDED = statement<Row>(
  'unended-sales',
  `select purchase_context.id, short_name as "shortName", title
   from purchase_context left join event on event.id = purchase_context.id
   where status <> 'DISABLED' and (ends_at is null or ends_at > $1) and ($3::integer is null or organization_id = $3)
   order by starts_at nulls last, purchase_context.id limit $2`,
)

/** Every event there is, in whatever status, by begin. For developers, not for visitors. */
export async function allEvents(db: Database): Promise<{ shortName: string; title: string; status: string }[]> {
  const rows = await db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.short_name', 'purchase_context.title', 'purchase_context.status'])
    .orderBy('event.starts_at')
    .execute()
  return rows.map(({ short_name, title, status }) => ({
    shortName: short_name,
    title: inLanguage(title as Record<string, string>, 'en'),
    status,
  }))
}

/** Every pass there is, in whatever status, by the begin of its sale. For developers, not for visitors. */
export async function allPasses(db: Database): Promise<{ publicId: string; title: string; status: string }[]> {
  const rows = await db.kysely
    .selectFrom('pass')
    .innerJoin('purchase_context', 'purchase_context.id', 'pass.id')
    .select(['pass.public_id', 'purchase_context.title', 'purchase_context.status'])
    .orderBy('pass.on_sale_from')
    .orderBy('pass.id')
    .execute()
  return rows.map(({ public_id, title, status }) => ({
    publicId: public_id,
    title: inLanguage(title as Record<string, string>, 'en'),
    status,
  }))
}
