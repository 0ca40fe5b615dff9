import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Database } from '#server/foundation/database/database.ts'

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
