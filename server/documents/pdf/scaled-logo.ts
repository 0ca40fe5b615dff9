import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { MAX_PIXELS } from '#server/foundation/file/image-type.ts'

/** Pixels; twice as many as it is large on paper at 150 to the inch. */
const LARGEST = { width: 400, height: 200 }

/** How many events' pictures are kept for the next document. */
const KEPT = 8

const made = new Map<string, Promise<Buffer | undefined>>()

/** A picture as small as a document shows it, as PNG; undefined when it can't be read. */
export function scaledLogo(picture: Uint8Array): Promise<Buffer | undefined> {
  const key = createHash('sha256').update(picture).digest('base64')
  const cached = made.get(key)
  if (cached) return cached
  const [oldest] = made.keys()
  if (made.size >= KEPT && oldest !== undefined) made.delete(oldest)
  const logo = scale(picture).then(png => {
    // What can't be read now may be readable in a moment: of a good picture the machine was the reason.
    if (!png) made.delete(key)
    return png
  })
  made.set(key, logo)
  return logo
}

async function scale(picture: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(picture, { limitInputPixels: MAX_PIXELS })
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer()
  } catch {
    return undefined
  }
}
