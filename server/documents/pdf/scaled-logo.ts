import { createHash } from 'node:crypto'
import sharp from 'sharp'

/** Pixels; twice as many as it is large on paper at 150 to the inch. */
const LARGEST = { width: 400, height: 200 }

/** Larger pictures cost more memory than a document is worth. */
const PIXELS_AT_MOST = 40_000_000

/** How many events' pictures are kept for the next document. */
const KEPT = 8

const made = new Map<string, Promise<Buffer | undefined>>()

/** A picture as small as a document shows it, as PNG; undefined when it can't be read. */
export function scaledLogo(picture: Uint8Array): Promise<Buffer | undefined> {
  const key = createHash('sha256').update(picture).digest('base64')
  const known = made.get(key)
  if (known) return known
  const [oldest] = made.keys()
  if (made.size >= KEPT && oldest !== undefined) made.delete(oldest)
  const logo = scale(picture)
  made.set(key, logo)
  return logo
}

async function scale(picture: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(picture, { limitInputPixels: PIXELS_AT_MOST })
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer()
  } catch {
    return undefined
  }
}
