import { describe, expect, test } from 'vitest'
import { drawnMap, mapProvider } from '../fakes/map-provider.ts'
import { browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'

const map = { status: 200, body: drawnMap() }
const provider = await mapProvider(path => (path.includes('46.5196') ? { status: 404, body: Buffer.alloc(0) } : map))
const shop = await runningShop({ MAP_IMAGE_URL: `${provider.url}/draw?center={latitude},{longitude}` })
const { enter } = await browsing(shop)

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
] as const

describe.each(SCREENS)('The map of an event, $width px, $language', way => {
  test('is above the description, comes from the shop, and leads to a map to look around in', async () => {
    await shop.runJobs()
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open('/event/alpine-systems-days')
    const picture = page.getByRole('img', { name: say('foyer.event.map', ''), exact: false })
    const size = async () => {
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
      return [width, height]
    }
    await expect.poll(async () => Math.min(...(await size()))).toBeGreaterThan(0)
    const before = await size()
    await picture.scrollIntoViewIfNeeded()
    const shown = () =>
      picture.evaluate(image => [Reflect.get(image, 'naturalWidth'), Reflect.get(image, 'currentSrc')])
    await expect.poll(shown).toEqual([800, expect.stringMatching(new RegExp(`^${shop.url}/file/[0-9a-f]{64}$`))])
    await expect.poll(size).toEqual(before)
    const { width = 0, height = 0, y = 0 } = (await picture.boundingBox()) ?? {}
    expect(height).toBeCloseTo(width / 2, 0)
    const description = await page.getByRole('heading', { name: say('foyer.event.about') }).boundingBox()
    expect(description?.y).toBeGreaterThan(y + height)
    const link = page.getByRole('link', { name: say('foyer.event.map', ''), exact: false })
    expect(await link.getAttribute('href')).toBe(
      await page.getByRole('link', { name: say('foyer.event.open-map') }).getAttribute('href'),
    )
    await inspectPage(visitor, 'event-map')
  })

  test('is not there where the provider has none, and nothing takes its place', async () => {
    const visitor = await enter(way)
    await visitor.open('/event/candlelight-concert')
    await visitor.page.getByRole('heading', { name: visitor.say('foyer.event.about') }).waitFor()
    expect(await visitor.page.getByRole('img', { name: visitor.say('foyer.event.map', '') }).count()).toBe(0)
  })
})
