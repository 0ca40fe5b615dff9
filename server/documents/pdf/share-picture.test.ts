import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { stopRendering } from './pdf-renderer.ts'
import { type SharePicture, sharePicture } from './share-picture.ts'

afterAll(stopRendering)

const aPicture = (change: Partial<SharePicture> = {}): SharePicture => ({
  language: 'en',
  title: 'Spring concert by the lake',
  lines: ['Saturday 15 May 2027, 19:00–22:00 CEST', 'Casino, Bern'],
  house: 'Foyer',
  ...change,
})

/** What is drawn, in rows of pixels, and the ground that is at the corner. */
async function seen(png: Uint8Array) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number): string => {
    const at = (y * info.width + x) * 3
    return data.subarray(at, at + 3).toString('hex')
  }
  const ground = colourAt(info.width - 1, 0)
  const isInked = (left: number, top: number, right: number, bottom: number): boolean => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (colourAt(x, y) !== ground) return true
    return false
  }
  const { format, width, height } = await sharp(png).metadata()
  return { format, width, height, bar: colourAt(5, 300), isInked }
}

test('a picture is a PNG of 1200 by 630 with the colour of the shop', async () => {
  const png = await sharePicture(aPicture(), { accent: '#1a5fa8' })
  expect(await seen(png)).toMatchObject({ format: 'png', width: 1200, height: 630, bar: '1a5fa8' })
  expect(png.length).toBeLessThan(60_000)
  expect(Buffer.compare(png, await sharePicture(aPicture(), { accent: '#1a5fa8' }))).toBe(0)
})

const LONG = 'International symposium on the conservation of musical instruments and their acoustic environments '

test.each([
  ['a title of many words', { title: LONG.repeat(4) }],
  [
    'a title of one long word',
    { title: 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft' },
  ],
  ['a title without a joint', { title: 'x'.repeat(5_000) }],
  ['long lines', { lines: [LONG.repeat(3), LONG.repeat(3)] }],
  ['a title over several lines', { title: 'A\n\nB\n'.repeat(40) }],
  ['a long name of the shop', { house: 'House of maps and music '.repeat(9) }],
  ['nothing but a title', { lines: [] }],
])('with %s nothing runs off the picture', async (_, change) => {
  const { isInked, width, height } = await seen(await sharePicture(aPicture(change)))
  expect([width, height]).toEqual([1200, 630])
  expect(isInked(100, 100, 1100, 500)).toBe(true)
  expect(isInked(1140, 0, 1200, 630)).toBe(false)
  expect(isInked(60, 0, 1200, 40)).toBe(false)
  expect(isInked(60, 600, 1200, 630)).toBe(false)
})

test.each([
  ['Japanese', '東京の夜', '大阪の朝'],
  ['Korean', '크리스마스 음악회', '여름밤의 음악회'],
  ['Arabic', 'مهرجان الموسيقى', 'مهرجان السينما'],
  ['Hebrew', 'ערב מוזיקה', 'ערב קולנוע'],
  ['Greek', 'Νύχτα μουσικής', 'Νύχτα σινεμά'],
  ['signs', 'Concert 🎻', 'Concert 🎷'],
])('letters of %s are drawn, not boxes', async (_, one, other) => {
  const [first, second] = [await sharePicture(aPicture({ title: one })), await sharePicture(aPicture({ title: other }))]
  expect((await seen(first)).isInked(84, 150, 600, 450)).toBe(true)
  expect(Buffer.compare(first, second)).not.toBe(0)
})
