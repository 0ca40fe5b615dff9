import { describe, expect, onTestFinished, test } from 'vitest'
import type { ItemsByCategory } from '#contract/event.ts'
import { browsing, waysToTake, wayByTurns } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectTotal, stubOf, take } from './purchase.ts'
import { organiserOf, thisMoment } from './own-events.ts'

/** What the page of an event says of its categories, beyond the sample events. */

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Small House')
const now = thisMoment()

await organiser.open(
  anEventFile(now, {
    slug: 'four-chairs',
    title: 'Four Chairs',
    seats: 4,
    description: [
      { lang: 'en', body: 'Four chairs.' },
      { lang: 'de', body: 'Vier Stühle.' },
    ],
    categories: [aCategoryFile(now, { name: 'Chair', maxTickets: 4, price: 35 })],
  }),
)
const untaxed = anEventFile(now, {
  slug: 'open-house',
  title: 'Open House',
  categories: [aCategoryFile(now, { name: 'Paid', price: 12.5 }), aCategoryFile(now, { name: 'Children', price: 0 })],
})
await organiser.open({ ...untaxed, tickets: { ...untaxed.tickets, taxPercentage: 0 } })

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'en' },
] as const

describe.each(wayByTurns(waysToTake(SCREENS), 0))('The stock, $width px, $hand, $language', way => {
  test('that others buy meanwhile is taken out of the choice, with a message', async () => {
    const visitor = await enter({ ...way, hasFakeClock: true })
    const { page, say } = visitor
    await visitor.open('/event/four-chairs')
    await take(visitor, 'Chair', 4)
    const other = otherBuyer(shop)
    const held = await other.reserve('four-chairs', { Chair: 3 })
    onTestFinished(() => other.release(held))
    // Without a press: the page asks by itself every half minute.
    await page.clock.runFor(31_000)
    await page.getByText(say('foyer.order.fewer', 'Chair', 1, 4)).waitFor()
    await expect.poll(() => stubOf(visitor, 'Chair').locator('output').textContent()).toBe('1')
    await expectTotal(visitor, '35.00')
    await inspectPage(visitor, 'event-fewer-left')
  })

  test('is asked for once, however often one presses', async () => {
    const visitor = await enter(way)
    const { page, say } = visitor
    const other = otherBuyer(shop)
    const held = await other.reserveAll('four-chairs', 'Chair')
    onTestFinished(async () => void (await Promise.all(held.map(id => other.release(id)))))
    await visitor.open('/event/four-chairs')
    const again = stubOf(visitor, 'Chair').getByRole('button', { name: new RegExp(`^${say('common.refresh')}`) })
    await again.waitFor()
    // A page whose scripts have just started asks by itself.
    await page.waitForLoadState('networkidle')
    let requests = 0
    page.on('request', request => {
      if (request.url().includes('/ticket-categories')) requests++
    })
    // In the page, since presses of a test are too slow: the page may have its answer before the second one.
    await again.evaluate(element => {
      for (let press = 0; press < 3; press++) element.click()
    })
    await page.getByText(say('show-event.category-refresh.complete')).first().waitFor()
    expect(requests).toBe(1)
  })
})

test('a price of nothing is free, and a tax of nothing is no note', async () => {
  const visitor = await enter()
  const { say } = visitor
  await visitor.open('/event/open-house')
  await stubOf(visitor, 'Children').getByText(say('common.free'), { exact: true }).waitFor()
  await stubOf(visitor, 'Paid').getByText('CHF 12.50', { exact: true }).waitFor()
  expect(await visitor.page.getByText(say('common.vat')).count()).toBe(0)
  await inspectPage(visitor, 'event-untaxed')
})

test('extras are in the page as the server sends it', async () => {
  const { additionalServices } = await itemsOf('four-chairs')
  expect(additionalServices).toEqual([])
  await organiser.change('four-chairs', {
    additionalServices: [
      {
        type: 'SUPPLEMENT',
        supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT',
        title: [{ lang: 'en', body: 'Blanket' }],
        price: 5,
        fixPrice: true,
      },
    ],
  })
  await expect
    .poll(async () => (await (await fetch(`${shop.url}/event/four-chairs`)).text()).includes('>Blanket<'))
    .toBe(true)
})

async function itemsOf(shortName: string): Promise<ItemsByCategory> {
  // The decoding edge: its shape is kept by the tests of the wire.
  return (await (
    await fetch(`${shop.url}/api/v2/public/event/${shortName}/ticket-categories`)
  ).json()) as ItemsByCategory
}
