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

export type ScalableFile = StoredFile & {
  /** False if it still has to be scaled to the width that is requested. */
  readonly isFinal: boolean
}

/** The image in this width where that was made already, and the stored one otherwise. */
export async function readFileInWidth(db: Queryable, digest: string, width: number): Promise<ScalableFile | undefined> {
  const row = await db.kysely
    .selectFrom('file')
    .leftJoin('scaled_image as scaled', join =>
      join.onRef('scaled.digest', '=', 'file.digest').on('scaled.width', '=', width),
    )
    .select(({ fn, eb }) => [
      'file.content_type',
      fn.coalesce('scaled.content', 'file.content').as('content'),
      eb('scaled.content', 'is not', null).as('is_smaller'),
      eb('scaled.digest', 'is not', null).as('is_scaled'),
    ])
    .where('file.digest', '=', digest)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    contentType: row.is_smaller ? 'image/webp' : row.content_type,
    content: row.content,
    isFinal: !!row.is_scaled,
  }
}

/** Keeps an image in this width; null: the stored one is sent in its place. The first of several processes counts. */
export async function putScaledImage(
  db: Queryable,
  image: { readonly digest: string; readonly width: number; readonly content: Buffer | null },
): Promise<void> {
  await db.kysely
    .insertInto('scaled_image')
    .values(image)
    .onConflict(conflict => conflict.columns(['digest', 'width']).doNothing())
    .execute()
}
