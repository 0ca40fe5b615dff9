import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import type { Frame, Locator } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Visitor, browsing, wayByTurns, whenHydrated } from '../support/browser/browser.ts'
import { takePicture, widthTooMuch } from '../support/browser/inspect-page.ts'
import { type OtherSite, otherSite } from '../support/browser/other-site.ts'
import { runningShop } from '../support/shop/running-shop.ts'

const shop = await runningShop()
const { enter } = await browsing(shop, { blocksThirdPartyStorage: true })
const home = await otherSite()
const stranger = await otherSite()
const forbidden = await otherSite()

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }

beforeAll(async () => {
  for (const line of example('sh').split('\n')) {
    const [, command = ''] = line.replace('https://www.example.org', home.origin).split('npm run foyer -- ')
    await foyer(command.split(' '))
  }
  await foyer(['settings', 'set', 'EMBED_ALLOWED_ORIGINS', `${home.origin}, ${stranger.origin}`])
  const policy = async () => (await fetch(`${shop.url}/event/type-evening`)).headers.get('content-security-policy')
  const isAllowed = async () => (await policy())?.includes(stranger.origin) === true
  await vi.waitUntil(isAllowed, { timeout: 5_000, interval: 100 })
  for (const site of [home, stranger, forbidden]) site.show(pageAround('/event/type-evening'))
})

describe.each(
  wayByTurns(
    [
      { width: 1280, hand: 'mouse', language: 'en' },
      { width: 390, hand: 'touch', language: 'de' },
    ] as const,
    0,
  ),
)('The shop in a page of another site, $width px, $hand, $language', way => {
  test('sells a ticket without any cookie, and notifies the page around of what happens', async () => {
    const visitor = await enter(way)
    const { page, say, does } = visitor
    const cookies = watchCookies(visitor)
    const frame = await arriveAtHome(visitor)
    await expectForbiddenMemory(frame)
    await expect.poll(async () => (await received(visitor)).at(0)).toEqual({ foyer: 'ready' })
    expect(await page.getByRole('link', { name: 'Buy tickets' }).isVisible()).toBe(false)

    const go = inside(visitor, frame)
    expect(await targetOf(frame.getByRole('link', { name: say('foyer.event.website') }))).toBe('_top')
    await does.press(frame.getByRole('button', { name: say('foyer.quantity.more') }).first())
    await takePicture(visitor, 'embedded-event')
    await go.press(say('show-event.continue'))
    await go.arrive(say('reservation-page.your-details'))
    expect(await targetOf(frame.locator('footer a').first())).toBe('_blank')
    const id = /reservation\/([0-9a-f-]{36})\//.exec(frame.url())?.[1]
    await go.press(say('foyer.overview.get-free'))
    await expect.poll(() => last(visitor, 'error')).toMatchObject({ status: 'PENDING', id })
    const { text, error } = (await last(visitor, 'error')) ?? {}
    expect(text).not.toBe('')
    expect(error).toBe(`${text} (422)`)
    for (const [part, text] of Object.entries(ADA)) await does.write(frame.locator(`#${part}`), text)
    for (const box of await frame.locator('#terms, #privacy').all()) await does.press(box)
    await answerEarlier(visitor, `**/reservation/${id}/status`, { status: 'FINALIZING' })
    await go.press(say('foyer.overview.get-free'))
    await go.arrive(say('foyer.success.title', 'Ada'))

    await expect.poll(() => received(visitor)).toContainEqual({ foyer: 'complete', status: 'COMPLETE', id })
    await expect.poll(() => new URL(page.url()).hash).toBe(`#thanks-${id}`)
    const steps = (await received(visitor)).flatMap(message => (message.foyer === 'step' ? [message.step] : []))
    expect(steps).toEqual(expect.arrayContaining(['tickets', 'book']))
    const heights = (await received(visitor)).flatMap(message => (message.foyer === 'resize' ? [message.height] : []))
    expect(heights).toEqual(heights.map(() => expect.toSatisfy(height => height < 3_200, 'as high as its content')))
    expect(await frame.getByRole('link', { name: say('foyer.to-event') }).count()).toBe(0)
    await takePicture(visitor, 'embedded-success')
    expect(await widthTooMuch(page)).toBe(0)
    expect(await violationsEverywhere(visitor)).toEqual([])
    expect(cookies()).toEqual([])
  })
})

