import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { browsing } from '../support/browser/browser.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { everyDeskPage } from './every-desk-page.ts'
import { ORGANISER_PICTURES } from './organiser-pictures.ts'
import { openAnew } from './walk.ts'

/**
 * The pictures of the pages for organisers, taken anew: `FOYER_PICTURES=organiser npm test -- accessibility/organiser-pictures`.
 * Otherwise none are taken.
 */
const shop = process.env['FOYER_PICTURES'] === 'organiser' ? await runningShop() : undefined
const desk = shop && { url: shop.url, ...(await everyDeskPage(shop)), ...(await browsing(shop)) }
const FOLDER = join(import.meta.dirname, '../../docs/organiser/pictures')
/** In pixels of the picture; what is longer is cut. */
const [WIDTH, HEIGHT] = [960, 840]

test.runIf(desk)('pictures for docs/organiser are taken', { timeout: 600_000 }, async () => {
  if (!desk) return
  const visitor = await desk.enter({ width: 1280, language: 'en', hand: 'mouse' })
  visitor.expectComplaint(/status of 404/)
  const { page } = visitor
  await page.context().addCookies([{ name: 'foyer_desk', value: desk.cookie, url: desk.url, sameSite: 'Strict' }])
  await page.emulateMedia({ colorScheme: 'light' })
  for (const { file, page: name, query = '' } of ORGANISER_PICTURES) {
    const { path } = desk.pages.find(each => each.name === name) ?? {}
    expect(path, name).toBeDefined()
    await openAnew(visitor, `${path}${query}`)
    await page.locator('h1:not(.unseen)').waitFor()
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    const whole = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    const { data, info } = await sharp(whole).resize({ width: WIDTH }).png().toBuffer({ resolveWithObject: true })
    await sharp(data)
      .extract({ left: 0, top: 0, width: WIDTH, height: Math.min(HEIGHT, info.height) })
      .jpeg({ quality: 74, mozjpeg: true })
      .toFile(join(FOLDER, `${file}.jpg`))
  }
})
