import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'
import { isLongRun } from '../run/repetitions.ts'

/**
 * Checks a page as it is: no scrolling sideways, and where a pointer is used no violation of any accessibility rule;
 * the wide screen by day, the phone by night, and in `npm run test:long` each by both. The keyboard sees the same pages, and checks them only where it takes the mouse's place
 * (`waysToTake`). With FOYER_PICTURES, and in `npm run test:long`, also a picture for people to
 * `test-results/screenshots/<width>/<name>.<language>.png`.
 */
export async function inspectPage(visitor: Visitor, name: string): Promise<void> {
  const { page, hand, width, replacesMouse = false } = visitor
  const isLooking = hand !== 'keyboard' || replacesMouse
  if (isLongRun() || isLooking) await takePicture(visitor, name)
  expect(await widthTooMuch(page), `${name}: pixels to scroll sideways`).toBe(0)
  if (isLooking) await examine(page, name, isLongRun() ? SCHEMES : width === 1280 ? ['light'] : ['dark'])
}

const arePicturesTaken = (): boolean => isLongRun() || process.env['FOYER_PICTURES'] !== undefined

/** For people to look at, where they are wanted. */
export async function takePicture({ page, width, language }: Visitor, name: string): Promise<void> {
  if (!arePicturesTaken()) return
  const path = `test-results/screenshots/${width}/${name}.${language}.png`
  const before = page.viewportSize()
  const height = await page.locator('html').evaluate(root => root.scrollHeight)
  // A window as high as the page, so that what sticks to its lower edge isn't in the middle of the picture.
  if (before && height > before.height) await page.setViewportSize({ width: before.width, height })
  await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' })
  if (before && height > before.height) await page.setViewportSize(before)
}

/** By how many pixels the page is wider than the window. */
export async function widthTooMuch(page: Page): Promise<number> {
  return page.locator('html').evaluate(root => Math.max(0, root.scrollWidth - root.clientWidth))
}

type Scheme = 'light' | 'dark'

const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** No violation of any impact: by every rule in the first scheme, and in others by the rules that look at colours. */
export async function examine(page: Page, name: string, schemes: readonly Scheme[] = SCHEMES): Promise<void> {
  const [first, ...others] = schemes
  const isChanged = others.length > 0 || (first !== undefined && !(await isSeenIn(page, first)))
  for (const [index, colorScheme] of schemes.entries()) {
    if (isChanged) await page.emulateMedia({ colorScheme })
    const rules = index === 0 ? undefined : ['color-contrast', 'link-in-text-block']
    expect(await violations(page, rules), `${name}, ${colorScheme}`).toEqual([])
  }
  if (isChanged) await page.emulateMedia({ colorScheme: null })
}

const isSeenIn = (page: Page, scheme: Scheme): Promise<boolean> =>
  page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: ${scheme})').matches`)

/** By default every rule of axe, with those it leaves out unless asked: the size of targets, and names that say what is written. */
export async function violations(page: Page, rules?: string[]): Promise<readonly string[]> {
  // Loading axe takes longer than all its rules: once for each document. No page has frames of its own.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE)
  const options = rules
    ? { ...BRIEF, runOnly: { type: 'rule', values: rules } }
    : { ...BRIEF, rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } } }
  // What the browser sends of a page without violations takes three times as long as looking for them: only those are sent.
  const { found, checked } = await page.evaluate<Examined>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations, passes, incomplete }) =>
      ({ found: violations, checked: passes.length + incomplete.length }))`,
  )
  // A check that sees nothing proves nothing. (Before the veil of a dialog axe can't determine the colours.)
  expect(checked).toBeGreaterThan(rules ? 0 : 10)
  return found.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${help}\n${html}\n${failureSummary}`),
  )
}

/** The small form: the large one is 1.5 MB, which every document would compile anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Elements are gathered where a rule is broken; of the other rules one is enough. */
const BRIEF = { resultTypes: ['violations'] }

type Examined = { readonly found: AxeResults['violations']; readonly checked: number }
