import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Browsing, type Visitor, browsing } from '../support/browser/browser.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { everyDeskPage } from './every-desk-page.ts'
import { type ShopPage, everyPage } from './every-page.ts'
import { openAnew } from './walk.ts'

type Place = Browsing & { readonly pages: readonly ShopPage[] }

/**
 * Pictures of every page of the shop, and of the desk and the door, at both widths, in two languages, by day and by night, on sheets
 * of twelve for people to look at: `FOYER_PICTURES=yes npm test -- accessibility/pictures`, then test-results/pictures. Otherwise none
 * are taken.
 */
const places =
  process.env['FOYER_PICTURES'] === 'yes' ? { shop: await openShop(), desk: await openTheDesk() } : undefined

async function openShop(): Promise<Place> {
  const shop = await runningShop()
  const pages = await everyPage(shop)
  return { ...(await browsing(shop)), pages }
}

/** Its visitors are a member who is signed in. */
async function openTheDesk(): Promise<Place> {
  const shop = await runningShop()
  const { pages, cookie } = await everyDeskPage(shop)
  const { enter } = await browsing(shop)
  const enterSignedIn: Place['enter'] = async options => {
    const visitor = await enter(options)
    const session = { name: 'foyer_desk', value: cookie, url: shop.url, sameSite: 'Strict' } as const
    await visitor.page.context().addCookies([session])
    return visitor
  }
  return { enter: enterSignedIn, pages }
}

const FOLDER = 'test-results/pictures'
const ALL_WAYS = (['shop', 'desk'] as const).flatMap(of =>
  ([1280, 390] as const).flatMap(width => (['en', 'de'] as const).map(language => ({ of, width, language }))),
)
const WAYS = places ? ALL_WAYS : []
const SCHEMES = ['light', 'dark'] as const

/** On a sheet, in pixels; what is longer is cut. */
const TILES = { 1280: { width: 640, height: 960, columns: 4 }, 390: { width: 390, height: 1240, columns: 6 } } as const
const PICTURES_ON_A_SHEET = 12

test.each(WAYS)('pictures of every page are on sheets, $of, $width px, $language', { timeout: 900_000 }, async way => {
  const { of, width, language } = way
  const { enter, pages = [] } = places?.[of] ?? {}
  const visitor = await enter?.({ width, language, hand: width === 390 ? 'touch' : 'mouse' })
  visitor?.expectComplaint(/404|401/)
  const taken = new Map<string, readonly Picture[]>()
  for (const { name, path } of visitor ? pages : []) {
    for (const [scheme, picture] of visitor ? await picturesOf(visitor, path) : [])
      taken.set(scheme, [...(taken.get(scheme) ?? []), { name, picture }])
  }
  expect([...taken.values()].map(({ length }) => length)).toEqual(SCHEMES.map(() => pages.length))
  await mkdir(FOLDER, { recursive: true })
  for (const [scheme, pictures] of taken) {
    for (let first = 0; first < pictures.length; first += PICTURES_ON_A_SHEET) {
      const sheet = await sheetOf(pictures.slice(first, first + PICTURES_ON_A_SHEET), TILES[width])
      await sheet.toFile(join(FOLDER, `${of}-${width}-${language}-${scheme}-${first / PICTURES_ON_A_SHEET + 1}.png`))
    }
  }
})

test('a sheet has its pictures beside and below each other, and no more height than they need', async () => {
  const picture = await sharp({ create: { width: 20, height: 90, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const pictures = Array.from({ length: 5 }, (_, at) => ({ name: `page ${at}`, picture }))
  const { info } = await (
    await sheetOf(pictures, { width: 40, height: 60, columns: 2 })
  ).toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([2 * (40 + GAP), 3 * (60 + TITLE_HEIGHT + GAP)])
})

/** A page by day and by night, in a window as high as the page. */
async function picturesOf(visitor: Visitor, path: string): Promise<ReadonlyMap<string, Buffer>> {
  const { page } = visitor
  await openAnew(visitor, path)
  await page.locator('h1:not(.unseen)').waitFor()
  // Pages that read their state again and again are never idle.
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
  const window = page.viewportSize()
  const height = await page.locator('html').evaluate(root => root.scrollHeight)
  if (window && height > window.height) await page.setViewportSize({ ...window, height })
  // In the higher window images come into sight that were not asked for before.
  const isLoaded = () =>
    page.locator('img:visible').evaluateAll(images => images.every(({ naturalWidth }) => naturalWidth > 0))
  await expect.poll(isLoaded, { timeout: 10_000 }).toBe(true)
  const pictures = new Map<string, Buffer>()
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    pictures.set(colorScheme, await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }))
  }
  if (window) await page.setViewportSize(window)
  return pictures
}

type Tile = { readonly width: number; readonly height: number; readonly columns: number }
type Picture = { readonly name: string; readonly picture: Buffer }

const TITLE_HEIGHT = 28
const GAP = 10

/** Pictures beside and below each other, each under its name. */
async function sheetOf(pictures: readonly Picture[], { width, height, columns }: Tile) {
  const parts = await Promise.all(
    pictures.map(async ({ name, picture }, at) => {
      const left = (at % columns) * (width + GAP)
      const top = Math.floor(at / columns) * (height + TITLE_HEIGHT + GAP)
      const whole = await sharp(picture).resize({ width }).png().toBuffer({ resolveWithObject: true })
      const shown = await sharp(whole.data)
        .extract({ left: 0, top: 0, width, height: Math.min(height, whole.info.height) })
        .toBuffer()
      return [
        { input: titleOf(name, width), left, top },
        { input: shown, left, top: top + TITLE_HEIGHT },
      ]
    }),
  )
  const size = {
    width: columns * (width + GAP),
    height: Math.ceil(pictures.length / columns) * (height + TITLE_HEIGHT + GAP),
  }
  return sharp({ create: { ...size, channels: 3, background: '#9a9a9a' } })
    .composite(parts.flat())
    .png()
}

const titleOf = (name: string, width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TITLE_HEIGHT}">` +
      `<text x="4" y="20" font-family="sans-serif" font-size="18">${name}</text></svg>`,
  )
