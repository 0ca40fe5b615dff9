import { describe, expect, test } from 'vitest'
import { type Visitor, browsing } from '#tests/support/browser.ts'
import { look, takePicture, violations, widthTooMuch } from '#tests/support/browser-look.ts'
import { everyPage } from './every-page.ts'
import { runningShop } from '#tests/support/running-shop.ts'

const shop = await runningShop()
const { enter } = await browsing(shop)
const pages = await everyPage(shop)

test('there are pages to look at', () => {
  expect(pages.length).toBeGreaterThan(12)
})

test('no page scrolls sideways at 320 pixels', async () => {
  const visitor = await enter({ width: 390, context: { viewport: { width: 320, height: 640 } } })
  await visitEach(visitor, async name => {
    expect(await whatDoesNotFit(visitor, name)).toEqual({ name, sideways: 0, cutOff: [] })
  })
})

test.each([1280, 390] as const)('no page scrolls sideways with text twice as large, %i px', async width => {
  const visitor = await enter({ width })
  await visitEach(visitor, async name => {
    await visitor.page.locator('html').evaluate(root => root.style.setProperty('font-size', '200%'))
    expect(await whatDoesNotFit(visitor, name)).toEqual({ name, sideways: 0, cutOff: [] })
    if (['event', 'details', 'overview', 'ticket'].includes(name)) await takePicture(visitor, `large-text-${name}`)
  })
})

test.each([1280, 390] as const)('every page keeps its outlines in forced colours, %i px', async width => {
  const visitor = await enter({ width, context: { forcedColors: 'active' } })
  await visitEach(visitor, async name => {
    expect({ name, bare: await buttonsWithoutEdge(visitor) }).toEqual({ name, bare: [] })
    await takePicture(visitor, `forced-colors-${name}`)
  })
})

test('nothing moves for those who asked for that', async () => {
  const visitor = await enter({ context: { reducedMotion: 'reduce' } })
  await visitEach(visitor, async name => {
    const moving = await visitor.page
      .locator('html')
      .evaluate(
        root =>
          root.ownerDocument.getAnimations().filter((it: { playState: string }) => it.playState === 'running').length,
      )
    expect({ name, moving }).toEqual({ name, moving: 0 })
  })
})

test('every page has a title of its own, one heading, its language and its direction', async () => {
  const visitor = await enter()
  const titles: string[] = []
  await visitEach(visitor, async name => {
    titles.push(await visitor.page.title())
    const headings = await visitor.page.locator('h1').count()
    const [lang, dir] = await visitor.page.locator('html').evaluate(root => [root.lang, root.dir])
    expect({ name, headings, lang, dir }).toEqual({ name, headings: 1, lang: 'en', dir: 'ltr' })
  })
  expect(titles).toEqual([...new Set(titles)])
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
  { width: 1280, hand: 'mouse' },
  { width: 390, hand: 'touch' },
] as const

describe.each(SCREENS)('Pages for development, $width px', way => {
  test.each(['/dev', '/dev/outbox', '/dev/mails', '/dev/mails/bank-transfer-awaited/de', '/dev/gallery'])(
    '%s',
    async path => {
      const visitor = await enter(way)
      await shop.mailsTo('ada@example.org', 1)
      await visitor.page.goto(path)
      await visitor.page.locator('h1:not(.unseen)').waitFor()
      await look(visitor, path.slice(1).replaceAll('/', '-'))
    },
  )

  test('a mail, as a mail program shows it', async () => {
    const visitor = await enter(way)
    const [mail] = await shop.mailsTo('ada@example.org', 1)
    await visitor.page.setContent(mail?.html ?? '')
    await takePicture(visitor, 'mail')
    // The mail program's own page has the landmarks.
    const found = await violations(visitor.page)
    expect(found.filter(violation => !/^(region|landmark-one-main) /.test(violation))).toEqual([])
  })
})

/** Each page of the shop in turn, once it shows what it is about. */
async function visitEach(visitor: Visitor, see: (name: string) => Promise<void>): Promise<void> {
  visitor.expectComplaint(/404/)
  for (const { name, path } of pages) {
    await visitor.page.goto(path)
    await visitor.page.locator('h1:not(.unseen)').waitFor()
    await see(name)
  }
}

async function whatDoesNotFit(visitor: Visitor, name: string) {
  return { name, sideways: await widthTooMuch(visitor.page), cutOff: await cutOff(visitor) }
}

/** Words that stand beyond the edge of a box that clips. */
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
