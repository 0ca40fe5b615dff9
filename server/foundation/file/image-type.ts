import { imageSize } from 'image-size'

/** What the bytes of an image say about themselves; sizes in pixels. */
export type ImageType = {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  readonly width: number
  readonly height: number
}

/** Beyond this an image costs browsers and documents more than it shows. */
const MAX_SIDE = 10_000

/**
 * 4096 by 3072, the most a camera makes that fits into an upload. Unpacked an image takes four to eight bytes for each,
 * in whatever shows it, however small its file is.
 */
export const MAX_PIXELS = 4096 * 3072

/**
 * Recognises an image by its own bytes, whatever its name or sender says. Undefined for everything else, SVG included:
 * it can carry scripts.
 */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const found = readJpeg(bytes) ?? readHead(bytes)
  if (found === undefined) return undefined
  const isSensible = [found.width, found.height].every(side => side > 0 && side <= MAX_SIDE)
  return isSensible && found.width * found.height <= MAX_PIXELS ? found : undefined
}

const IN_THE_HEAD: ReadonlyMap<string | undefined, ImageType['contentType']> = new Map([
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
])

/** A PNG, GIF or WebP states its size in its first bytes. They are copied, because the library reads beyond a view. */
function readHead(bytes: Buffer): ImageType | undefined {
  try {
    const { type, width, height } = imageSize(Uint8Array.from(bytes.subarray(0, 64)))
    const contentType = IN_THE_HEAD.get(type)
    return contentType && { contentType, width, height }
  } catch {
    return undefined
  }
}

/**
 * Walks the segments of a JPEG to the one that starts the frame, because the library may find another frame than a
 * decoder does (decision 73).
 */
function readJpeg(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1)
    if (startsFrame(marker)) {
      return { contentType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, but for the three markers among them that mean something else. */
const startsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