test('The page around is notified when an order is cancelled, and the frame stays where it is', async () => {
  const visitor = await enter()
  const { say, does } = visitor
  const frame = await arriveAtHome(visitor)
  const go = inside(visitor, frame)
  await does.press(frame.getByRole('button', { name: say('foyer.quantity.more') }).first())
  await go.press(say('show-event.continue'))
  await go.arrive(say('reservation-page.your-details'))
  const id = /reservation\/([0-9a-f-]{36})\//.exec(frame.url())?.[1]
  await go.press(say('foyer.hold.give-back'))
  await does.press(frame.getByRole('dialog').getByRole('button', { name: say('foyer.held.give-back') }))
  await go.arrive(say('foyer.held.given-back'))
  await expect.poll(() => last(visitor, 'close')).toMatchObject({ status: 'CANCELLED', id })
  expect(frame.url()).toContain(`/reservation/${id}/book`)
})

test('The page around is notified when the time is up, and the frame stays where it is', async () => {
  const visitor = await enter({ hasFakeClock: true })
  const { say, does, page } = visitor
  const frame = await arriveAtHome(visitor)
  const go = inside(visitor, frame)
  await does.press(frame.getByRole('button', { name: say('foyer.quantity.more') }).first())
  await go.press(say('show-event.continue'))
  await go.arrive(say('reservation-page.your-details'))
  const id = /reservation\/([0-9a-f-]{36})\//.exec(frame.url())?.[1]
  await shop.advance('PT26M')
  await page.clock.fastForward('26:00')
  const dialog = frame.getByRole('dialog', { name: say('session-expired.header.title') })
  await does.press(dialog.getByRole('button', { name: say('foyer.expired.again') }))
  await go.arrive(say('foyer.held.given-back'))
  await expect.poll(() => last(visitor, 'close')).toMatchObject({ status: 'CANCELLED', id })
  expect(frame.url()).toContain(`/reservation/${id}/book`)
  await shop.resetClock()
})

describe.each(
  wayByTurns(
    [
      { width: 1280, hand: 'mouse', language: 'en' },
      { width: 390, hand: 'touch', language: 'de' },
    ] as const,
    1,
  ),
)('A link of another site that opens the shop above it, $width px, $hand, $language', way => {
  test('shows the tickets alone, ends by Escape and by its button, and returns the focus', async () => {
    home.show(pageAround('/event/type-evening', 'opens above your page'))
    const visitor = await enter(way)
    visitor.expectComplaint(/^elsewhere: http:\/\/localhost/)
    const { page, does, say } = visitor
    await page.goto(home.origin)
    const opener = page.getByRole('link', { name: 'Buy tickets' })
    await does.press(opener)
    const dialog = page.getByRole('dialog', { name: 'Tickets' })
    await dialog.waitFor()
    await expect.poll(() => page.frames().length).toBe(2)
    const frame = page.frames()[1]
    if (!frame) throw new Error('the dialog has no frame')
    await whenHydrated(frame)
    await frame.getByRole('heading', { level: 2 }).first().waitFor()
    await expect.poll(async () => (await received(visitor)).at(0)).toEqual({ foyer: 'ready' })
    expect(await page.locator('html').evaluate(html => html.style.overflow)).toBe('hidden')
    const room = { 390: { x: 0, y: 0, width: 390, height: 844 }, 1280: { x: 272, width: 736 } }
    expect(await dialog.boundingBox()).toMatchObject(room[way.width])
    // Neither bar nor picture; the name of the event is there for readers of the screen.
    expect(await frame.getByRole('combobox').count()).toBe(0)
    expect(await frame.getByRole('heading', { level: 1, name: 'Type Evening' }).count()).toBe(1)
    await takePicture(visitor, 'embedded-dialog')
    expect(await violationsEverywhere(visitor)).toEqual([])

    await does.press(frame.getByRole('button', { name: say('foyer.quantity.more') }).first())
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => opener.and(page.locator(':focus')).count()).toBe(1)
    expect(await page.locator('html').evaluate(html => html.style.overflow)).toBe('')
    // It is as it was left; the keyboard opens it too.
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    expect(await frame.locator('output').first().textContent()).not.toBe('0')
    await does.press(dialog.getByRole('button', { name: 'Close' }))
    await expect.poll(() => dialog.count()).toBe(0)
    home.show(pageAround('/event/type-evening'))
  })
})

