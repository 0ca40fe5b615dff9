import type { Database } from '#server/foundation/database/database.ts'
import { MAX_PIXELS } from '#server/foundation/file/image-type.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { madeMemory } from '#server/foundation/memory/made-memory.ts'

/** File name to PNG. */
export type PassImages = Readonly<Record<string, Buffer>>

/** Points; a screen has one, two or three pixels to a point. */
const ICON = { width: 29, height: 29 }
const LOGO = { width: 160, height: 50 }
const SCALES = [
  { scale: 1, suffix: '' },
  { scale: 2, suffix: '@2x' },
  { scale: 3, suffix: '@3x' },
] as const

/** The doors of Foyer: for events without a picture. */
const DRAWN = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 32 32" width="480" height="480">
<rect x="-4" y="-4" width="32" height="32" rx="7" fill="#a8321a"/>
<g fill="#fffdf9"><path d="M2 3.2 11 1v22l-9-2.2zM13 1l9 2.2v17.6L13 23z" opacity=".3"/>
<path d="M2 3.2 8 5v14l-6 1.8zM22 3.2 16 5v14l6 1.8z"/></g>
</svg>`)

/** Icon and logo of an event in every size, out of its picture or drawn; kept for the next pass. */
export async function passImages(db: Database, digest: string | null): Promise<PassImages> {
  const own = digest === null ? undefined : await made.get(digest, [], () => ownImages(db, digest))
  return own ?? (await made.get('', [], () => imagesOf(DRAWN))) ?? {}
}

async function ownImages(db: Database, digest: string): Promise<PassImages | undefined> {
  const picture = await readImage(db, digest)
  return picture && imagesOf(picture)
}

/** What could not be read is not kept: of a good picture the machine was the reason. */
const made = madeMemory<PassImages | undefined>({ capacity: 50, isKept: images => images !== undefined })

/** Undefined when the picture can't be read. */
async function imagesOf(picture: Buffer): Promise<PassImages | undefined> {
  const images: Record<string, Buffer> = {}
  try {
    for (const { scale, suffix } of SCALES) {
      images[`icon${suffix}.png`] = await scaled(picture, { ...ICON, scale, fit: 'cover' })
      images[`logo${suffix}.png`] = await scaled(picture, { ...LOGO, scale, fit: 'inside' })
    }
    return images
  } catch {
    return undefined
  }
}

type Size = {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly fit: 'cover' | 'inside'
}

/** The library takes 30 MB of memory from its first picture on, which most shops never need. */
async function scaled(picture: Buffer, { width, height, scale, fit }: Size): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture, { limitInputPixels: MAX_PIXELS })
    .resize({ width: width * scale, height: height * scale, fit })
    .png()
    .toBuffer()
}
