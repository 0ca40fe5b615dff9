import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type Page,
  chromium,
} from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { type Hand, keyboardHand, pointerHand } from './browser-hand.ts'
import { type Calls, recordCalls, keepLastSights } from './browser-last-sights.ts'
import type { CameraFilm } from './camera-film.ts'
import { isLongRun } from '../run/repetitions.ts'

/** How a visitor uses the shop: on which screen, with what, in which language. */
export type Way = {
  readonly width: 1280 | 390
  readonly hand: 'mouse' | 'touch' | 'keyboard'
  readonly language: string
  /** The keyboard has the mouse's place, and looks at pages as the mouse would have (`waysToTake`). */
  readonly replacesMouse?: boolean
}

export type Visitor = Way & {
  readonly page: Page
  /** Opens a page of the shop and waits until it reacts to presses and keys. */
  open(path: string): Promise<void>
  /** Does things the way this visitor can. */
  readonly does: Hand
  /** A text of the shop in the visitor's language, as the page shows it. */
  say(key: string, ...args: readonly (string | number)[]): string
  /** The same visitor after a change of language. */
  speaking(language: string): Visitor
  /** The console's complaints that match belong to the test. */
  expectComplaint(pattern: RegExp): void
}

type Options = Partial<Way> & { readonly context?: BrowserContextOptions; readonly hasFakeClock?: boolean }

export type Browsing = {
  /** A new visitor, without cookies or memories, on an empty page. */
  enter(options?: Options): Promise<Visitor>
}

/** Each width with pointer and keyboard, and each of them in both languages; as many of them as this run takes. */
export function waysIn(second: string): readonly Way[] {
  return waysToTake<Way>([
    { width: 1280, hand: 'mouse', language: 'en' },
    { width: 390, hand: 'touch', language: second },
    { width: 1280, hand: 'keyboard', language: second },
    { width: 390, hand: 'keyboard', language: 'en' },
  ])
}

/**
 * All of these ways in `npm run test:long`. In `npm test` the keyboard takes the place of the mouse where it would come
 * besides: the journey is still made at each width, in each language of a pointer, with a finger and by keyboard
 * (docs/testing.md).
 */
export function waysToTake<W extends Way>(ways: readonly W[]): readonly W[] {
  if (isLongRun() || !ways.some(({ hand }) => hand === 'keyboard')) return ways
  if (!ways.some(({ hand }) => hand === 'mouse') || !ways.some(({ hand }) => hand === 'touch')) return ways
  return ways
    .filter(({ hand }) => hand !== 'keyboard')
    .map(way => (way.hand === 'mouse' ? { ...way, hand: 'keyboard' as const, replacesMouse: true } : way))
}

/**
 * For journeys that several tests make alike: each test in all ways in `npm run test:long`, and in one of them by
 * turns in `npm test`, so that every way is taken.
 */
export function wayByTurns<W>(ways: readonly W[], turn: number): readonly W[] {
  return isLongRun() ? ways : ways.slice(turn % ways.length).slice(0, 1)
}

type Journey = (name: string, work: () => Promise<void>) => void

/**
 * The same for the tests of one page that differ little by the way: `journey` registers a test in all ways in `npm run test:long`, and
 * in `npm test` by turns in one of them, so that each is made, and every way is taken.
 */
export function inTurn<W extends Way>(ways: readonly W[]): readonly (W & { readonly journey: Journey })[] {
  return ways.map((way, index) => {
    let registered = 0
    const journey: Journey = (name, work) => {
      const turn = registered++ % ways.length
      const register: Journey = isLongRun() || turn === index ? test : leaveOut
      register(name, work)
    }
    return { ...way, journey }
  })
}

const leaveOut: Journey = () => {}

const texts = loadTexts()

type BrowserSetting = {
  /** Pages in frames of other sites can't store anything; only the full browser has this setting. */
  readonly blocksThirdPartyStorage?: boolean
  /** What its camera sees; only the full browser asks whether a page may use it, and the usual one has none. */
  readonly film?: CameraFilm
}

/**
 * Visits of a file's tests, by the Chromium of this process. Whatever a page complains about fails the test: errors on the console, exceptions,
 * violated policies, requests to somewhere else, answers of 500 and more.
 */
