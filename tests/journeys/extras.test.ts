import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { bundleOf } from '../support/browser/bundle-of.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { sharedShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { button, expectFocusOn, expectTotal, reserve, stubOf, take } from './purchase.ts'
import { anEventWithExtras, organiserOf, thisMoment } from './own-events.ts'

const shop = await sharedShop()
const { enter } = await browsing(shop)
const organiser = await organiserOf(shop, 'Orchard House')
await organiser.open(anEventWithExtras(thisMoment()))

const PAGE = '/event/harvest-table'

const SCREENS = [
  {
    width: 1280,
    hand: 'mouse',
    language: 'en',
    wine: 'Bottle of wine',
    boat: 'Boat home',
    postcard: 'Postcard',
    gift: 'For the orchard',
    cheese: 'Cheese board',
    walk: 'Walk the day after',
    glass: 'Glass of welcome',
    service: 'Service',
  },
  {
    width: 390,
    hand: 'touch',
    language: 'de',
    wine: 'Flasche Wein',
    boat: 'Schiff nach Hause',
    postcard: 'Postkarte',
    gift: 'Für den Obstgarten',
    cheese: 'Käseplatte',
    walk: 'Spaziergang am Tag danach',
    glass: 'Begrüssungsglas',
    service: 'Bedienung',
  },
] as const

describe.each(inTurn(SCREENS))('Extras, $width px, $language', ({ journey, width, hand, language, ...names }) => {
  const way = { width, hand, language }

  journey('that come by themselves are in the sum, and said to', async () => {
    const visitor = await enter(way)
    const { say } = visitor
    await visitor.open(PAGE)
    await stubOf(visitor, names.glass).getByText(say('show-event.mandatoryOneForTicket')).waitFor()
    await stubOf(visitor, names.service).getByText(say('show-event.additional.percentage.reservation')).waitFor()
    await take(visitor, 'Seat', 2)
    // 160.00, 5 % of it, and 2 x 3.00.
    await expectTotal(visitor, '174.00')
    await expectRow(visitor, `2 × ${names.glass}`, '6.00')
    await expectRow(visitor, `1 × ${names.service}`, '8.00')
    // Of much it is no more than 20.00.
    await take(visitor, 'Seat', 3, 2)
    await expectTotal(visitor, '435.00')
    await inspectPage(visitor, 'event-extras-mandatory')
  })

  journey('that may be chosen have the limits of their kind', async () => {
    const visitor = await enter(way)
    const { does, say } = visitor
    await visitor.open(PAGE)
    const boat = stubOf(visitor, names.boat)
    // The only kind of ticket is chosen already.
    await expect.poll(() => stubOf(visitor, 'Seat').locator('output').textContent()).toBe('1')
    await does.press(stubOf(visitor, 'Seat').getByRole('button', { name: say('foyer.quantity.less') }))
    await boat.getByText(say('foyer.extras.need-ticket')).waitFor()
    await inspectPage(visitor, 'event-extras')
    await take(visitor, 'Seat', 2)
    await take(visitor, names.boat, 2)
    expect(await moreOf(visitor, names.boat).getAttribute('aria-disabled')).toBe('true')
    await take(visitor, names.wine, 3)
    expect(await moreOf(visitor, names.wine).getAttribute('aria-disabled')).toBe('true')
    await stubOf(visitor, names.wine).getByText(say('show-event.tickets.left', 3)).waitFor()
    await does.write(stubOf(visitor, names.postcard).getByRole('textbox'), '1000')
    await expect.poll(() => stubOf(visitor, names.postcard).getByRole('textbox').inputValue()).toBe('999')
    await does.write(stubOf(visitor, names.postcard).getByRole('textbox'), '10')
    await expectRow(visitor, `10 × ${names.postcard}`, '20.00')
    // One boat for each ticket.
    await does.press(stubOf(visitor, 'Seat').getByRole('button', { name: say('foyer.quantity.less') }))
    await expect.poll(() => boat.locator('output').textContent()).toBe('1')
    // 80.00 + 12.50 + 96.00 + 20.00, 5 % of it, and 3.00.
    await expectTotal(visitor, '221.93')
    await inspectPage(visitor, 'event-extras-chosen')
  })

  journey('that can not be had say so', async () => {
    const visitor = await enter(way)
    const { say } = visitor
    await visitor.open(PAGE)
    for (const name of [names.cheese, names.walk]) {
      const offer = stubOf(visitor, name)
      await offer.getByText(say('show-event.not-available')).waitFor()
      expect(await offer.getByRole('button').count()).toBe(0)
    }
    await stubOf(visitor, names.walk).getByText(say('show-event.sales-not-started', '').trim()).waitFor()
  })

  journey(
    'of the visitor’s own amount: what can not be read is reported at the field, and nothing is lost',
    async () => {
      const visitor = await enter(way)
      const { page, does, say } = visitor
      await visitor.open(PAGE)
      await take(visitor, 'Seat', 1)
      const gift = stubOf(visitor, names.gift).getByRole('textbox')
      await does.write(gift, 'ten')
      await does.press(button(visitor, say('show-event.continue')))
      const summary = page.getByRole('group', { name: say('foyer.event.problem') })
      await summary.waitFor()
      await expectFocusOn(summary)
      expect(await gift.getAttribute('aria-invalid')).toBe('true')
      await inspectPage(visitor, 'event-extras-amount-wrong')
      await does.press(summary.getByRole('link'))
      await expectFocusOn(gift)

      // What is solved leaves the summary, and is back when it is wrong again.
      await does.write(gift, '')
      await expect.poll(() => summary.count()).toBe(0)
      expect(await gift.getAttribute('aria-invalid')).toBe(null)
      await does.write(gift, 'ten')
      await expect.poll(() => summary.getByRole('listitem').count()).toBe(1)
      await expectFocusOn(gift)
      await does.write(gift, '12,50')
      await expect.poll(() => summary.count()).toBe(0)
      // 80.00 + 12.50, 5 % of it, and 3.00.
      await expectTotal(visitor, '100.13')
      await page.reload()
      await expect.poll(() => gift.inputValue()).toBe('12,50')
      const id = await reserve(visitor)
      expect(await chargedFor(id)).toBe(10_013n)
      await otherBuyer(shop).release(id)
    },
  )
})

