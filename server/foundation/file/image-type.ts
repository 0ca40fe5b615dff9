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
  const found = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  if (found === undefined) return undefined
  const isSensible = [found.width, found.height].every(side => side > 0 && side <= MAX_SIDE)
  return isSensible && found.width * found.height <= MAX_PIXELS ? found : undefined
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readGif(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  return { contentType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function readWebp(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16))
  return size && { contentType: 'image/webp', ...size }
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | undefined {
  switch (chunk) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Walks the segments of a JPEG to the one that starts the frame. */
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
