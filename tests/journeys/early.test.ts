import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Visitor, browsing, whenHydrated } from '../support/browser/browser.ts'
import { bundleOf } from '../support/browser/bundle-of.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { arrive, button, expectTotal, openCode, stubOf, take } from './purchase.ts'
import { anEventWithCodes, organiserOf, thisMoment } from './own-events.ts'

/** On a slow line a page is seen long before its scripts run. Nothing that a visitor does meanwhile is lost. */
const shop = await sharedShop()
const { enter } = await browsing(shop)
await (await organiserOf(shop, 'Slow Lines')).open({ ...anEventWithCodes(thisMoment()), slug: 'slow-days' })

const PAGE = '/event/slow-days'

/** The page as the server has sent it; the bundles whose address matches come when `arrive` is called. */
async function openBefore(visitor: Visitor, path: string, bundles: string): Promise<{ arrive(): Promise<void> }> {
  const held: Route[] = []
  let isHolding = true
  await visitor.page.route(bundles, route => {
    if (!isHolding) return route.continue()
    held.push(route)
  })
  await visitor.page.goto(path, { waitUntil: 'commit' })
  return {
    arrive: async () => {
      isHolding = false
      await Promise.all(held.map(route => route.continue()))
    },
  }
}

test('a page that can be read loads its scripts after its styles have come', async () => {
  const visitor = await enter()
  const { page } = visitor
  const scripts: string[] = []
  page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
  const styles = await openBefore(visitor, PAGE, '**/assets/style-*.css')
  await page.locator('#scripts').waitFor({ state: 'attached' })
  expect(scripts).toEqual([])
  await styles.arrive()
  await whenHydrated(page)
  expect(scripts.length).toBeGreaterThan(5)
})

test('a page whose styles fail is hydrated all the same', async () => {
  const visitor = await enter()
  visitor.expectComplaint(/Failed to load resource: net::ERR_FAILED .*style-/)
  await visitor.page.route('**/assets/style-*.css', route => route.abort())
  await visitor.open(PAGE)
})

test('tickets, language and code that are chosen before the scripts of the page run count once they do', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  const bundles = await openBefore(visitor, PAGE, '**/assets/*.js')
  const more = stubOf(visitor, 'Conference').getByRole('button', { name: say('foyer.quantity.more') })
  await does.press(more)
  await does.press(more)
  await openCode(visitor)
  await does.write(page.locator('#promo-code'), 'SUMMER-27')
  await page.keyboard.press('Enter')
  await does.choose(page.getByLabel(say('reservation-page-complete.language')), 'Deutsch')
  await bundles.arrive()

  const german = visitor.speaking('de')
  await page.getByText(german.say('show-event.promo-code-percentage-discount', '10%'), { exact: true }).waitFor()
  await expect.poll(() => stubOf(german, 'Conference').locator('output').textContent()).toBe('2')
  await expectTotal(german, '216.00')
  expect(new URL(page.url()).pathname).toBe(PAGE)
})

test('a code that is sent before the script of its box runs is checked once it does', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  const bundles = await openBefore(visitor, PAGE, `**${bundleOf('client/shop/catalog/event/code/code-box.tsx')}`)
  await does.press(stubOf(visitor, 'Conference').getByRole('button', { name: say('foyer.quantity.more') }))
  await expectTotal(visitor, '120.00')
  await openCode(visitor)
  await does.write(page.locator('#promo-code'), 'SUMMER-27')
  await page.keyboard.press('Enter')
  await bundles.arrive()
  await page.getByText(say('show-event.promo-code-percentage-discount', '10%'), { exact: true }).waitFor()
  await expectTotal(visitor, '108.00')
})

test('an order waits for an extra that was chosen before it', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  const bundles = await openBefore(visitor, PAGE, `**${bundleOf('client/shop/catalog/event/extras/extras-part.tsx')}`)
  await take(visitor, 'Conference', 1)
  await does.press(stubOf(visitor, 'Dinner by the lake').getByRole('button', { name: say('foyer.quantity.more') }))
  await does.press(button(visitor, say('show-event.continue')))
  await bundles.arrive()
  await arrive(visitor, say('reservation-page.your-details'), /\/reservation\/[0-9a-f-]{36}\/book$/)
  await page.getByText('1 × Dinner by the lake').waitFor()
})

test('search words that are typed before the script of the list runs are searched for', async () => {
  const visitor = await enter()
  const { page, does, say } = visitor
  const bundles = await openBefore(visitor, '/events-all', '**/assets/*.js')
  const field = page.getByLabel(say('foyer.search.words'))
  await does.write(field, 'alpine')
  await bundles.arrive()
  await expect
    .poll(() => page.locator('#root').evaluate(root => Object.keys(root).some(name => name.startsWith('__react'))))
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=alpine/)
  expect(await field.inputValue()).toBe('alpine')
})

test('boxes of the list that are ticked before the script of the page runs narrow the list once it does', async () => {
  const visitor = await enter()
  const { page, say } = visitor
  const bundles = await openBefore(visitor, '/events-all', '**/assets/*.js')
  const free = page.getByRole('checkbox', { name: say('common.free'), exact: true })
  const weekend = page.getByRole('checkbox', { name: say('foyer.search.weekend'), exact: true })
  await free.check()
  await weekend.check()
  await weekend.uncheck()
  await bundles.arrive()
  await page.waitForURL(/\?free=true$/)
  expect([await free.isChecked(), await weekend.isChecked()]).toEqual([true, false])
})