test('The tickets alone stay so in all documents of the frame', async () => {
  const visitor = await enter()
  const frame = await arriveAt(visitor, home, '/event/type-evening?view=tickets')
  const { say } = visitor
  await expect.poll(() => frame.getByRole('combobox').count()).toBe(0)
  await frame.evaluate('location.assign("/event/type-evening")')
  await frame.getByRole('heading', { name: say('show-event.tickets') }).waitFor()
  await expect.poll(() => frame.locator('html').getAttribute('data-view')).toBe('tickets')
})

test('The calendar and the list of an organiser lead to an event within the frame', async () => {
  const visitor = await enter({ width: 390, hand: 'touch', language: 'de' })
  const { does } = visitor
  const frame = await arriveAt(visitor, home, '/o/lettera/calendar')
  const day = frame.getByRole('table').getByRole('link', { name: /: Type Evening$/ })
  await day.first().waitFor()
  expect(await widthTooMuch(visitor.page)).toBe(0)
  await takePicture(visitor, 'embedded-calendar')
  expect(await violationsEverywhere(visitor)).toEqual([])
  await does.press(day.first())
  await frame.getByRole('heading', { level: 1, name: 'Type Evening' }).waitFor()
  const steps = async () => (await received(visitor)).flatMap(({ foyer, step }) => (foyer === 'step' ? [step] : []))
  await frame.evaluate('location.assign("/o/lettera?stay=yes")')
  await expect.poll(steps).toEqual(['browse', 'tickets', 'browse'])
  await does.press(frame.getByRole('main').getByRole('link', { name: 'Type Evening' }))
  await frame.getByRole('heading', { level: 1, name: 'Type Evening' }).waitFor()
  await expect.poll(steps).toEqual(['browse', 'tickets', 'browse', 'tickets'])
})

test('A site that is not the configured one gets no message', async () => {
  const visitor = await enter()
  // The browser says that it has kept the message from the wrong one.
  visitor.expectComplaint(/Failed to execute 'postMessage'/)
  const frame = await arriveAt(visitor, stranger)
  await frame.getByRole('heading', { level: 1, name: 'Type Evening' }).waitFor()
  expect(await received(visitor)).toEqual([])
})

test('A site that is not allowed shows its plain link instead', async () => {
  const visitor = await enter()
  visitor.expectComplaint(/frame-ancestors|elsewhere: (http:\/\/localhost|chrome-error)/)
  await visitor.page.goto(forbidden.origin)
  const link = visitor.page.getByRole('link', { name: 'Buy tickets' })
  await link.waitFor()
  await visitor.page.locator('foyer-shop:defined').waitFor({ state: 'attached' })
  expect(await heights(visitor.page.locator('foyer-shop'))).toBeLessThan(60)
  expect(await link.getAttribute('href')).toBe(`${shop.url}/event/type-evening`)
})

test('A message from somewhere else is not taken for one of the shop', async () => {
  const visitor = await enter()
  const { page } = visitor
  await arriveAtHome(visitor)
  const before = (await received(visitor)).length
  await page.evaluate("postMessage({ foyer: 'complete', status: 'COMPLETE', id: 'x' }, '*')")
  await page.evaluate('new Promise(done => setTimeout(done))')
  expect((await received(visitor)).slice(before).filter(message => message.id === 'x')).toEqual([])
})

const root = join(import.meta.dirname, '../..')

/** The first example of this kind below a heading of the page for organisers: the test runs what they read. */
function example(kind: string, heading = ''): string {
  const page = readFileSync(join(root, 'docs/operating/embedding.md'), 'utf8')
  const text = page.slice(page.indexOf(heading))
  const [, found] = new RegExp(`^\`\`\`${kind}\\n(.*?)\\n\`\`\`$`, 'ms').exec(text) ?? []
  if (found === undefined) throw new Error(`docs/operating/embedding.md has no example of ${kind}`)
  return found
}

async function foyer(args: readonly string[]): Promise<void> {
  const env = { ...process.env, ...shop.environment }
  await promisify(execFile)(process.execPath, ['server/operation/command/foyer.ts', ...args], { cwd: root, env })
}

