import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Database } from '#server/foundation/database/database.ts'

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
