import { sql } from 'kysely'
import type { CategoryId } from '#domain/catalog/category.ts'
import type { Queryable } from '#server/database/database.ts'

/**
 * Some token of a category that may be used by anybody: free, and not sent to a named person (domain rules 2.5). Which
 * one is left to chance, so that many who ask at once rarely meet.
 */
export async function freeToken(on: Queryable, category: CategoryId): Promise<string | undefined> {
  const row = await on.kysely
    .selectFrom('token')
    .select('code')
    .where('category_id', '=', category)
    .where('status', '=', 'FREE')
    .where('recipient_name', 'is', null)
    .where('recipient_email', 'is', null)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? undefined
}
