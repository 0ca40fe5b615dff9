import { describe, expect, test } from 'vitest'
import { browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage, takePicture, violations } from '../support/browser/inspect-page.ts'
import { everyPage } from './every-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'
import { writtenWords } from './own-direction.ts'
import { routesOf, routesWithout } from './routes.ts'
import { type WalkAtBothWidths, doesNotFit, walkAtBothWidths } from './walk.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const pages = await everyPage(shop)
const words = await writtenWords(shop)

const WIDTHS = [1280, 390] as const

test('every page of the shop is checked', () => {
  const routes = routesOf('client/shop')
  expect(routes.length).toBeGreaterThan(30)
  const missing = routesWithout(pages, routes).filter(({ page }) => !page.endsWith('ByOldName'))
  expect(missing.filter(({ path }) => !OF_SIGNED_IN.includes(path))).toEqual([])
})

/** They lead all other visitors home: tests/journeys/account.test.ts looks at them. */
const OF_SIGNED_IN: readonly string[] = ['/my-orders', '/my-profile']

test('no page scrolls sideways at 320 pixels', async () => {
  const { narrow } = await walk()
  expect(narrow).toHaveLength(pages.length)
  expect(narrow.filter(doesNotFit)).toEqual([])
})

test.each(WIDTHS)('no page scrolls sideways with text twice as large, %i px', async width => {
  const { large } = (await walk())[width]
  expect(large).toHaveLength(pages.length)
  expect(large.filter(doesNotFit)).toEqual([])
})

test.each(WIDTHS)('every page keeps its outlines in forced colours, %i px', async width => {
  const { bare } = (await walk())[width]
  expect(bare).toHaveLength(pages.length)
  expect(bare.filter(({ buttons }) => buttons.length > 0)).toEqual([])
})

test('nothing moves for those who asked for that', async () => {
  const { first } = await walk()
  expect(first).toHaveLength(pages.length)
  expect(first.filter(({ moving }) => moving > 0)).toEqual([])
})

test('every page has a title of its own, one heading, one main part with the footer after it and in line with it, its language and its direction', async () => {
  const { first } = await walk()
  expect(first).toHaveLength(pages.length)
  const titles = first.map(({ title }) => title)
  expect(titles).toEqual([...new Set(titles)])
  const expected = { headings: 1, mains: 1, footersWithin: 0, footerAside: 0, lang: 'en', dir: 'ltr' }
  for (const { name, headings, mains, footersWithin, footerAside, lang, dir } of first)
    expect({ name, headings, mains, footersWithin, footerAside, lang, dir }).toEqual({ name, ...expected })
})

test('what people have written has its own direction on every page', async () => {
  const { first } = await walk()
  expect(words.length).toBeGreaterThan(50)
  const lost = first.flatMap(({ name, misdirected }) => misdirected.map(place => `${name}: ${place}`))
  expect(lost).toEqual([])
})

test('the page of an event does not jump while it loads', async () => {
  const { page } = await enter({ width: 390 })
  await page.addInitScript(`
    window.shift = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  for (const shortName of ['alpine-systems-days', 'type-evening', 'open-atlas']) {
    await page.goto(`/event/${shortName}`, { waitUntil: 'networkidle' })
    const shift: number = await page.locator('html').evaluate(root => root.ownerDocument.defaultView.shift)
    if (shift >= 0.05) throw new Error(`${shortName} jumps by ${shift}`)
  }
})

test.each(['details', 'overview'])('on a phone, one line under the steps opens the order: %s', async name => {
  const visitor = await enter({ width: 390 })
  const { page, say } = visitor
  await visitor.open(pages.find(each => each.name === name)?.path ?? '')
  const line = page.locator('main summary').filter({ hasText: 'Alpine Systems Days' })
  const words = (await line.textContent())?.replaceAll(/\s+/g, ' ').trim()
  expect(words).toMatch(
    new RegExp(`^1 × Alpine Systems Days \\d+ \\w+ \\d+ \\w+ ${say('foyer.order.tickets.one', 1)} CHF\\s120$`),
  )
  const { height = Number.NaN } = (await line.locator('> span').boundingBox()) ?? {}
  expect(height, 'one line').toBeLessThan(32)
  const [steps, title] = [page.getByRole('list', { name: say('foyer.order.steps') }), page.locator('h1')]
  const top = async (part: typeof title) => (await part.boundingBox())?.y ?? Number.NaN
  expect(await top(steps)).toBeLessThan(await top(line))
  expect(await top(line)).toBeLessThan(await top(title))
  const order = line.locator('..').getByRole('heading', { name: 'Alpine Systems Days' })
  expect(await order.count()).toBe(0)
  await line.press('Enter')
  await order.waitFor()
  await line.locator('..').getByText(say('reservation-page.total'), { exact: true }).waitFor()
  await inspectPage(visitor, `order-line-${name}`)
})

test('a printed ticket is the ticket alone', async () => {
  const visitor = await enter()
  const { page, say } = visitor
  const ticket = pages.find(({ name }) => name === 'ticket')
  await visitor.open(ticket?.path ?? '')
  await page.locator('h1:not(.unseen)').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('img', { name: new RegExp('Lovelace') }).isVisible()).toBe(true)
  for (const key of ['foyer.ticket.print', 'foyer.success.pdf']) {
    expect({ key, isPrinted: await page.getByText(say(key), { exact: true }).isVisible() }).toEqual({
      key,
      isPrinted: false,
    })
  }
  expect(await page.getByRole('combobox').isVisible()).toBe(false)
  await takePicture(visitor, 'ticket-printed')
  const paper = await page.pdf({ format: 'A4' })
  expect(paper.toString('latin1').match(/\/Type ?\/Page\b/g)).toHaveLength(1)
})

const SCREENS = [
  { width: 1280, hand: 'mouse', language: 'en' },
  { width: 390, hand: 'touch', language: 'en' },
] as const

describe.each(inTurn(SCREENS))('Pages for development, $width px', ({ journey, ...way }) => {
  for (const path of ['/dev', '/dev/outbox', '/dev/mails', '/dev/mails/bank-transfer-awaited/de', '/dev/gallery']) {
    journey(path, async () => {
      const visitor = await enter(way)
      await shop.mailsTo('ada@example.org', 1)
      await visitor.page.goto(path)
      await visitor.page.locator('h1:not(.unseen)').waitFor()
      await inspectPage(visitor, path.slice(1).replaceAll('/', '-'))
    })
  }

  journey('a mail, as a mail program shows it', async () => {
    const visitor = await enter(way)
    const [mail] = await shop.mailsTo('ada@example.org', 1)
    await visitor.page.setContent(mail?.html ?? '')
    await takePicture(visitor, 'mail')
    // The mail program's own page has the landmarks.
    const found = await violations(visitor.page)
    expect(found.filter(violation => !/^(region|landmark-one-main) /.test(violation))).toEqual([])
  })
})

let walked: Promise<WalkAtBothWidths> | undefined

/** What a walk through all pages shows, taken once. */
const walk = (): Promise<WalkAtBothWidths> => (walked ??= walkThroughShop())

async function walkThroughShop(): Promise<WalkAtBothWidths> {
  const visitor = await enter({ width: 1280, context: { reducedMotion: 'reduce' } })
  visitor.expectComplaint(/404/)
  return walkAtBothWidths(visitor, pages, { words })
}
