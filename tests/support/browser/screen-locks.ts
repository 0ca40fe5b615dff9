import type { Page } from 'playwright-core'

/** Gives the pages that follow a lock of the screen that is granted; returns what was requested: "screen", then "released". */
export async function watchScreenLocks(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(`
    window.locks = []
    const request = () => Promise.resolve({ release: () => Promise.resolve(locks.push('released')) })
    const wakeLock = { request: kind => { locks.push(kind); return request() } }
    Object.defineProperty(Navigator.prototype, 'wakeLock', { value: wakeLock })
  `)
  return () => page.evaluate<readonly string[]>('window.locks')
}
