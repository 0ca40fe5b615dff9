import { describe, expect, test } from 'vitest'
import { deskEditEventPagePath, pathTo } from '#contract/paths.ts'
import { drawnMap, mapProvider } from '../fakes/map-provider.ts'
import { browsing } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { enterAsOwner } from './desk.ts'

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
    // The part with the map is drawn anew once it is hydrated: for a moment there is none.
    let before = [0, 0]
    await expect.poll(async () => Math.min(...(before = await size()))).toBeGreaterThan(0)
    await expect.poll(() => picture.scrollIntoViewIfNeeded().then(Boolean, () => null)).not.toBeNull()
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

test('an organiser sees the map beside the place, or why there is none, with a map to look around in', async () => {
  await shop.runJobs()
  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  const { page, say } = visitor
  await enterAsOwner(shop, visitor, 'maps@example.org')
  const open = async (slug: string) => {
    const { id } = await shop.db.kysely
      .selectFrom('event')
      .select('id')
      .where('short_name', '=', slug)
      .executeTakeFirstOrThrow()
    await visitor.open(pathTo(deskEditEventPagePath, { eventId: id }))
  }
  const map = page.getByRole('region', { name: say('foyer.desk.map') })

  await open('alpine-systems-days')
  const width = () => map.getByRole('img').evaluate(image => Reflect.get(image, 'naturalWidth'))
  await expect.poll(width).toBe(800)
  await page.locator('#f-location-fullAddress').fill('Elsewhere 1')
  await map.getByText(say('foyer.desk.map.of-saved')).waitFor()
  const link = map.getByRole('link', { name: say('foyer.event.open-map') })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=/)
  await map.scrollIntoViewIfNeeded()
  await inspectPage(visitor, 'desk-place-map')

  await open('candlelight-concert')
  await map.getByText(say('foyer.desk.map.NOT_GIVEN', '').slice(0, 20)).waitFor()
  await map.getByRole('link', { name: say('foyer.desk.map.settings') }).waitFor()
  expect(await map.getByRole('img').count()).toBe(0)
  await inspectPage(visitor, 'desk-place-map-failed')
})
