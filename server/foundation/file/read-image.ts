import type { Queryable } from '#server/foundation/database/database.ts'
import { readFileByDigest } from './store.ts'

/** The bytes of a stored image; undefined when there is none of this digest. */
export async function readImage(db: Queryable, digest: string): Promise<Buffer | undefined> {
  return (await readFileByDigest(db, digest))?.content
}
