import { describe, expect, test } from 'vitest'
import { deskPagePath } from '#contract/paths.ts'
import { type Visitor, browsing } from '../support/browser/browser.ts'
import { examine } from '../support/browser/inspect-page.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { everyDeskPage } from './every-desk-page.ts'
import { writtenWords } from './own-direction.ts'
import { routesOf, routesWithout } from './routes.ts'
import { type Walk, doesNotFit, walkThrough } from './walk.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const { pages, cookie } = await everyDeskPage(shop)
const words = await writtenWords(shop)

const WIDTHS = [1280, 390] as const
/** Each page at both widths in the long form, in `npm test` at one by turns. */
const pagesAt = (width: (typeof WIDTHS)[number]) =>
  isLongRun() ? pages : pages.filter((_, index) => index % 2 === WIDTHS.indexOf(width))

test('every page of the desk and the door is checked', () => {
  const routes = [...routesOf('client/desk'), ...routesOf('client/door')]
  expect(routes.length).toBeGreaterThan(25)
  expect(routesWithout(pages, routes)).toEqual([])
})

describe.each(WIDTHS)('Pages of the desk, %i px', width => {
  test(
    'break no rule of accessibility, fit, keep their outlines, and have one heading, one main part and a title',
    { timeout: 600_000 },
    async () => {
      const visitor = await enter({ width, language: 'en', context: { reducedMotion: 'reduce' } })
      visitor.expectComplaint(/404|401/)
      await signIn(visitor)
      const seen = await walkThrough(visitor, pagesAt(width), {
        words,
        also: async ({ page }, name) => {
          await whenRead(visitor)
          await examine(page, name, [width === 1280 ? 'light' : 'dark'])
        },
      })
      expect(seen.first).toHaveLength(pagesAt(width).length)
      expectGood(seen)
    },
  )
})

test('no name in the dock of a phone breaks within a word, in any language', async () => {
  for (const language of ['en', 'de', 'fr', 'it']) {
    const visitor = await enter({ width: 390, language })
    const { page, say } = visitor
    await signIn(visitor)
    await visitor.open(deskPagePath)
    const names = page
      .locator('nav:visible')
      .filter({ hasText: say('foyer.desk.settings') })
      .locator('a > span')
    await names.first().waitFor()
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const lines = await names.evaluateAll(spans =>
        spans.map(span => {
          const words = span.ownerDocument.createRange()
          words.selectNodeContents(span)
          return [span.textContent, words.getClientRects().length]
        }),
      )
      expect(lines.length).toBeGreaterThan(4)
      expect({ language, width, broken: lines.filter(([, count]) => count !== 1) }).toEqual({
        language,
        width,
        broken: [],
      })
    }
    await page.context().close()
  }
})

async function signIn({ page }: Visitor): Promise<void> {
  await page.context().addCookies([{ name: 'foyer_desk', value: cookie, url: shop.url, sameSite: 'Strict' }])
}

/** All that the page shows is there. */
async function whenRead({ page }: Visitor): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
}

function expectGood({ first, narrow, large, bare }: Walk): void {
  expect(first.flatMap(({ name, misdirected }) => misdirected.map(place => `${name}: ${place}`))).toEqual([])
  expect([...narrow, ...large].filter(doesNotFit)).toEqual([])
  expect(bare.filter(({ buttons }) => buttons.length > 0)).toEqual([])
  expect(first.filter(({ moving }) => moving > 0)).toEqual([])
  const titles = first.map(({ title }) => title)
  expect(titles).toEqual([...new Set(titles)])
  const wrong = first.filter(
    ({ headings, mains, lang, dir }) => headings !== 1 || mains !== 1 || lang !== 'en' || dir !== 'ltr',
  )
  expect(wrong).toEqual([])
}
