import { beforeAll, describe, expect, test, vi } from 'vitest'
import { infoPath } from '#contract/paths.ts'
import { type Visitor, browsing, wayByTurns, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { button, expectFocusOn } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

const EIGHT = 'Doors open at **eight** tonight. [How to get there](https://example.org/way)<img src=x onerror=alert(1)>'
const NINE = 'Doors open at **nine** tonight.'

/** As the operator sets it; the shop knows a moment later. */
async function announce(content: string): Promise<void> {
  await shop.db.kysely.deleteFrom('setting').where('key', '=', 'ANNOUNCEMENT_BANNER_CONTENT').execute()
  await shop.db.kysely.insertInto('setting').values({ key: 'ANNOUNCEMENT_BANNER_CONTENT', value: content }).execute()
  const [, hour = ''] = /\*\*(\w+)\*\*/.exec(content) ?? []
  const isAnnounced = async () => (await (await fetch(`${shop.url}${infoPath}`)).text()).includes(hour)
  await vi.waitUntil(isAnnounced, { timeout: 5_000, interval: 100 })
}

const announcement = ({ page, say }: Visitor) => page.getByRole('region', { name: say('foyer.banner.announcement') })

/** How far what was painted has moved by itself since the document came. */
const shifted = ({ page }: Visitor): Promise<number> =>
  page.evaluate(
    `new Promise(resolve => {
      let sum = 0
      new PerformanceObserver(list => { for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value })
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum), 300)
    })`,
  )

const WAYS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'de' },
] as const

describe.each(wayByTurns(waysToTake(WAYS), 0))('An announcement, $width px, $hand, $language', way => {
  beforeAll(() => announce(EIGHT))

  test('is on every page until I put it away, and a new one is shown again', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open('/')
    await announcement(visitor).waitFor()
    expect(await announcement(visitor).locator('strong').textContent()).toBe('eight')
    expect(await announcement(visitor).locator('img').count()).toBe(0)
    expect(await shifted(visitor)).toBe(0)
    await inspectPage(visitor, 'announcement')

    await does.press(button(visitor, say('foyer.banner.dismiss')))
    await expect.poll(() => announcement(visitor).count()).toBe(0)
    await expectFocusOn(page.locator('#content'))
    await visitor.open('/event/type-evening')
    await expect.poll(() => announcement(visitor).count()).toBe(0)
    expect(await shifted(visitor)).toBe(0)

    await announce(NINE)
    await visitor.open('/event/type-evening')
    await announcement(visitor).getByText('nine').waitFor()
  })
})

test('what was put away is not painted before the scripts of the page run', async () => {
  await announce(EIGHT)
  const visitor = await enter({ width: 390, hand: 'touch' })
  const { page, does, say } = visitor
  await visitor.open('/')
  await does.press(button(visitor, say('foyer.banner.dismiss')))
  await expect.poll(() => announcement(visitor).count()).toBe(0)
  visitor.expectComplaint(/ERR_FAILED/)
  await page.route('**/assets/*.js', route => route.abort())
  await page.goto('/')
  const sent = page.locator('[data-tone="announcement"]')
  await sent.waitFor({ state: 'attached' })
  expect(await sent.isVisible()).toBe(false)
  await announce(NINE)
  await page.goto('/')
  await sent.waitFor({ state: 'visible' })
})

test('the paper of a printed page is for what the page says', async () => {
  await announce(EIGHT)
  const visitor = await enter({ width: 1280 })
  await visitor.open('/')
  await announcement(visitor).waitFor()
  await visitor.page.emulateMedia({ media: 'print' })
  expect(await announcement(visitor).count()).toBe(0)
  expect(await visitor.page.getByText(visitor.say('foyer.banner.development')).isVisible()).toBe(false)
})

test('a shop that is open to the public without https warns, and says nothing of development', async () => {
  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  const { page, say } = visitor
  const development = page.getByText(say('foyer.banner.development'))
  const plain = page.getByText(say('foyer.banner.not-over-https'))
  const address = '/event/type-evening/poll'
  await visitor.open(address)
  await development.waitFor()
  expect(await plain.count()).toBe(0)
  await page.route(`**${address}`, async route => {
    const answer = await route.fetch()
    const inProduction = {
      '"devModeEnabled":true': '"devModeEnabled":false',
      '"prodModeEnabled":false': '"prodModeEnabled":true',
    }
    const body = Object.entries(inProduction).reduce((text, [from, to]) => text.replace(from, to), await answer.text())
    await route.fulfill({ response: answer, body })
  })
  await visitor.open(address)
  await plain.waitFor()
  expect(await development.count()).toBe(0)
  await inspectPage(visitor, 'not-over-https')
})