/** A page as an organiser would write it, which notes the events of the element. */
function pageAround(path: string, heading = ''): string {
  const script = example('html').split('\n', 1)[0] ?? ''
  const snippet = (heading === '' ? example('html') : `${script}\n${example('html', heading)}`)
    .replaceAll('/event/summer', path)
    .replaceAll('https://tickets.example.org', shop.url)
  return `<!doctype html><html lang="en"><head><title>Festival</title><meta name="viewport" content="width=device-width">
</head><body><main><h1>Our festival</h1>${snippet}</main>
<script>
  window.heard = []
  for (const kind of ['ready', 'resize', 'step', 'complete', 'close', 'error', 'escape'])
    document.querySelector('foyer-shop').addEventListener(kind, event => heard.push(event.detail))
  ${example('js').replace('const shop =', 'window.shop =')}
</script></body></html>`
}

async function arriveAt(visitor: Visitor, site: OtherSite, path = ''): Promise<Frame> {
  visitor.expectComplaint(/^elsewhere: http:\/\/localhost/)
  const { page } = visitor
  if (path !== '') site.show(pageAround(path))
  await page.goto(site.origin)
  if (path !== '') site.show(pageAround('/event/type-evening'))
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames().at(1)
  if (!frame) throw new Error('the page has no frame')
  await whenHydrated(frame)
  return frame
}

/** Opens the site that gets the height of the shop, and waits until it has made room, since that moves everything. */
async function arriveAtHome(visitor: Visitor): Promise<Frame> {
  const frame = await arriveAt(visitor, home)
  const room = visitor.page.locator('foyer-shop')
  const contentHeight = () => frame.locator('html').evaluate(root => root.scrollHeight)
  await expect.poll(() => heights(room)).toBeGreaterThan(600)
  await expect.poll(async () => (await heights(room)) - (await contentHeight())).toBe(0)
  return frame
}

/** What a visitor does in the frame. */
function inside({ does }: Visitor, frame: Frame) {
  return {
    press: (name: string | RegExp) => does.press(frame.getByRole('button', { name }).filter({ visible: true }).first()),
    arrive: (heading: string) => frame.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor(),
  }
}

/** Where a link would open, had it been followed. */
const targetOf = (link: Locator): Promise<string> =>
  link.evaluate(element => {
    const stay = (event: { preventDefault(): void }) => event.preventDefault()
    element.ownerDocument.addEventListener('click', stay, { once: true })
    element.click()
    return String(element.getAttribute('target'))
  })

type Message = {
  readonly foyer: string
  readonly step?: string
  readonly status?: string
  readonly id?: string
  readonly text?: string
  readonly error?: string
  readonly height?: number
}

const received = ({ page }: Visitor): Promise<readonly Message[]> => page.evaluate('window.heard')

const last = async (visitor: Visitor, kind: string): Promise<Message | undefined> =>
  (await received(visitor)).findLast(({ foyer }) => foyer === kind)

const heights = async (element: Locator): Promise<number> => (await element.boundingBox())?.height ?? 0

/** The browser of this test really forbids strangers to remember anything. */
async function expectForbiddenMemory(frame: Frame): Promise<void> {
  const kept = await frame.evaluate(
    "document.cookie = 'probe=1; SameSite=None; Secure'; [document.cookie, (() => { try { return sessionStorage.length } catch { return 'none' } })()]",
  )
  expect(kept).toEqual(['', 'none'])
}

/** Cookies that went to the shop. */
function watchCookies({ page }: Visitor): () => readonly string[] {
  const sent: string[] = []
  page.on('request', request => {
    const { cookie } = request.headers()
    if (cookie !== undefined) sent.push(`${request.url()}: ${cookie}`)
  })
  return () => sent
}

/** The next such answer is one of a moment ago: calls that a page makes at once are answered one after the other. */
const answerEarlier = ({ page }: Visitor, address: string, then: object): Promise<unknown> =>
  page.route(
    address,
    async route => {
      const now = await route.fetch()
      await route.fulfill({ response: now, json: { ...(await now.json()), ...then } })
    },
    { times: 1 },
  )

/** The page and all frames within. */
async function violationsEverywhere({ page }: Visitor): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help }) => `${id}: ${help}`)
}
