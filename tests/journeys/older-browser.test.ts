import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browsing, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { makeOld } from '../support/browser/older-browser.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { ADA } from '../support/buyer/purchase.ts'
import { arrive, contactField, getFree, link, reserve, take, writePerson } from './purchase.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)

describe.each(
  wayByTurns(
    [
      { width: 1280, hand: 'mouse', language: 'en' },
      { width: 390, hand: 'touch', language: 'de' },
    ] as const,
    0,
  ),
)('A browser of 2022, $width px, $hand, $language', way => {
  test('shows fields with borders and buttons with a ground, and buys a free ticket', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const sheets = await makeOld(page)
    await visitor.open('/')
    expect(await page.evaluate(() => 'groupBy' in Map || 'toSorted' in Array.prototype)).toBe(false)
    await inspectPage(visitor, 'old-home')
    await visitor.open('/events-all')
    await inspectPage(visitor, 'old-events')
    await does.press(link(visitor, 'Type Evening'))
    await arrive(visitor, 'Type Evening', /^\/event\/type-evening$/)
    await take(visitor, 'Seat', 1)
    await inspectPage(visitor, 'old-event')

    await reserve(visitor)
    const field = contactField(visitor, 'email')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await styleOf(field, 'border-top-style')).toBe('solid')
      expect(await styleOf(field, 'border-top-color')).toBe(
        colorScheme === 'light' ? 'rgb(138, 129, 114)' : 'rgb(143, 134, 120)',
      )
      expect(await styleOf(page.locator('main button[type=submit]').last(), 'background-color')).toBe(
        colorScheme === 'light' ? 'rgb(168, 50, 26)' : 'rgb(255, 157, 126)',
      )
    }
    await page.emulateMedia({ colorScheme: null })
    await writePerson(visitor, part => contactField(visitor, part), ADA)
    await inspectPage(visitor, 'old-details')
    await getFree(visitor, say('foyer.success.title', 'Ada'))
    await inspectPage(visitor, 'old-success')
    await does.press(link(visitor, new RegExp(`^${say('reservation-page-complete.show-ticket')}`)))
    await arrive(visitor, 'Ada Lovelace', /\/view$/)
    await inspectPage(visitor, 'old-ticket')
    expect(sheets()).toBeGreaterThan(0)
  })
})

async function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate(
    (drawn, name) => drawn.ownerDocument.defaultView?.getComputedStyle(drawn).getPropertyValue(name) ?? '',
    property,
  )
}
