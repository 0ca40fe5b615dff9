import { describe, expect, test } from 'vitest'
import { after, days } from '#domain/foundation/instant.ts'
import { storeBoughtPass } from '#tests/builders/bought-passes.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { holdPass } from '../support/buyer/pass-purchase.ts'
import { type Visitor, browsing, inTurn, wayByTurns, waysToTake } from '../support/browser/browser.ts'
import { inspectPage } from '../support/browser/inspect-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { organiserOf, thisMoment } from './own-events.ts'
import { arrive, button, link, withAmount } from './purchase.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const now = thisMoment()
const clock = { now: () => now }
const club = await organiserOf(shop, 'Reel Club')
const store = (pass: Omit<Parameters<typeof storePass>[1], 'organizationId'>) =>
  storePass({ db: shop.db, clock }, { organizationId: club.organizationId, ...pass })

const TITLE = { en: 'A year of films', de: 'Ein Jahr Kino' }
const onSale = { start: after(now, -days(2)), end: after(now, days(30)) }
const year = await store({
  title: TITLE,
  onSale,
  validity: { units: 1, unit: 'YEARS' },
  maxEntries: 10,
  withdrawal: { kind: 'possible', days: 14, afterUse: 'PRO_RATA' },
})
const other = await club.open(anEventFile(now, { slug: 'open-air' }))
const night = await club.open(anEventFile(now, { slug: 'reel-night', categories: [aCategoryFile(now, { price: 40 })] }))
const matinee = await club.open(anEventFile(now, { slug: 'matinee' }))
const festival = await store({ title: { en: 'Festival pass', de: 'Festivalpass' }, onSale })
const linkTo = async (pass: { readonly id: number }, event: string) => {
  const eventId = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', event)
  await shop.db.kysely
    .insertInto('event_pass')
    .values({ pass_id: pass.id, event_id: eventId, categories: [] })
    .execute()
}
await linkTo(year, night)
await linkTo(festival, night)
await linkTo(festival, matinee)

const WAYS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'de' },
  { width: 1280, hand: 'keyboard', language: 'de' },
  { width: 390, hand: 'keyboard', language: 'en' },
] as const

const pageOf = ({ publicId }: { readonly publicId: string }): string => `/subscription/${publicId}`
const card = ({ page }: Visitor) => page.getByRole('complementary')
const titleIn = ({ language }: Visitor) => (language === 'de' ? TITLE.de : TITLE.en)

