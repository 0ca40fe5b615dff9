import { sql } from 'kysely'
import type { LegalKind } from '#domain/catalog/legal-text/legal-kind.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A draft, or a version: only that has a number and a moment at which it was published. */
export type StoredLegalText = {
  readonly id: string
  readonly organizationId: number | null
  readonly kind: LegalKind
  readonly texts: LocalizedTexts
  readonly number: number | null
  readonly publishedAt: Instant | null
}

type Owned = Pick<StoredLegalText, 'organizationId'>

const COLUMNS = [
  'id',
  'organization_id as organizationId',
  'kind',
  'texts',
  'number',
  'published_at as publishedAt',
] as const

// The decoding edge: the columns are written here alone.
const legalTextOfRow = (row: unknown): StoredLegalText => row as StoredLegalText

/** The drafts first, then the versions of each kind, the latest first. */
export async function legalTextsOf(db: Queryable, { organizationId }: Owned): Promise<StoredLegalText[]> {
  const rows = await db.kysely
    .selectFrom('legal_text')
    .select(COLUMNS)
    .where('organization_id', 'is not distinct from', organizationId)
    .orderBy('number', order => order.desc().nullsFirst())
    .orderBy('kind', 'desc')
    .execute()
  return rows.map(legalTextOfRow)
}

export async function findLegalText(db: Queryable, id: string): Promise<StoredLegalText | undefined> {
  const row = await db.kysely.selectFrom('legal_text').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && legalTextOfRow(row)
}

export async function findDraft(
  db: Queryable,
  { organizationId, kind }: Owned & Pick<StoredLegalText, 'kind'>,
): Promise<StoredLegalText | undefined> {
  const row = await db.kysely
    .selectFrom('legal_text')
    .select(COLUMNS)
    .where('organization_id', 'is not distinct from', organizationId)
    .where('kind', '=', kind)
    .where('number', 'is', null)
    .executeTakeFirst()
  return row && legalTextOfRow(row)
}

type NewDraft = Pick<StoredLegalText, 'id' | 'organizationId' | 'kind' | 'texts'>

export async function insertDraft(tx: Tx, { id, organizationId, kind, texts }: NewDraft): Promise<void> {
  await tx.kysely
    .insertInto('legal_text')
    .values({ id, organization_id: organizationId, kind, texts: JSON.stringify(texts) })
    .execute()
}

/** Of a draft alone. */
export async function updateDraft(tx: Tx, id: string, texts: LocalizedTexts): Promise<void> {
  await tx.kysely
    .updateTable('legal_text')
    .set({ texts: JSON.stringify(texts) })
    .where('id', '=', id)
    .where('number', 'is', null)
    .execute()
}

/** Of a draft alone: it is the next version of its kind from now on. */
export async function publishDraft(tx: Tx, { id }: Pick<StoredLegalText, 'id'>, at: Instant): Promise<void> {
  await sql`
    update legal_text as draft set published_at = ${timestamp(at)}, number = (
      select coalesce(max(number), 0) + 1 from legal_text
      where organization_id is not distinct from draft.organization_id and kind = draft.kind
    ) where id = ${id} and number is null`.execute(tx.kysely)
}

/** False for a version: it stays. */
export async function deleteDraft(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('legal_text')
    .where('id', '=', id)
    .where('number', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
