import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { ImageType } from './image-type.ts'

export type StoredFile = { readonly contentType: string; readonly content: Buffer }

export async function readFileByDigest(db: Queryable, digest: string): Promise<StoredFile | undefined> {
  const row = await db.kysely
    .selectFrom('file')
    .select(['content_type', 'content'])
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row && { contentType: row.content_type, content: row.content }
}

/** The same bytes are stored once. */
export async function putFile(
  db: Queryable,
  { digest, content, type, now }: { digest: string; content: Buffer; type: ImageType; now: Instant },
): Promise<void> {
  const { contentType: content_type, width, height } = type
  await db.kysely
    .insertInto('file')
    .values({ digest, content, content_type, width, height, created_at: timestamp(now) })
    .onConflict(conflict => conflict.column('digest').doNothing())
    .execute()
}
