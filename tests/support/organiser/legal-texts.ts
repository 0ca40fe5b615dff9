import type { LegalKind } from '#domain/catalog/legal-text/legal-kind.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

type Version = {
  readonly kind?: LegalKind
  readonly number?: number
  readonly texts?: Readonly<Record<string, string>>
  readonly at: Instant
}

/** Stores a version of a text of the shop, by which nothing is sold. Returns its id. */
export async function storeLegalText(
  { db }: { readonly db: Queryable },
  { kind = 'PRIVACY', number = 1, texts = { en: '## Data\n\nWe keep what the order needs.' }, at }: Version,
): Promise<string> {
  const id = crypto.randomUUID()
  await db.kysely
    .insertInto('legal_text')
    .values({ id, kind, number, texts: JSON.stringify(texts), published_at: timestamp(at) })
    .execute()
  return id
}
