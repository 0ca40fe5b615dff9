import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { scaledLogo } from './scaled-logo.ts'

const picture = readFileSync(new URL('../../../samples/images/alpine-systems-days.webp', import.meta.url))

/** One colour: a few thousand bytes, and as many pixels as are wanted. */
const plain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a8321a' } })
    .png()
    .toBuffer()

test('a picture is made as small as a document shows it', async () => {
  const logo = await scaledLogo(picture)
  expect(await sharp(logo).metadata()).toMatchObject({ format: 'png', width: 320, height: 200 })
})

test('a document goes without a picture that takes too much memory, and without one that is cut off', async () => {
  expect(await scaledLogo(await plain(4096, 3073))).toBeUndefined()
  expect(await scaledLogo(picture.subarray(0, 5_000))).toBeUndefined()
  expect(await scaledLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
})