export async function browsing(shop: { readonly url: string }, setting: BrowserSetting = {}): Promise<Browsing> {
  const browser = await browserWith(setting)
  const visits = new Map<BrowserContext, Visit>()
  afterEach(async ({ task }) => {
    const all = [...visits]
    visits.clear()
    if (task.result?.state === 'fail') {
      for (const [at, [context, { calls }]] of all.entries())
        await keepLastSights(context.pages(), calls, `${task.fullName}-${at}`)
    }
    await Promise.all(all.map(([context]) => context.close()))
    expect(all.flatMap(([, { complaints }]) => complaints.left())).toEqual([])
  })
  return {
    enter: async ({
      width = 1280,
      hand = 'mouse',
      language = 'en',
      replacesMouse = false,
      context: more = {},
      hasFakeClock = false,
    } = {}) => {
      const context = await browser.newContext({
        baseURL: shop.url,
        viewport: width === 1280 ? { width, height: 800 } : { width, height: 844 },
        hasTouch: hand === 'touch',
        isMobile: hand === 'touch',
        locale: LOCALES[language] ?? language,
        timezoneId: 'Europe/Zurich',
        reducedMotion: 'reduce',
        // What `inspectPage` looks at in `npm test`: a change of the scheme draws a page twice.
        colorScheme: width === 1280 ? 'light' : 'dark',
        ...more,
      })
      context.setDefaultTimeout(20_000)
      const complaints = recordComplaints(context, shop.url)
      visits.set(context, { complaints, calls: recordCalls(context) })
      const page = await context.newPage()
      if (hasFakeClock) await page.clock.install()
      const visitorSpeaking = (own: string): Visitor => ({
        width,
        hand,
        language: own,
        replacesMouse,
        page,
        open: path => open(page, path),
        does: hand === 'keyboard' ? keyboardHand(page) : pointerHand(page, hand),
        say: (key, ...args) => texts.text(own, key, ...args),
        speaking: visitorSpeaking,
        expectComplaint: complaints.expect,
      })
      return visitorSpeaking(language)
    },
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await whenHydrated(page)
}

/** Waits until React has hydrated the page that came from the server. A press before that is lost. */
export async function whenHydrated(page: Page | Frame): Promise<void> {
  const isHydrated = () =>
    page.locator('#root').evaluate(root => Object.keys(root).some(name => name.startsWith('__reactContainer')))
  await expect.poll(isHydrated).toBe(true)
}

const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-CH', fr: 'fr-CH', it: 'it-CH' }

/** One for all test files of this process, closed with it (by Playwright); nothing of a visit outlives its context. */
const usualBrowser = once(() => launch('CHROMIUM_PATH'))
const storageBlockingBrowser = once(() => launch('CHROMIUM_FULL_PATH', '--test-third-party-cookie-phaseout'))

async function browserWith({ blocksThirdPartyStorage = false, film }: BrowserSetting): Promise<Browser> {
  if (!film) return blocksThirdPartyStorage ? storageBlockingBrowser() : usualBrowser()
  const fake = '--use-fake-device-for-media-stream'
  const browser = await launch('CHROMIUM_FULL_PATH', fake, `--use-file-for-fake-video-capture=${film.path}`)
  afterAll(() => browser.close())
  return browser
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

async function launch(variable: string, ...switches: readonly string[]): Promise<Browser> {
  const executablePath = process.env[variable] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) throw new Error(`There is no Chromium at ${executablePath}: set ${variable}.`)
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No spare process for a page that may follow: the context of another visit can't use it.
      '--renderer-process-limit=1',
      // Pages of a test live too briefly for code that is optimised while they run: an eighth less time of the processor.
      // The protocol reports source positions of calls: collected at compilation, so that no script is parsed twice.
      '--js-flags=--no-opt --no-maglev --no-enable-lazy-source-positions',
      ...switches,
    ],
  })
}

type Visit = { readonly complaints: Complaints; readonly calls: Calls }

type Complaints = { expect(pattern: RegExp): void; left(): readonly string[] }

/** The browser calls a refusal (422) a failed resource; to us it is an answer like any other. */
const REFUSAL = /status of 422/

function recordComplaints(context: BrowserContext, shopUrl: string): Complaints {
  const lines: string[] = []
  const expected: RegExp[] = [REFUSAL]
  context.on('console', message => {
    if (message.type() === 'error') lines.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', error => lines.push(`exception: ${error.error().message}`))
  context.on('response', response => {
    if (response.status() >= 500) lines.push(`${response.status()}: ${response.url()}`)
  })
  context.on('request', request => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(shopUrl)) lines.push(`elsewhere: ${request.url()}`)
  })
  return {
    expect: pattern => expected.push(pattern),
    left: () => [...new Set(lines)].filter(complaint => !expected.some(pattern => pattern.test(complaint))),
  }
}
