import { type Browser, type BrowserContext, type CDPSession, type Page, chromium } from 'playwright-core'
import {
  eventPagePath,
  eventsPagePath,
  eventPath,
  passPagePath,
  passesPagePath,
  pathTo,
  reserveTicketsPath,
  subscriptionsPath,
  ticketCategoriesPath,
} from '#contract/paths.ts'
import type { BasicSubscriptionInfo } from '#contract/subscription.ts'
import { findChromium } from '../chromium.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { describeMachine } from './machine.ts'
import { openOrganiser } from './organiser.ts'
import { BUDGETS, type Budget, weightOf } from './page-weight.ts'
import { record, table } from './record.ts'
import { median } from './timings.ts'
import { openVisitor, textOf } from './visitor.ts'
import { scaled } from './scale.ts'

/**
 * What a buyer with a small phone and a poor connection waits for (design section 6). With the folder of another checkout as
 * its argument, the pages of both are visited by turns.
 */

const [other] = process.argv.slice(2)

const PHONE = { width: 390, height: 844 }
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWER = 4
const VIEWS = scaled(5, 1)
const SETTLES_MS = 2000
const LIMITS = { contentfulMs: 1200, shift: 0.05, repeatBytes: 10_000, taskMs: 100 }

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Painting = { readonly contentfulMs: number; readonly shift: number; readonly taskMs: number }

/** Runs in the page, before its own scripts. */
const WATCH_PAINTING = `
  globalThis.painting = { contentfulMs: 0, shift: 0, taskMs: 0 }
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) painting.contentfulMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) painting.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) painting.taskMs = Math.max(painting.taskMs, duration)
  }).observe({ type: 'longtask', buffered: true })`

type View = Painting & { readonly firstBytes: number; readonly repeatBytes: number }

const PAINTED = ['largest paint', 'layout shift', 'longest task', 'first view'] as const

/** A shop, and where it has the pages that are measured. */
type Served = { readonly shop: BenchShop; readonly addresses: Readonly<Record<Budget['page'], string>> }

