import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { otherBuyer } from '../support/buyer/running-shop-buyer.ts'
import { createDeskEvent, doEventAction } from '#contract/desk-event.ts'
import type { EventFile } from '#contract/event-file.ts'
import { configureOrganization } from '#contract/organiser.ts'
import { storeImage } from '#server/foundation/file/image.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, expectFocusOn, link, reserve, stubOf, take, withAmount } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
] as const

describe.each(inTurn(SCREENS))('The page of an event, $width px, $language', ({ journey, ...way }) => {
  journey('that is sold out says so, and leads to the others', async () => {
    const visitor = await enter({ ...way, language: way.language === 'de' ? 'fr' : 'en' })
    const { page, say, does } = visitor
    await visitor.open('/event/candlelight-concert')
    await stubOf(visitor, 'Chaise').getByText(say('show-event.sold-out')).waitFor()
    await page.getByRole('heading', { name: say('foyer.order.sold-out.title'), exact: true }).waitFor()
    expect(await button(visitor, say('show-event.continue')).count()).toBe(0)
    await inspectPage(visitor, 'event-sold-out')
    await does.press(link(visitor, say('home.view.all.events')))
    await arrive(visitor, say('event-list.title'), /^\/events-all$/)
  })

  journey('whose sale has not begun says when it will', async () => {
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open('/event/harbour-film-nights')
    const begins = say('show-event.sales-not-started', '').trim()
    await stubOf(visitor, 'All three').getByText(begins).waitFor()
    const card = page.getByRole('heading', { name: say('foyer.order.not-started.title') })
    await card.locator('..').getByText(begins).waitFor()
    const [before = ''] = say('foyer.list.starts').split('{0}')
    await page.getByText(before).filter({ visible: true }).first().waitFor()
    await inspectPage(visitor, 'event-not-begun')
  })

  journey('has its price and the way to the tickets on the first screen, and folds a long description', async () => {
    const organiser = await organiserOf(shop, `Archive ${way.width}`)
    const words = 'An evening with [maps](https://example.com/maps) and the people who drew them. '
    const shortName = await organiser.open(
      anEventFile(thisMoment(), {
        slug: `long-evening-${way.width}`,
        title: 'Long Evening',
        // Of one kind alone, a ticket would be chosen at once.
        categories: [aCategoryFile(thisMoment()), aCategoryFile(thisMoment(), { name: 'Balcony', price: 150 })],
        description: ['en', 'de'].map(lang => ({ lang, body: `${words.repeat(30)}\n\nThe end.` })),
        facts: {
          doors: localTime(thisMoment(), { days: 59, hours: 23 }),
          refunds: { policy: 'NONE' },
          accessFeatures: ['STEP_FREE'],
          bring: [{ lang: 'en', body: 'A pen <b>you</b> like' }],
        },
        settings: { ENABLE_TICKET_TRANSFER: false },
      }),
    )
    const visitor = await enter({ ...way, context: { viewport: { width: way.width, height: 800 } } })
    const { page, say, does } = visitor
    await visitor.open(`/event/${shortName}`)
    const first = link(visitor, say('foyer.order.choose'))
    const price = page
      .getByText(withAmount(visitor, 'foyer.order.from', '120.00'))
      .filter({ visible: true })
      .first()
    for (const part of [price, first]) {
      const box = await part.boundingBox()
      expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
    }
    await inspectPage(visitor, 'event-long')

    const text = page.locator('[data-folded]')
    expect(await text.textContent()).toContain('The end.')
    expect((await text.boundingBox())?.height).toBeLessThan(300)
    await does.press(button(visitor, say('foyer.event.read-more')))
    expect(await text.count()).toBe(0)
    await does.press(button(visitor, say('foyer.event.read-less')))
    // The keyboard never lands on what is out of sight.
    await page.getByRole('link', { name: 'maps' }).last().focus()
    expect(await text.count()).toBe(0)

    await does.press(first)
    expect(new URL(page.url()).hash).toBe('#tickets')
    const [tickets, about] = await Promise.all(
      ['tickets', 'about'].map(id => page.locator(`h2#${id}`).evaluate(heading => heading.getBoundingClientRect().y)),
    )
    // In sight first on a wide screen; in the document the description is (specification, browsing 2).
    expect((tickets ?? 0) < (about ?? 0)).toBe(way.width === 1280)
    const headings = page.locator('h2[id]').evaluateAll(all => all.map(({ id }) => id))
    expect(await headings).toEqual(['about', 'good-to-know', 'tickets'])
    const facts = page.locator('section', { has: page.locator('#good-to-know') })
    const sentences = ['refunds.none', 'access.STEP_FREE', 'passing-on.no'].map(key => say(`foyer.facts.${key}`))
    for (const words of [...sentences, say('foyer.facts.doors'), 'A pen <b>you</b> like'])
      await facts.getByText(words, { exact: true }).waitFor()
  })

  journey('leads to the page of its organiser, even where that has this event only', async () => {
    const organiser = await organiserOf(shop, `Map House ${way.width}`)
    await organiser.open(anEventFile(thisMoment(), { slug: `maps-${way.width}`, title: 'Old Maps' }))
    const visitor = await enter(way)
    const { page, say, does } = visitor
    await visitor.open(`/event/maps-${way.width}`)
    const email = `hello@map-house-${way.width}.example`
    expect(await link(visitor, say('foyer.organizer.write', email)).getAttribute('href')).toBe(`mailto:${email}`)
    await does.press(link(visitor, `Map House ${way.width}`))
    await arrive(visitor, `Map House ${way.width}`, /^\/o\/map-house-\d+$/)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: `Map House ${way.width}` }).waitFor()
    await inspectPage(visitor, 'organizer-plain')

    const picture = await readFile(new URL('../../samples/images/four-rivers.webp', import.meta.url))
    const settings = {
      ORGANIZER_ABOUT: 'We draw **maps** since 1921. <script>alert(1)</script>',
      ORGANIZER_WEBSITE: 'https://www.map-house.example/about',
      ORGANIZER_PICTURE: String(await storeImage(shop.db, picture, thisMoment())),
    }
    const { organizationId } = organiser
    await organiser.api.expect(configureOrganization, 200, { params: { organizationId }, body: settings })
    await expect.poll(async () => (await fetch(`${shop.url}/o/map-house-${way.width}`)).url).toMatch(/\/o\/map-house/)
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('maps', { exact: true }).count()
      })
      .toBe(1)
    expect(await link(visitor, 'map-house.example').getAttribute('href')).toBe(settings.ORGANIZER_WEBSITE)
    await expect
      .poll(() =>
        page
          .locator('main img')
          .first()
          .evaluate(image => Reflect.get(image, 'naturalWidth')),
      )
      .toBeGreaterThan(0)
    const data = JSON.parse(String(await page.locator('script[type="application/ld+json"]').textContent()))
    expect(data).toMatchObject({ '@type': 'Organization', name: `Map House ${way.width}`, email })
    await inspectPage(visitor, 'organizer')
  })

  journey('that is nearly sold out says how many are left', async () => {
    const visitor = await enter(way)
    await visitor.open('/event/twelve-at-the-table')
    await stubOf(visitor, 'Place at the table').getByText(visitor.say('show-event.tickets.left', 2)).waitFor()
    await inspectPage(visitor, 'event-nearly-sold-out')
  })

  journey('that is online has no place and no map', async () => {
    const visitor = await enter(way)
    await visitor.open('/event/reading-logs')
    await visitor.page.getByText(visitor.say('event.location.online'), { exact: true }).first().waitFor()
    expect(await link(visitor, new RegExp(visitor.say('foyer.event.open-map'))).count()).toBe(0)
    await inspectPage(visitor, 'event-online')
  })

  journey('that is hybrid marks what is online', async () => {
    const visitor = await enter(way)
    const { say } = visitor
    await visitor.open('/event/open-atlas')
    await stubOf(visitor, 'On your screen').getByText(say('event.online.badge'), { exact: true }).waitFor()
    expect(await stubOf(visitor, 'In Bern').getByText(say('event.online.badge'), { exact: true }).count()).toBe(0)
    await inspectPage(visitor, 'event-hybrid')
  })

  journey('folds away the categories that are over', async () => {
    const visitor = await enter({ ...way, language: way.language === 'de' ? 'it' : 'en' })
    const { page, does, say } = visitor
    // Five days before the event the sale of the early tickets ends.
    await shop.advance('P41D')
    try {
      await visitor.open('/event/alpine-systems-days')
      const fold = page.locator('summary').filter({ hasText: say('show-event.expired-categories') })
      await fold.waitFor()
      expect(await stubOf(visitor, 'Early').isVisible()).toBe(false)
      await inspectPage(visitor, 'event-expired-categories-folded')
      await does.press(fold)
      await stubOf(visitor, 'Early').getByText(say('show-event.sales-ended', '').trim()).waitFor()
      await inspectPage(visitor, 'event-expired-categories')
    } finally {
      await shop.resetClock()
    }
  })

  journey('says that others hold the last tickets, and looks again when asked', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const other = otherBuyer(shop)
    const held = await other.reserveAll('twelve-at-the-table', 'Place at the table')
    expect(held).toHaveLength(1)
    await visitor.open('/event/twelve-at-the-table')
    const stub = stubOf(visitor, 'Place at the table')
    await stub.getByText(say('show-event.all-tickets-reserved'), { exact: true }).waitFor()
    await inspectPage(visitor, 'event-all-reserved')

    for (const id of held) await other.release(id)
    await does.press(stub.getByRole('button', { name: new RegExp(`^${say('common.refresh')}`) }))
    await stub.getByRole('button', { name: say('foyer.quantity.more') }).waitFor()
    await page.getByText(say('show-event.category-refresh.complete')).waitFor()
  })

  journey('refuses when the last ticket went meanwhile, and says so first', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const other = otherBuyer(shop)
    await visitor.open('/event/twelve-at-the-table')
    await take(visitor, 'Place at the table', 1)
    const held = await other.reserveAll('twelve-at-the-table', 'Place at the table')
    await does.press(button(visitor, say('show-event.continue')))
    const summary = page.getByRole('group', { name: say('foyer.event.problem') })
    await summary.getByText(say('error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE')).waitFor()
    await expectFocusOn(summary)
    await stubOf(visitor, 'Place at the table')
      .getByText(say('show-event.all-tickets-reserved'), { exact: true })
      .waitFor()
    await inspectPage(visitor, 'event-refused')
    for (const id of held) await other.release(id)
  })

  journey('stays where it is when its tickets come after the rest', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/event/alpine-systems-days/ticket-categories*', async route => {
      await mayAnswer
      await route.continue()
    })
    await visitor.open('/events-all')
    await does.press(link(visitor, 'Alpine Systems Days').first())
    await page.getByRole('heading', { level: 1, name: 'Alpine Systems Days', exact: true }).waitFor()
    const about = page.getByRole('heading', { name: say('foyer.event.about'), exact: true })
    const top = async () => Math.round((await about.boundingBox())?.y ?? Number.NaN)
    const before = await top()
    answer()
    await stubOf(visitor, 'Conference').waitFor()
    expect(await top()).toBe(before)
  })

  journey('keeps the choice over a reload, and on the way back', async () => {
    const visitor = await enter(way)
    const { page } = visitor
    await visitor.open('/event/type-evening')
    await take(visitor, 'Seat', 2)
    await page.reload()
    await expectChosen(visitor, 'Seat', 2)
    const id = await reserve(visitor)
    await page.goBack()
    await expectChosen(visitor, 'Seat', 2)
    await otherBuyer(shop).release(id)
  })

  journey('shows what another page says went wrong', async () => {
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open('/event/type-evening?errors=error.STEP_1_CODE_NOT_FOUND,made.up')
    const summary = page.getByRole('group', { name: say('foyer.event.problem') })
    await summary.getByText(say('error.STEP_1_CODE_NOT_FOUND')).waitFor()
    expect(await summary.getByRole('listitem').count()).toBe(1)
  })

  journey('shows a visitor far away the time there', async () => {
    const visitor = await enter({ ...way, context: { timezoneId: 'America/New_York' } })
    await visitor.open('/event/type-evening')
    await visitor.page.getByText(visitor.say('foyer.event.where-you-are', '').replace(/\.$/, '').trim()).waitFor()
    await inspectPage(visitor, 'event-far-away')
  })

  journey('that is unknown says so, and leads to the others', async () => {
    const visitor = await enter(way)
    visitor.expectComplaint(/404/)
    await visitor.open('/event/nowhere')
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await inspectPage(visitor, 'event-unknown')
  })

  journey('that is only announced has no tickets, or leads to where they are', async () => {
    const organiser = await organiserOf(shop, `Herald ${way.width}`)
    const announced = async (title: string, facts: EventFile['facts'] & object) => {
      const place = { location: { fullAddress: 'Piazza Indipendenza 4, Lugano' }, timezone: 'Europe/Zurich' }
      const description = ['en', 'de'].map(lang => ({ lang, body: 'An evening in the open air.' }))
      const startDate = localTime(thisMoment(), { days: 40 })
      const body = { organizationId: organiser.organizationId, title, description, startDate, ...place, facts }
      const { id, shortName } = await organiser.api.expect(createDeskEvent, 201, { body })
      await organiser.api.expect(doEventAction, 200, { params: { eventId: id, action: 'publish' } })
      return shortName
    }
    const ticketsUrl = 'https://www.elsewhere.example/tickets'
    const sold = await announced(`Open Air ${way.width}`, { ticketsUrl })
    const bare = await announced(`Procession ${way.width}`, {})
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open(`/event/${sold}`)
    await page.getByText(say('foyer.event.elsewhere.text', 'elsewhere.example')).first().waitFor()
    const ways = link(visitor, say('foyer.event.elsewhere.action'))
    expect(await ways.first().getAttribute('href')).toBe(ticketsUrl)
    await inspectPage(visitor, 'event-announced-elsewhere')
    await visitor.open(`/event/${bare}`)
    await page.getByRole('heading', { name: `Procession ${way.width}` }).waitFor()
    for (const absent of ['foyer.order.title', 'show-event.tickets', 'foyer.order.ended.title'])
      expect(await page.getByRole('heading', { name: say(absent) }).count()).toBe(0)
    await inspectPage(visitor, 'event-announced')
  })
})

async function expectChosen(visitor: Visitor, category: string, count: number): Promise<void> {
  await expect.poll(() => stubOf(visitor, category).locator('output').textContent()).toBe(String(count))
}
