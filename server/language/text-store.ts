import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

/** Whose own words they are; with neither, the whole shop's. */
export type TextOwner = { readonly organizationId: number | null; readonly contextId: number | null }

export type OwnText = { readonly language: string; readonly key: string; readonly text: string }

/** States a text in place of the shop's own; a blank one gives the shop's own back. */
export async function putText(db: Queryable, owner: TextOwner, { language, key, text }: OwnText): Promise<void> {
  const { organizationId, contextId } = owner
  if (text === '') {
    await textsOf(db, owner).where('language', '=', language).where('key', '=', key).execute()
    return
  }
  await sql`
    insert into text_override (organization_id, purchase_context_id, language, key, value)
    values (${organizationId}, ${contextId}, ${language}, ${key}, ${text})
    on conflict (organization_id, purchase_context_id, language, key) do update set value = excluded.value`.execute(
    db.kysely,
  )
}

const textsOf = (db: Queryable, { organizationId, contextId }: TextOwner) =>
  db.kysely
    .deleteFrom('text_override')
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)

/** What an owner has stated, by language and key. */
export async function listTexts(db: Queryable, { organizationId, contextId }: TextOwner): Promise<OwnText[]> {
  return db.kysely
    .selectFrom('text_override')
    .select(['language', 'key', 'value as text'])
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .orderBy('language')
    .orderBy('key')
    .execute()
}
