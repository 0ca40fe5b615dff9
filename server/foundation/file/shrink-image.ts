import sharp, { type Metadata, type Region } from 'sharp'
import { type Orientation, isWithinImage, storedRegion } from './orientation.ts'

/**
 * Makes a photograph small, in the thread of heavy-worker.ts: it may have 12,000 pixels a side, and only what is small is
 * ever held in memory as a whole.
 */

/** Pixels of the longer side, and qualities, that are tried until the file is small enough. */
const SIDES = [2000, 1600, 1200, 800]
const QUALITIES = [82, 72, 60, 45]

/** Of what is read line by line; 12,000 by 12,000 are within. */
const MOST_PIXELS = 150_000_000
/** Of what is decoded as a whole, four bytes for each: 12,000 by 9,000 are within. */
const MOST_PIXELS_AT_ONCE = 110_000_000

const SECONDS = 30

export type ImageToShrink = {
  readonly content: Uint8Array
  /** In pixels of the image once it is turned; null: all of it. */
  readonly crop: Region | null
  readonly maxBytes: number
}

export type ShrunkImage =
  | { readonly content: Uint8Array; readonly width: number; readonly height: number }
  | { readonly refused: 'unreadable' | 'crop-outside' }
  | { readonly refused: 'too-many-pixels'; readonly megapixels: number }

/** The image as WebP, turned as its camera was held, in sRGB, without metadata. */
export async function shrinkImage({ content, crop, maxBytes }: ImageToShrink): Promise<ShrunkImage> {
  if (!isPhotograph(content)) return { refused: 'unreadable' }
  try {
    return await shrink(content, crop, maxBytes)
  } catch {
    return { refused: 'unreadable' }
  }
}

async function shrink(content: Uint8Array, crop: Region | null, maxBytes: number): Promise<ShrunkImage> {
  const metadata = await sharp(content, { limitInputPixels: false }).metadata()
  const { width, height } = metadata
  const most = isReadByLines(metadata) ? MOST_PIXELS : MOST_PIXELS_AT_ONCE
  if (width * height > most) return { refused: 'too-many-pixels', megapixels: most / 1_000_000 }
  const orientation = orientationOf(metadata)
  if (crop && !isWithinImage(crop, { width, height }, orientation)) return { refused: 'crop-outside' }
  const region = crop && storedRegion(crop, { width, height }, orientation)
  const small = await firstStep(content, region).withMetadata({ orientation }).png({ compressionLevel: 1 }).toBuffer()
  for (const [index, side] of SIDES.entries()) {
    for (const quality of index === 0 ? QUALITIES.slice(0, 2) : QUALITIES) {
      const made = await sharp(small)
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .toBuffer({ resolveWithObject: true })
      if (made.data.length > maxBytes) continue
      return { content: made.data, width: made.info.width, height: made.info.height }
    }
  }
  return { refused: 'unreadable' }
}

/** Cut and made small as it is stored, before it is turned: so it is read line by line. */
function firstStep(content: Uint8Array, region: Region | null) {
  const [side = 0] = SIDES
  const image = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
  const cut = region ? image.extract(region) : image
  return cut
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
}

const isReadByLines = ({ format, isProgressive }: Metadata): boolean =>
  (format === 'jpeg' || format === 'png') && !isProgressive

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

const orientationOf = ({ orientation }: Metadata): Orientation => ORIENTATIONS.find(one => one === orientation) ?? 1

/** By its first bytes: a drawing (SVG), a document and whatever else libraries could open is none. */
function isPhotograph(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 16)).toString('latin1')
  const isBoxed = head.slice(4, 8) === 'ftyp' && /^(avif|avis|mif1)/.test(head.slice(8, 12))
  const isNamed = head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'
  return isBoxed || isNamed || MARKS.some(mark => head.startsWith(mark))
}

/** How a JPEG, a PNG and a GIF begin. */
const MARKS = ['\u00ff\u00d8\u00ff', '\u0089PNG\r\n\u001a\n', 'GIF87a', 'GIF89a']
