import { problem } from '#domain/foundation/problem.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type DownloadLimits, download } from '#server/foundation/file/download.ts'
import { imageTypeOf } from '#server/foundation/file/image-type.ts'
import { MAX_IMAGE_BYTES, storeImage } from '#server/foundation/file/store-image.ts'

/** The image an event shall have: behind an address, or in a file beside the event file. Null keeps what is there. */
export type EventImage =
  | { readonly from: 'address'; readonly address: string }
  | { readonly from: 'file'; readonly name: string; readonly content: Buffer | undefined }
  | null

/** The bytes of the image, null when none is asked for; refused when they can't be had or are no image. */
export async function fetchImage(
  image: EventImage,
  limits: Pick<DownloadLimits, 'allowsPrivateAddresses'>,
): Promise<Outcome<Buffer | null>> {
  if (image === null) return accepted(null)
  const isFile = image.from === 'file'
  const content = isFile ? image.content : await download(image.address, { ...limits, maxBytes: MAX_IMAGE_BYTES })
  const isUsable = content !== undefined && content.length <= MAX_IMAGE_BYTES && imageTypeOf(content) !== undefined
  if (isUsable) return accepted(content)
  const [field, name] = isFile ? ['image', image.name] : ['imageUrl', image.address]
  return refused(problem('image-unusable', { field, args: [name] }))
}

/** Stores an image that `fetchImage` accepted; undefined when there is none. */
export async function keepImage(db: Queryable, content: Buffer | null, now: Instant): Promise<string | undefined> {
  if (content === null) return undefined
  const digest = await storeImage(db, content, now)
  if (digest === undefined) throw new Error('an image that was accepted could not be stored')
  return digest
}
