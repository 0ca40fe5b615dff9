import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

/**
 * Looks at a page as it stands: a picture for people to `test-results/screenshots/<width>/<name>.<language>.png`, no
 * scrolling sideways, and for those who use a pointer (the keyboard sees the same pages) no violation of any
 * accessibility rule, by day and by night.
 */
export async function look(visitor: Visitor, name: string): Promise<void> {
  const { page, hand } = visitor
  await takePicture(visitor, name)
  expect(await widthTooMuch(page), `${name}: pixels to scroll sideways`).toBe(0)
  if (hand !== 'keyboard') await examine(page, name)
}

export async function takePicture({ page, width, language }: Visitor, name: string): Promise<void> {
  const path = `test-results/screenshots/${width}/${name}.${language}.png`
  const before = page.viewportSize()
  const height = await page.locator('html').evaluate(root => root.scrollHeight)
  // A window as high as the page, so that what sticks to its lower edge doesn't stand in the middle of the picture.
  if (before && height > before.height) await page.setViewportSize({ width: before.width, height })
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  if (before && height > before.height) await page.setViewportSize(before)
}

/** By how many pixels the page is wider than the window. */
export async function widthTooMuch(page: Page): Promise<number> {
  return page.locator('html').evaluate(root => Math.max(0, root.scrollWidth - root.clientWidth))
}

/** No violation of any impact, light and dark. */
export async function examine(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page), `${name}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Every rule of axe, with those it leaves out unless asked: the size of targets, and names that say what is written. */
export async function violations(page: Page): Promise<readonly string[]> {
  const builder = new AxeBuilder({ page }).options({
    rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
  })
  const { violations: found, passes } = await builder.analyze()
  // A check that sees nothing proves nothing.
  expect(passes.length).toBeGreaterThan(10)
  return found.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${help}\n${html}\n${failureSummary}`),
  )
}
