import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as paths from '#contract/paths.ts'
import { type Visitor, browsing, inTurn } from '../support/browser/browser.ts'
import { inspectPage, takePicture, violations, widthTooMuch } from '../support/browser/inspect-page.ts'
import { everyPage } from './every-page.ts'
import { runningShop } from '../support/shop/running-shop.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const pages = await everyPage(shop)

const WIDTHS = [1280, 390] as const

test('every page of the shop is checked', () => {
  const routes = globSync('client/shop/**/routes.tsx').flatMap(file => routesIn(readFileSync(file, 'utf8')))
  expect(routes.length).toBeGreaterThan(30)
  const seen = routes.filter(({ path }) => pages.some(page => matches(path, page.path)))
  const isSeen = ({ page }: Route) => page.endsWith('ByOldName') || seen.some(other => other.page === page)
  expect(routes.filter(route => !isSeen(route) && !OF_SIGNED_IN.includes(route.path))).toEqual([])
})

/** They lead all other visitors home: tests/journeys/account.test.ts looks at them. */
const OF_SIGNED_IN: readonly string[] = ['/my-orders', '/my-profile']

type Route = { readonly path: string; readonly page: string }

/** `:name` means one part of an address. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/\?.*$/, ''))

/** As they are written, `{ path, page, ... }`, below each base where a file has some; not those that only development has. */
function routesIn(source: string): Route[] {
  const bases = [...source.matchAll(/'(\/\w+\/:\w+\/reservation\/:reservationId)'/g)].map(([, base = '']) => base)
  return [...source.matchAll(/^ +\{ path: (?:'(.+?)'|`\$\{base\}(.+?)`|(base)|(\w+Path)), page: (\w+)(.*)$/gm)]
    .filter(([, , , , , , rest = '']) => !rest.includes('developmentOnly'))
    .flatMap(([, plain, below = '', , name, page = '']) => {
      if (plain !== undefined) return [{ path: plain, page }]
      if (name !== undefined) return [{ path: pathNamed(name), page }]
      return bases.map(base => ({ path: base + below, page }))
    })
}

function pathNamed(name: string): string {
  const path = new Map<string, unknown>(Object.entries(paths)).get(name)
  if (typeof path !== 'string') throw new Error(`the contract has no ${name}`)
  return path
}

test('no page scrolls sideways at 320 pixels', async () => {
  const { narrow } = await walkAt(390)
  expect(narrow).toHaveLength(pages.length)
  expect(narrow.filter(doesNotFit)).toEqual([])
})

test.each(WIDTHS)('no page scrolls sideways with text twice as large, %i px', async width => {
  const { large } = await walkAt(width)
  expect(large).toHaveLength(pages.length)
  expect(large.filter(doesNotFit)).toEqual([])
})

test.each(WIDTHS)('every page keeps its outlines in forced colours, %i px', async width => {
  const { bare } = await walkAt(width)
  expect(bare).toHaveLength(pages.length)
  expect(bare.filter(({ buttons }) => buttons.length > 0)).toEqual([])
})

test('nothing moves for those who asked for that', async () => {
  const { first } = await walkAt(1280)
  expect(first).toHaveLength(pages.length)
  expect(first.filter(({ moving }) => moving > 0)).toEqual([])
})

test('every page has a title of its own, one heading, one main part with the footer after it, its language and its direction', async () => {
  const { first } = await walkAt(1280)
  expect(first).toHaveLength(pages.length)
  const titles = first.map(({ title }) => title)
  expect(titles).toEqual([...new Set(titles)])
  const expected = { headings: 1, mains: 1, footersWithin: 0, lang: 'en', dir: 'ltr' }
  for (const { name, headings, mains, footersWithin, lang, dir } of first)
    expect({ name, headings, mains, footersWithin, lang, dir }).toEqual({ name, ...expected })
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

type Fit = { readonly name: string; readonly sideways: number; readonly cutOff: readonly string[] }

type Walk = {
  /** As it comes. */
  readonly first: Awaited<ReturnType<typeof firstSight>>[]
  /** At 320 pixels; only where the screen is narrow anyway. */
  readonly narrow: Fit[]
  readonly large: Fit[]
  readonly bare: { readonly name: string; readonly buttons: readonly string[] }[]
}

const walks = new Map<number, Promise<Walk>>()

/**
 * What a walk through all pages shows, taken once: each page is opened once at each width, and checked in every way.
 */
function walkAt(width: (typeof WIDTHS)[number]): Promise<Walk> {
  const walked = walks.get(width) ?? walk(width)
  walks.set(width, walked)
  return walked
}

async function walk(width: (typeof WIDTHS)[number]): Promise<Walk> {
  const visitor = await enter({ width, context: { reducedMotion: 'reduce' } })
  visitor.expectComplaint(/404/)
  const seen: Walk = { first: [], narrow: [], large: [], bare: [] }
  for (const { name, path } of pages) {
    await visitor.page.goto(path)
    await visitor.page.locator('h1:not(.unseen)').waitFor()
    seen.first.push(await firstSight(visitor, name))
    if (width === 390) seen.narrow.push(await at320Pixels(visitor, name))
    seen.bare.push(await inForcedColours(visitor, name))
    seen.large.push(await withLargeText(visitor, name))
  }
  return seen
}

async function firstSight({ page }: Visitor, name: string) {
  const root = page.locator('html')
  const moving = await root.evaluate(
    it => it.ownerDocument.getAnimations().filter((one: { playState: string }) => one.playState === 'running').length,
  )
  const [lang, dir] = await root.evaluate(it => [it.lang, it.dir])
  const mains = await page.locator('main').count()
  const footersWithin = await page.locator('main footer').count()
  const headings = await page.locator('h1').count()
  return { name, title: await page.title(), headings, mains, footersWithin, lang, dir, moving }
}

async function at320Pixels(visitor: Visitor, name: string): Promise<Fit> {
  const before = visitor.page.viewportSize() ?? { width: visitor.width, height: 844 }
  await visitor.page.setViewportSize({ width: 320, height: 640 })
  await nextPicture(visitor)
  const fit = await whatDoesNotFit(visitor, name)
  await visitor.page.setViewportSize(before)
  await nextPicture(visitor)
  return fit
}

async function inForcedColours(visitor: Visitor, name: string): Promise<Walk['bare'][number]> {
  await visitor.page.emulateMedia({ forcedColors: 'active' })
  await nextPicture(visitor)
  const buttons = await buttonsWithoutEdge(visitor)
  await takePicture(visitor, `forced-colors-${name}`)
  await visitor.page.emulateMedia({ forcedColors: null })
  return { name, buttons }
}

async function withLargeText(visitor: Visitor, name: string): Promise<Fit> {
  await visitor.page.locator('html').evaluate(root => root.style.setProperty('font-size', '200%'))
  await nextPicture(visitor)
  await expectBarWithinPage(visitor, name)
  const fit = await whatDoesNotFit(visitor, name)
  if (['event', 'details', 'overview', 'ticket'].includes(name)) await takePicture(visitor, `large-text-${name}`)
  return fit
}

/** With large text the bar at the thumb covers nothing: it is where it is in the document, below what comes before it. */
async function expectBarWithinPage({ page }: Visitor, name: string): Promise<void> {
  const covered = await page.locator('main').evaluate(main => {
    const bar = main.querySelector('[class*="page-thumb"]')
    const before = bar?.previousElementSibling
    return bar?.checkVisibility() && before
      ? before.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
      : 0
  })
  expect({ name, isCovered: covered > 1 }).toEqual({ name, isCovered: false })
}

/** After a change the page has answered to what it observes: its size, its media. */
function nextPicture({ page }: Visitor): Promise<unknown> {
  return page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function whatDoesNotFit(visitor: Visitor, name: string): Promise<Fit> {
  return { name, sideways: await widthTooMuch(visitor.page), cutOff: await cutOff(visitor) }
}

const doesNotFit = ({ sideways, cutOff: cut }: Fit): boolean => sideways > 0 || cut.length > 0

/** Words beyond the edge of a box that clips. */
function cutOff({ page }: Visitor): Promise<readonly string[]> {
  return page.locator('body').evaluate(body => {
    const document = body.ownerDocument
    const view = document.defaultView
    const cut = []
    for (const box of body.querySelectorAll('*:not(.unseen)')) {
      const { overflowX, clipPath } = view.getComputedStyle(box)
      if (!['hidden', 'clip'].includes(overflowX) || clipPath !== 'none') continue
      const edge = box.getBoundingClientRect()
      const words = document.createTreeWalker(box, view.NodeFilter.SHOW_TEXT)
      while (words.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(words.currentNode)
        const { left, right, width } = range.getBoundingClientRect()
        const around = words.currentNode.parentElement
        const isSeen = around.checkVisibility() && around.closest('.unseen') === null
        if (width > 0 && isSeen && (left < edge.left - 1 || right > edge.right + 1)) cut.push(words.currentNode.data)
      }
    }
    return cut
  })
}

/** Buttons that only their colour sets apart disappear where all colours are the visitor's. */
function buttonsWithoutEdge({ page }: Visitor): Promise<readonly string[]> {
  return page.locator('body').evaluate(body => {
    const view = body.ownerDocument.defaultView
    const bare = []
    for (const button of body.querySelectorAll('button')) {
      const { borderStyle, borderWidth, textDecorationLine } = view.getComputedStyle(button)
      const inGroup = button.parentElement.getAttribute('role') === 'group'
      const hasEdge = borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0
      if (button.getClientRects().length > 0 && !inGroup && !hasEdge && textDecorationLine === 'none') {
        bare.push(button.textContent.trim())
      }
    }
    return bare
  })
}
