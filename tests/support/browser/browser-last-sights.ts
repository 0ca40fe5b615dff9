import { mkdir, writeFile } from 'node:fs/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

const FAILED = 'test-results/failed'

/** How many calls are listed: those of a page and what was pressed on it. */
const CALLS = 15

/** What a visit asked for, oldest first, without pictures, styles, scripts and fonts. */
export type Calls = { latest(): readonly string[] }

/** Listens from now on. */
export function recordCalls(context: BrowserContext): Calls {
  const calls = new Map<Request, string>()
  context.on('request', request => {
    if (['document', 'fetch', 'xhr'].includes(request.resourceType())) calls.set(request, 'no answer')
  })
  const note = (request: Request, outcome: string) => calls.has(request) && calls.set(request, outcome)
  context.on('response', response => note(response.request(), String(response.status())))
  context.on('requestfailed', request => note(request, request.failure()?.errorText ?? 'failed'))
  return {
    latest: () =>
      [...calls].slice(-CALLS).map(([request, outcome]) => `${request.method()} ${request.url()}: ${outcome}`),
  }
}

/**
 * What a failed test last saw, into `test-results/failed`: a picture, and a text that `npm test` prints at its end, with what matters
 * most first, for only its beginning is printed.
 */
export async function keepLastSights(pages: readonly Page[], calls: Calls, name: string): Promise<void> {
  await mkdir(FAILED, { recursive: true })
  const file = name.replaceAll(/[^\w-]+/g, '-')
  await Promise.all(
    pages.flatMap((page, index) => [
      page.screenshot({ path: `${FAILED}/${file}-${index}.png`, timeout: 5_000 }).catch(() => {}),
      keepText(page, calls, `${FAILED}/${file}-${index}.txt`),
    ]),
  )
}

async function keepText(page: Page, calls: Calls, file: string): Promise<void> {
  const seen = await Promise.all([
    textsOf(page, 'dialog[open], [role=alert], [role=status]'),
    textsOf(page, ':focus'),
    textsOf(page, 'body'),
  ]).catch((error: unknown) => [[`no answer from the page: ${String(error)}`]])
  const [announced = [], focused = [], words = []] = seen
  const lines = [
    page.url(),
    ...calls.latest(),
    ...announced.map(text => `Says: ${text.replaceAll(/\s+/g, ' ')}`),
    `Focus: ${focused.join(' ').slice(0, 100)}`,
    ...words,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
}

const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
  Promise.race([
    page.locator(selector).allInnerTexts(),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${selector} after 5 s`)), 5_000)),
  ])
