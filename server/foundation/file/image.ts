import { createHash } from 'node:crypto'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { imageTypeOf } from './image-type.ts'
import { putFile, readFileByDigest } from './store.ts'

/** The largest image an organiser may give (organiser contract, imageUrl). */
export const MAX_IMAGE_BYTES = 200 * 1024

/** Stores an image under the SHA-256 of its bytes and answers that; undefined when it is no image, or too large. */
export async function storeImage(
  db: Queryable,
  content: Buffer,
  now: Instant,
  maxBytes = MAX_IMAGE_BYTES,
): Promise<string | undefined> {
  const type = content.length <= maxBytes ? imageTypeOf(content) : undefined
  if (type === undefined) return undefined
  const digest = createHash('sha256').update(content).digest('hex')
  await putFile(db, { digest, content, type, now })
  return digest
}

/** The bytes of a stored image; undefined when there is none of this digest. */
export async function readImage(db: Queryable, digest: string): Promise<Buffer | undefined> {
  return (await readFileByDigest(db, digest))?.content
}
