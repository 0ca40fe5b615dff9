import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageTypeOf } from './image-type.ts'
import { type ShrunkImage, shrinkImage } from './shrink-image.ts'

const MAX_BYTES = 200 * 1024
const shrunk = (content: Uint8Array, crop: Parameters<typeof shrinkImage>[0]['crop'] = null): Promise<ShrunkImage> =>
  shrinkImage({ content, crop, maxBytes: MAX_BYTES })

const RED = { r: 255, g: 0, b: 0 }
const BLUE = { r: 0, g: 0, b: 255 }

/** A red picture with a blue corner at the top left, as it is stored. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: width / 4, height: height / 4, channels: 3, background: BLUE } }, left: 0, top: 0 },
  ])

async function contentOf(made: ShrunkImage): Promise<Buffer> {
  if ('refused' in made) throw new Error(`refused: ${made.refused}`)
  return Buffer.from(made.content)
}

/** In which corner the blue is: "left top". */
async function cornerOf(content: Buffer): Promise<string> {
  const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const isBlue = (x: number, y: number) => (data[(y * info.width + x) * info.channels + 2] ?? 0) > 128
  const [right, bottom] = [info.width - 8, info.height - 8]
  const corners = {
    'left top': [8, 8],
    'right top': [right, 8],
    'left bottom': [8, bottom],
    'right bottom': [right, bottom],
  }
  return Object.entries(corners)
    .flatMap(([name, [x = 0, y = 0]]) => (isBlue(x, y) ? [name] : []))
    .join()
}

describe('a photograph', () => {
  test('of 12,000 pixels that its camera held on its side is turned, small, and without metadata', async () => {
    const file = await picture(12_000, 9_000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const content = await contentOf(await shrunk(file))
    expect(imageTypeOf(content)).toEqual({ contentType: 'image/webp', width: 1500, height: 2000 })
    expect(content.length).toBeLessThanOrEqual(MAX_BYTES)
    expect(await sharp(content).metadata()).not.toHaveProperty('exif')
    expect(await cornerOf(content)).toBe('right top')
  }, 60_000)

  test.each([
    [1, 'left top'],
    [2, 'right top'],
    [3, 'right bottom'],
    [4, 'left bottom'],
    [5, 'left top'],
    [6, 'right top'],
    [7, 'right bottom'],
    [8, 'left bottom'],
  ])('that was held as %d says is turned, and cut as the turned one shows', async (orientation, corner) => {
    const file = await picture(400, 200).withMetadata({ orientation }).png().toBuffer()
    const whole = await shrunk(file)
    expect(await cornerOf(await contentOf(whole))).toBe(corner)
    const [width, height] = orientation < 5 ? [400, 200] : [200, 400]
    expect(whole).toMatchObject({ width, height })
    const [side, edge] = corner.split(' ')
    const crop = {
      left: side === 'left' ? 0 : width / 2,
      top: edge === 'top' ? 0 : height / 2,
      width: width / 2,
      height: height / 2,
    }
    const cut = await shrunk(file, crop)
    expect(cut).toMatchObject({ width: width / 2, height: height / 2 })
    expect(await cornerOf(await contentOf(cut))).toBe(corner)
  })

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('in %s is read', async format => {
    expect(await shrunk(await picture(40, 40).toFormat(format).toBuffer())).toMatchObject({ width: 40, height: 40 })
  })

  test('of noise, which hardly gets smaller, is small all the same', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const file = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: RED, noise } })
      .jpeg()
      .toBuffer()
    expect((await contentOf(await shrunk(file))).length).toBeLessThanOrEqual(MAX_BYTES)
  }, 30_000)

  test('cut outside of itself is refused', async () => {
    const file = await picture(400, 200).png().toBuffer()
    for (const crop of [
      { left: 300, top: 0, width: 200, height: 10 },
      { left: 0, top: 200, width: 1, height: 1 },
    ])
      expect(await shrunk(file, crop)).toEqual({ refused: 'crop-outside' })
  })
})

describe('what is no photograph', () => {
  test.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'],
    ['a drawing behind a byte order mark', '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a document', '%PDF-1.7 nothing'],
    ['nothing', ''],
    ['the beginning of a PNG', '\x89PNG\r\n\x1a\n'],
  ])('is refused: %s', async (_, text) => {
    expect(await shrunk(Buffer.from(text, 'latin1'))).toEqual({ refused: 'unreadable' })
  })

  test('a file that is cut off is refused', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const whole = sharp({ create: { width: 300, height: 300, channels: 3, background: RED, noise } })
    for (const file of [await whole.jpeg().toBuffer(), await whole.png().toBuffer()])
      expect(await shrunk(file.subarray(0, file.length / 2))).toEqual({ refused: 'unreadable' })
  })

  test('what follows an image in its file, and what it says of itself, is gone', async () => {
    const comment = '<script>alert(1)</script>'
    const photograph = await picture(40, 40)
      .withExif({ IFD0: { ImageDescription: comment } })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([photograph, Buffer.from(`PK\x03\x04${comment}`)])
    const content = await contentOf(await shrunk(polyglot))
    expect(content.toString('latin1')).not.toMatch(/script|PK/)
  })

  test('a small file that says it is huge is refused before it is unpacked', async () => {
    const before = process.memoryUsage().rss
    expect(await shrunk(hugePng(100_000, 100_000))).toEqual({ refused: 'too-many-pixels', megapixels: 150 })
    expect(await shrunk(hugePng(20_000, 7_000, { isInterlaced: true }))).toEqual({
      refused: 'too-many-pixels',
      megapixels: 110,
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })
})

/** A PNG of one colour whose lines are not all there. */
function hugePng(width: number, height: number, { isInterlaced = false } = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
