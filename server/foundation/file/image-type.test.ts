import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { imageTypeOf } from './image-type.ts'

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108001000200301', 'hex')
const gif = Buffer.from('GIF89a\u0020\u0000\u0010\u0000', 'latin1')

const webp = (chunk: string, size: string) =>
  Buffer.concat([Buffer.from(`RIFF0000WEBP${chunk}0000`, 'latin1'), Buffer.from(size, 'hex'), Buffer.alloc(10)])

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(24)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test.each([
  ['a PNG', png(32, 16), 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a GIF', gif, 'image/gif'],
  ['a lossy WebP', webp('VP8 ', '0000009d012a20001000'), 'image/webp'],
  ['a lossless WebP', webp('VP8L', '2f1fc00300'), 'image/webp'],
  ['an extended WebP', webp('VP8X', '000000001f00000f0000'), 'image/webp'],
])('%s of 32 by 16 is recognised by its bytes', (_, bytes, contentType) => {
  expect(imageTypeOf(bytes)).toEqual({ contentType, width: 32, height: 16 })
})

test('an image may have as many pixels as a camera makes', () => {
  expect(imageTypeOf(png(4096, 3072))).toEqual({ contentType: 'image/png', width: 4096, height: 3072 })
})

test('the picture of a sample event is a WebP of 1200 by 750', () => {
  const bytes = readFileSync(new URL('../../../samples/images/alpine-systems-days.webp', import.meta.url))
  expect(imageTypeOf(bytes)).toEqual({ contentType: 'image/webp', width: 1200, height: 750 })
})

/** Its decoder skips the zero after the first segment and finds `large`; a search byte by byte finds 1 by 1 in the comment. */
function jpegOfTwoSizes(large: Buffer): Buffer {
  const comment = Buffer.alloc(0x2002)
  comment.write('fffe2000', 'hex')
  const head = Buffer.concat([Buffer.from('ffd8ffe00010', 'hex'), Buffer.alloc(15), comment])
  head.write('ffc0000b080001000101011100', 5 + 0x1000, 'hex')
  return Buffer.concat([head, large.subarray(2)])
}

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  [
    'SVG with a script',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>'),
  ],
  ['HTML that calls itself an image', Buffer.from('<html><img src=x.png>')],
  ['nothing', Buffer.alloc(0)],
  ['a cut PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a cut JPEG', jpeg.subarray(0, 20)],
  ['a JPEG with a hidden size', jpegOfTwoSizes(jpeg)],
  ['a cut GIF', Buffer.concat([gif]).subarray(0, 8)],
  ['a cut WebP', webp('VP8X', '000000001f00000f0000').subarray(0, 28)],
  ['an image of no width', Buffer.from('GIF89a\u0000\u0000\u0010\u0000', 'latin1')],
  ['an image of 30,000 by 30,000', png(30_000, 30_000)],
  ['an image of sides that are each sensible, and more pixels than any camera makes', png(10_000, 10_000)],
  ['an image of one row more than is unpacked', png(4096, 3073)],
  ['an image of endless width', Buffer.from('GIF89a\u00ff\u00ff\u0010\u0000', 'latin1')],
])('%s is no image', (_, bytes) => {
  expect(imageTypeOf(bytes)).toBeUndefined()
})
