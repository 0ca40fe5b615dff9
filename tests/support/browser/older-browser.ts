import type { Page } from 'playwright-core'
import { asOldestBrowsersRead } from './browser-features.ts'

/**
 * Makes a page's browser one of the oldest that are served (client/browsers.ts): its style sheets are read as those browsers read
 * them, and its scripts run without the functions that came later. Call it before the page is opened. Returns how many style
 * sheets have been read so, that a test may know there were some.
 */
export async function makeOld(page: Page): Promise<() => number> {
  let read = 0
  await page.route(/\.css$/, async route => {
    const response = await route.fetch()
    read += 1
    await route.fulfill({ response, body: asOldestBrowsersRead(await response.text()) })
  })
  await page.addInitScript(takeAway)
  return () => read
}

/** Runs in the browser. All of these are newer than the oldest browsers. */
function takeAway(): void {
  const without = (owner: object | undefined, ...names: readonly string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
  }
  const prototypeOf = (name: string): object | undefined => Reflect.get(globalThis, name)?.prototype
  without(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with')
  without(Array, 'fromAsync')
  without(Object, 'groupBy')
  without(Map, 'groupBy')
  without(Map.prototype, 'getOrInsert', 'getOrInsertComputed')
  without(Promise, 'withResolvers', 'try')
  without(RegExp, 'escape')
  without(Error, 'isError')
  without(Math, 'sumPrecise', 'f16round')
  without(Uint8Array, 'fromBase64', 'fromHex')
  without(Uint8Array.prototype, 'toBase64', 'toHex')
  without(String.prototype, 'isWellFormed', 'toWellFormed')
  without(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference')
  without(Set.prototype, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  without(
    iterators,
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  )
  without(AbortSignal, 'any', 'timeout')
  without(URL, 'canParse', 'parse')
  without(Intl, 'DurationFormat', 'Segmenter')
  without(prototypeOf('Document'), 'startViewTransition')
  without(prototypeOf('Element'), 'checkVisibility', 'setHTMLUnsafe', 'getHTML')
  without(prototypeOf('HTMLElement'), 'showPopover', 'hidePopover', 'togglePopover', 'popover')
  without(
    globalThis,
    'Iterator',
    'Temporal',
    'scheduler',
    'navigation',
    'CookieStore',
    'cookieStore',
    'requestIdleCallback',
  )
}