describe.each(wayByTurns(waysToTake(WAYS), 0))('Passes, $width px, $hand, $language', way => {
  test('are found from the home page on, and one is held for the details', async () => {
    const visitor = await enter(way)
    const { page, does, say } = visitor
    await visitor.open('/')
    const passes = page.getByRole('region', { name: say('subscription.title') })
    expect(await passes.getByRole('article').count()).toBe(4)
    await inspectPage(visitor, 'home-passes')
    await does.press(link(visitor, say('home.view.all.subscriptions')))

    await arrive(visitor, say('subscription.title'), /^\/subscriptions-all$/)
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(4)
    const ofTen = page.getByRole('article').filter({ has: link(visitor, titleIn(visitor)) })
    await ofTen.getByText(withAmount(visitor, 'foyer.pass.per-entry', '10.00')).waitFor()
    await inspectPage(visitor, 'passes-all')
    await does.press(link(visitor, titleIn(visitor)))

    await arrive(visitor, titleIn(visitor), /^\/subscription\/[0-9a-f-]{36}$/)
    await page.getByText(say('foyer.pass.valid.YEARS.one', 1), { exact: true }).waitFor()
    await page.getByText(say('foyer.pass.entries.other', 10), { exact: true }).waitFor()
    await page.getByText(say('foyer.pass.withdrawal.other', 14), { exact: true }).waitFor()
    await page.getByRole('heading', { name: say('foyer.pass.events.title') }).waitFor()
    expect(await page.getByRole('main').getByRole('article').getByRole('link').count()).toBe(1)
    await inspectPage(visitor, 'pass')

    await does.press(button(visitor, say('subscription-list.link')))
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toMatch(/^\/subscription\/[0-9a-f-]{36}\/reservation\/[0-9a-f-]{36}\/book$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const [, id = ''] = /reservation\/([^/]+)/.exec(page.url()) ?? []
    const { language } = await shop.db.kysely
      .selectFrom('reservation')
      .select('language')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(language).toBe(way.language)
  })
})

describe.each(inTurn(waysToTake(WAYS)))('A pass, $width px, $hand, $language', ({ journey, ...way }) => {
  journey('that is sold out offers no button, and what else there is', async () => {
    const pass = await store({ title: TITLE, maxAvailable: 1 })
    await holdPass(aBuyer(shop.url), pass.publicId)
    const visitor = await enter(way)
    const { say, does } = visitor
    await visitor.open(pageOf(pass))
    await card(visitor).getByText(say('foyer.pass.SOLD_OUT.text'), { exact: true }).waitFor()
    expect(await button(visitor, say('subscription-list.link')).count()).toBe(0)
    await inspectPage(visitor, 'pass-sold-out')
    await does.press(link(visitor, say('home.view.all.subscriptions')).last())
    await arrive(visitor, say('subscription.title'), /^\/subscriptions-all$/)
  })

  journey('that was sold out while the page was open says so, and the button goes', async () => {
    const pass = await store({ title: TITLE, maxAvailable: 1 })
    const visitor = await enter(way)
    const { page, say, does } = visitor
    await visitor.open(pageOf(pass))
    const take = button(visitor, say('subscription-list.link'))
    await take.waitFor()
    await holdPass(aBuyer(shop.url), pass.publicId)
    await does.press(take)
    const problem = page.getByRole('group', { name: say('foyer.pass.problem') })
    await problem.getByText(say('show-subscription.sold-out.message'), { exact: true }).waitFor()
    await expect.poll(() => problem.and(page.locator(':focus')).count()).toBe(1)
    await card(visitor)
      .getByRole('heading', { name: say('foyer.pass.SOLD_OUT.title') })
      .waitFor()
    await inspectPage(visitor, 'pass-gone-meanwhile')
  })

  journey('that is not yet on sale says when it is, and one whose sale is over that it was', async () => {
    const later = await store({ title: TITLE, onSale: { start: after(now, days(3)), end: null } })
    const over = await store({ title: TITLE, onSale: { start: after(now, -days(9)), end: after(now, -days(1)) } })
    const visitor = await enter(way)
    const { say } = visitor
    await visitor.open(pageOf(later))
    await card(visitor).getByText(say('foyer.pass.NOT_STARTED.text'), { exact: true }).waitFor()
    expect(await button(visitor, say('subscription-list.link')).count()).toBe(0)
    await inspectPage(visitor, 'pass-not-started')
    await visitor.open(pageOf(over))
    await card(visitor).getByText(say('foyer.pass.ENDED.text'), { exact: true }).waitFor()
    expect(await button(visitor, say('subscription-list.link')).count()).toBe(0)
  })

  journey('that does not exist is shown as unknown', async () => {
    const visitor = await enter(way)
    visitor.expectComplaint(/status of 404/)
    await visitor.open('/subscription/00000000-0000-4000-8000-000000000000')
    await visitor.page.getByRole('heading', { level: 1, name: visitor.say('foyer.pass.missing.title') }).waitFor()
    await inspectPage(visitor, 'pass-unknown')
  })

  journey('that is the only one of its organiser takes the place of the list', async () => {
    const lonely = await organiserOf(shop, `Lonely House ${way.width} ${way.hand}`)
    const { organizationId } = lonely
    const { slug } = await shop.db.kysely
      .selectFrom('organization')
      .select('slug')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const visitor = await enter(way)
    const { page, say } = visitor
    await visitor.open(`/o/${slug}/subscriptions-all`)
    await page.getByRole('heading', { level: 1, name: say('foyer.no-passes.title') }).waitFor()
    await inspectPage(visitor, 'passes-none')
    const only = await storePass({ db: shop.db, clock }, { organizationId, title: TITLE })
    // The process of the shop sees within a second what this one has stored.
    const list = () => fetch(`${shop.url}/o/${slug}/subscriptions-all`, { redirect: 'manual' })
    await expect.poll(async () => (await list()).status, { timeout: 3000 }).toBe(302)
    await visitor.open(`/o/${slug}/subscriptions-all?lang=${way.language}`)
    await page.getByRole('heading', { level: 1, name: titleIn(visitor) }).waitFor()
    expect(new URL(page.url()).pathname).toBe(pageOf(only))
    expect(new URL(page.url()).search).toBe(`?lang=${way.language}`)
    await visitor.open(`/o/${slug}`)
    await link(visitor, say('home.view.all.subscriptions')).waitFor()
  })

  journey('that is on offer names its events by the same address, and counts for no order', async () => {
    const visitor = await enter(way)
    const { page, say, does } = visitor
    const note = page.getByText(
      say('foyer.pass.used.offered', way.language === 'de' ? 'Festivalpass' : 'Festival pass'),
      { exact: true },
    )
    await visitor.open(`/events-all?subscription=${festival.publicId}`)
    await note.waitFor()
    expect(await page.getByRole('main').locator('a[href^="/event/"]').count()).toBe(2)
    await inspectPage(visitor, 'events-of-pass-on-offer')
    await does.press(page.getByRole('main').locator(`a[href^="/event/${night}"]`))
    await page.getByRole('region', { name: say('foyer.pass.accepted.title') }).waitFor()
    await expect.poll(() => page.getByText(festival.publicId.slice(0, 8).toUpperCase()).count()).toBe(0)
  })

  journey('that was bought is named on the list of its events and on the event, and can be left behind', async () => {
    const number = await storeBoughtPass(shop.db, year.id)
    const visitor = await enter(way)
    const { page, say, does } = visitor
    const short = number.slice(0, 8).toUpperCase()
    await visitor.open(`/events-all?subscription=${number}`)
    // There is one event, so the list leads there.
    await page.getByText(say('foyer.pass.used.event', short), { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/event/${night}`)
    await page.getByRole('region', { name: say('foyer.pass.accepted.title') }).waitFor()
    await inspectPage(visitor, 'event-with-pass')
    await does.press(link(visitor, say('foyer.pass.used.drop')))
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => page.getByText(say('foyer.pass.used.event', short), { exact: true }).count()).toBe(0)
    await visitor.open(`/event/${other}?subscription=${number}`)
    await page.getByText(say('foyer.pass.used.other-event', short), { exact: true }).waitFor()
  })
})

test('without scripts a pass can be read, with its price and the events that take it', async () => {
  const visitor = await enter({ context: { javaScriptEnabled: false } })
  const { page, say } = visitor
  await page.goto(pageOf(year))
  await page.getByRole('heading', { level: 1, name: TITLE.en }).waitFor()
  await page.getByText(say('foyer.pass.valid.YEARS.one', 1), { exact: true }).waitFor()
  expect(await card(visitor).textContent()).toContain('100.00')
  expect(await page.getByRole('main').locator(`a[href^="/event/${night}"]`).count()).toBe(1)
})