test('are there from the start, and stay while their script is on its way', async () => {
  const visitor = await enter()
  const { page, say } = visitor
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route(`**${bundleOf('client/shop/catalog/event/extras/extras-part.tsx')}`, async route => {
    await isAllowed
    await route.continue()
  })
  const wine = stubOf(visitor, 'Bottle of wine')
  let hasGone = false
  await page.exposeFunction('wineHasGone', () => {
    hasGone = true
  })
  await page.addInitScript(`
    new MutationObserver(() => {
      const isThere = document.body?.textContent.includes('Bottle of wine')
      if (isThere) window.wasThere = true
      else if (window.wasThere) window.wineHasGone()
    }).observe(document, { childList: true, subtree: true })
  `)
  const refreshed = page.waitForResponse(/\/ticket-categories/)
  await visitor.open(PAGE)
  await wine.waitFor()
  await refreshed
  expect(await page.getByText(say('foyer.loading')).count()).toBe(0)
  allow()
  await take(visitor, 'Seat', 1)
  await take(visitor, 'Bottle of wine', 1)
  await expectTotal(visitor, '120.60')
  expect(hasGone).toBe(false)
})

test('everything at once costs what the page has shown, by keyboard alone', async () => {
  const visitor = await enter({ hand: 'keyboard' })
  const { does } = visitor
  await visitor.open(PAGE)
  await take(visitor, 'Seat', 2)
  await take(visitor, 'Bottle of wine', 1)
  await take(visitor, 'Boat home', 2)
  await does.write(stubOf(visitor, 'Postcard').getByRole('textbox'), '3')
  await does.write(stubOf(visitor, 'For the orchard').getByRole('textbox'), '20')
  // 160 + 32 + 25 + 6 + 20 = 243.00, 5 % of it, and 6.00.
  await expectTotal(visitor, '261.15')
  const id = await reserve(visitor)
  expect(await chargedFor(id)).toBe(26_115n)
  await otherBuyer(shop).release(id)
})

async function chargedFor(id: string): Promise<bigint> {
  const row = await shop.db.kysely
    .selectFrom('reservation')
    .select('final_price')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.final_price
}

function moreOf(visitor: Visitor, name: string): Locator {
  return stubOf(visitor, name).getByRole('button', { name: visitor.say('foyer.quantity.more') })
}

/** A line of the order. */
async function expectRow({ page }: Visitor, name: string, amount: string): Promise<void> {
  const row = page.locator('dl > div').filter({ hasText: name })
  await expect.poll(() => row.locator('dd').textContent()).toContain(amount)
}
