import sharp from 'sharp'
import { MAX_PIXELS } from './image-type.ts'

/** Makes a stored image narrower, in the thread of heavy-worker.ts. */

const QUALITY = 80
const SECONDS = 5

export type ImageToScale = { readonly content: Uint8Array; readonly width: number }

/**
 * The image as WebP, `width` pixels wide, turned as its camera was held, in sRGB, without metadata. Null for one that is no wider, that
 * would take as many bytes, or that moves. Rejects if it can't be read.
 */
export async function scaleImage({ content, width }: ImageToScale): Promise<Uint8Array | null> {
  const image = sharp(content, { limitInputPixels: MAX_PIXELS })
  const { pages = 1, autoOrient } = await image.metadata()
  if (pages > 1 || autoOrient.width <= width) return null
  const scaled = await image
    .autoOrient()
    .resize({ width })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .webp({ quality: QUALITY, smartSubsample: true })
    .toBuffer()
  return scaled.length < content.length ? scaled : null
}
