import { expect } from 'vitest'
import type { Visitor } from '../support/browser/browser.ts'
import { takePicture, widthTooMuch } from '../support/browser/inspect-page.ts'
import type { ShopPage } from './every-page.ts'
import { withoutOwnDirection } from './own-direction.ts'

type Fit = {
  readonly name: string
  readonly sideways: number
  readonly cutOff: readonly string[]
  /** What reaches beyond the window, where the page scrolls sideways. */
  readonly beyond: readonly string[]
}

/** What a walk through pages shows. */
export type Walk = {
  /** As it comes. */
  readonly first: Awaited<ReturnType<typeof firstSight>>[]
  /** At 320 pixels; only where the screen is narrow anyway. */
  readonly narrow: Fit[]
  readonly large: Fit[]
  readonly bare: { readonly name: string; readonly buttons: readonly string[] }[]
}

type WalkOptions = {
  /** What people have written in the shop (own-direction.ts). */
  readonly words: readonly string[]
  /** What else is done with each page as it comes. */
  readonly also?: (visitor: Visitor, name: string) => Promise<void>
  /** What is done with each page at its end, when its text is large. */
  readonly afterwards?: (visitor: Visitor, name: string) => Promise<void>
}

/** Opens each page once, and checks it in every way; at 390 pixels also at 320. */
export async function walkThrough(
  visitor: Visitor,
  pages: readonly ShopPage[],
  { words, also, afterwards }: WalkOptions,
): Promise<Walk> {
  const seen: Walk = { first: [], narrow: [], large: [], bare: [] }
  for (const { name, path } of pages) {
    await openAnew(visitor, path)
    await visitor.page.locator('h1:not(.unseen)').waitFor()
    await also?.(visitor, name)
    seen.first.push(await firstSight(visitor, name, words))
    if (visitor.width === 390) seen.narrow.push(await at320Pixels(visitor, name))
    seen.bare.push(await inForcedColours(visitor, name))
    seen.large.push(await withLargeText(visitor, name))
    await afterwards?.(visitor, name)
  }
  return seen
}

/** What both widths of a screen show, of pages that are loaded once. */
export type WalkAtBothWidths = Pick<Walk, 'first' | 'narrow'> &
  Readonly<Record<1280 | 390, Pick<Walk, 'large' | 'bare'>>>

/** Opens each page once on the wide screen, checks it in every way there, and again after the window became as narrow as a phone. */
export async function walkAtBothWidths(
  visitor: Visitor,
  pages: readonly ShopPage[],
  options: WalkOptions,
): Promise<WalkAtBothWidths> {
  const phone: Pick<Walk, 'narrow' | 'large' | 'bare'> = { narrow: [], large: [], bare: [] }
  const wide = await walkThrough(visitor, pages, {
    ...options,
    afterwards: async (same, name) => {
      const { page } = same
      const before = page.viewportSize() ?? { width: 1280, height: 800 }
      await page.setViewportSize({ width: 390, height: 844 })
      const narrowed = { ...same, width: 390 } as const
      phone.large.push(await withLargeText(narrowed, name))
      await withUsualText(narrowed)
      phone.bare.push(await inForcedColours(narrowed, name))
      phone.narrow.push(await at320Pixels(narrowed, name))
      await page.setViewportSize(before)
    },
  })
  return { first: wide.first, narrow: phone.narrow, 1280: wide, 390: phone }
}

/** Loads a page from its beginning, also where only what follows `#` differs from the page that is open. */
export async function openAnew({ page }: Visitor, path: string): Promise<void> {
  if (path.includes('#')) await page.goto('about:blank')
  await page.goto(path)
}

async function firstSight({ page }: Visitor, name: string, words: readonly string[]) {
  const root = page.locator('html')
  const moving = await root.evaluate(
    it => it.ownerDocument.getAnimations().filter((one: { playState: string }) => one.playState === 'running').length,
  )
  const [lang, dir] = await root.evaluate(it => [it.lang, it.dir])
  const mains = await page.locator('main').count()
  const footersWithin = await page.locator('main footer').count()
  const headings = await page.locator('h1').count()
  const footerAside = await footerBesideMain(page)
  const misdirected = await withoutOwnDirection(page, words)
  return {
    name,
    title: await page.title(),
    headings,
    mains,
    footersWithin,
    footerAside,
    lang,
    dir,
    moving,
    misdirected,
  }
}

/** How far, in pixels, the words of the footer begin from where those of the main part do. */
function footerBesideMain(page: Visitor['page']): Promise<number> {
  return page.locator('body').evaluate(body => {
    const startOf = (element: typeof body) => {
      const { paddingInlineStart } = body.ownerDocument.defaultView.getComputedStyle(element)
      return element.getBoundingClientRect().left + Number.parseFloat(paddingInlineStart)
    }
    const [main, footer] = [body.querySelector('main'), body.querySelector('main ~ footer, footer')]
    return main && footer ? Math.abs(startOf(footer) - startOf(main)) : 0
  })
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

async function withUsualText({ page }: Visitor): Promise<void> {
  await page.locator('html').evaluate(root => root.style.removeProperty('font-size'))
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
  const sideways = await widthTooMuch(visitor.page)
  return { name, sideways, cutOff: await cutOff(visitor), beyond: sideways > 0 ? await beyondWindow(visitor) : [] }
}

/** The innermost elements that end beyond the window, but for those in a part that scrolls by itself. */
function beyondWindow({ page }: Visitor): Promise<readonly string[]> {
  return page.locator('body').evaluate(body => {
    const edge = body.ownerDocument.documentElement.clientWidth
    const view = body.ownerDocument.defaultView
    const isBeyond = (element: typeof body) => element.getBoundingClientRect().right > edge + 0.5
    const scrollers = [...body.querySelectorAll('*')].filter(one => view.getComputedStyle(one).overflowX !== 'visible')
    const out = [...body.querySelectorAll('*:not(.unseen)')].filter(
      element =>
        isBeyond(element) &&
        !scrollers.some(one => one !== element && one.contains(element)) &&
        element.checkVisibility() &&
        ![...element.children].some(isBeyond),
    )
    return out
      .slice(0, 5)
      .map(({ localName, className, textContent }) => `<${localName} ${className}> ${textContent.slice(0, 40)}`)
  })
}

export const doesNotFit = ({ sideways, cutOff: cut }: Fit): boolean => sideways > 0 || cut.length > 0

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
      // Where a library measures texts that are not shown.
      if (edge.width === 0) continue
      const words = document.createTreeWalker(box, view.NodeFilter.SHOW_TEXT)
      while (words.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(words.currentNode)
        const { left, right, width } = range.getBoundingClientRect()
        const around = words.currentNode.parentElement
        const isSeen = around.checkVisibility() && around.closest('.unseen') === null
        if (width > 0 && isSeen && (left < edge.left - 1 || right > edge.right + 1))
          cut.push(`${words.currentNode.data} (in <${box.localName} ${box.getAttribute('class')}>)`)
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