const now = await serve()
const before = other === undefined ? undefined : await serve(other)
const browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS })
try {
  const rows: string[][] = []
  const compared: string[][] = []
  const problems: string[] = []
  for (const budget of BUDGETS) {
    const views: View[] = []
    const earlier: View[] = []
    for (let view = 0; view <= VIEWS; view += 1) {
      views.push(await visitTwice(browser, addressIn(now, budget)))
      if (before) earlier.push(await visitTwice(browser, addressIn(before, budget)))
    }
    // The first visit also warms the server.
    const { row, exceeded } = judged(budget, views.slice(1))
    rows.push(row)
    problems.push(...exceeded)
    if (before) compared.push(painted(budget, 'before', earlier.slice(1)), painted(budget, 'now', views.slice(1)))
  }
  record('web', 'Web', [
    `${await describeMachine(now.shop)}, Chromium ${browser.version()}`,
    '',
    `${PHONE.width} px, ${SLOWER}x CPU slowdown, ${NETWORK.latency} ms and 1.6 Mbit/s; medians of ${VIEWS} first views with an empty cache. Script and style are`,
    'bytes of gzip that the page needs before it works, "as sent" what of the script travels; a repeat view is the same address in a new tab, all bytes of all answers.',
    '',
    ...table([['page', 'script', 'as sent', 'style', ...PAINTED, 'repeat view'], ...rows]),
    '',
    problems.length === 0 ? 'All within the budgets.' : `**Over budget:** ${problems.join('; ')}.`,
    ...(before ? ['', 'Two states by turns:', '', ...table([['page', '', ...PAINTED], ...compared])] : []),
  ])
  if (problems.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await before?.shop.close()
  await now.shop.close()
}

async function serve(project?: string): Promise<Served> {
  const shop = await openBenchShop({ loadsSample: true, ...(project !== undefined && { project }) })
  const organiser = await openOrganiser(shop)
  await organiser.addEvent({ slug: 'web', seats: 100, price: 120 })
  const addresses = {
    home: '/',
    events: eventsPagePath,
    event: pathTo(eventPagePath, { shortName: 'web' }),
    passes: passesPagePath,
    pass: pathTo(passPagePath, { id: await idOfPass(shop) }),
    book: await addressOfBooking(shop),
  }
  return { shop, addresses }
}

function addressIn({ shop, addresses }: Served, { page }: Budget): string {
  const path = addresses[page]
  if (path === undefined) throw new Error(`no address is known for ${page}`)
  return shop.base + path
}

function painted({ page }: Budget, state: string, views: readonly View[]): string[] {
  const of = (pick: (view: View) => number) => median(views.map(pick))
  return [
    page,
    state,
    `${Math.round(of(view => view.contentfulMs))} ms`,
    of(view => view.shift).toFixed(3),
    `${Math.round(of(view => view.taskMs))} ms`,
    kilobytes(of(view => view.firstBytes)),
  ]
}

function judged(budget: Budget, views: readonly View[]) {
  const { script, style, sent } = weightOf(budget)
  const of = (pick: (view: View) => number) => median(views.map(pick))
  const contentfulMs = of(view => view.contentfulMs)
  const shift = of(view => view.shift)
  const taskMs = of(view => view.taskMs)
  const repeatBytes = of(view => view.repeatBytes)
  const exceeded = [
    ...(script > budget.script ? [`${budget.page} has ${kilobytes(script)} of script`] : []),
    ...(style > budget.style ? [`${budget.page} has ${kilobytes(style)} of style`] : []),
    ...(budget.page !== 'book' && contentfulMs > LIMITS.contentfulMs
      ? [`${budget.page} paints after ${Math.round(contentfulMs)} ms`]
      : []),
    ...(shift > LIMITS.shift ? [`${budget.page} shifts by ${shift.toFixed(3)}`] : []),
    ...(budget.page === 'event' && taskMs > LIMITS.taskMs
      ? [`${budget.page} has a task of ${Math.round(taskMs)} ms`]
      : []),
    ...(repeatBytes > LIMITS.repeatBytes ? [`${budget.page} fetches ${kilobytes(repeatBytes)} again`] : []),
  ]
  const [, , ...paints] = painted(budget, 'now', views)
  const row = [budget.page, ...[script, sent, style].map(kilobytes), ...paints, kilobytes(repeatBytes)]
  return { row, exceeded }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

async function visitTwice(on: Browser, address: string): Promise<View> {
  const context = await on.newContext({ viewport: PHONE, isMobile: true, hasTouch: true, locale: 'en' })
  await context.addInitScript({ content: WATCH_PAINTING })
  const first = await openSlowly(context, address)
  const painting = await first.page.evaluate<Painting>('painting')
  const repeat = await openSlowly(context, address)
  await context.close()
  return { ...painting, firstBytes: first.bytes(), repeatBytes: repeat.bytes() }
}

async function openSlowly(context: BrowserContext, address: string): Promise<{ page: Page; bytes: () => number }> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLES_MS)
  return { page, bytes: () => bytes }
}

/** One of the samples, which are on the home page, too. */
async function idOfPass({ base }: BenchShop): Promise<string> {
  const visitor = openVisitor(base)
  const passes: BasicSubscriptionInfo[] = JSON.parse(textOf(await visitor.get(subscriptionsPath)))
  visitor.leave()
  const pass = passes.find(({ fileBlobId }) => fileBlobId !== null)
  if (!pass) throw new Error('the samples have no pass with a picture')
  return pass.id
}

async function addressOfBooking({ base }: BenchShop): Promise<string> {
  const params = { shortName: 'web' }
  const visitor = openVisitor(base)
  await visitor.get(pathTo(eventPath, params))
  const offer = JSON.parse(textOf(await visitor.get(pathTo(ticketCategoriesPath, params))))
  const form = { reservation: [{ ticketCategoryId: offer.ticketCategories[0].id, quantity: 2 }] }
  const { value } = JSON.parse(textOf(await visitor.post(`${pathTo(reserveTicketsPath, params)}?lang=en`, form)))
  visitor.leave()
  return `${pathTo(eventPagePath, params)}/reservation/${value}/book`
}
