import type { WorkerScope } from './worker-scope.ts'

/**
 * The service worker of the page of a door (decision 103): the page opens without a connection, as it was when it was opened
 * last. It keeps the page and its files, and no answer about a ticket.
 */

declare const self: WorkerScope

/** The server writes it in front of this script. */
declare const DOOR_PAGE: {
  readonly build: string
  readonly page: string
  readonly files: readonly string[]
  /** What reads codes where the browser can't. */
  readonly reader: readonly string[]
}

declare const BarcodeDetector: undefined | { new (): unknown; getSupportedFormats(): Promise<string[]> }

const CACHE = `foyer-door-${DOOR_PAGE.build}`
/** So long the shop may take before the kept page is shown. */
const LIMIT_MS = 3_000

self.addEventListener('install', event => event.waitUntil(install()))
self.addEventListener('activate', event => event.waitUntil(tidy()))
self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate' && pathname === DOOR_PAGE.page) event.respondWith(pageFirst(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request))
})

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  const reader = (await readsCodes()) ? [] : DOOR_PAGE.reader
  await cache.addAll([DOOR_PAGE.page, ...DOOR_PAGE.files, ...reader])
  await self.skipWaiting()
}

/** The browser reads codes by itself, as the page finds out, too (client/door/camera/read-codes.ts): one script can't import from the other. */
async function readsCodes(): Promise<boolean> {
  if (typeof BarcodeDetector !== 'function') return false
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code')
}

async function tidy(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('foyer-door-') && name !== CACHE) await caches.delete(name)
  await self.clients.claim()
}

/** The page of the shop; the kept one where it does not come in time. */
async function pageFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(DOOR_PAGE.page)
  const fresh = fetch(request).then(async answer => {
    if (answer.ok) await cache.put(DOOR_PAGE.page, answer.clone())
    return answer
  })
  if (!kept) return fresh
  const late = new Promise<undefined>(resolve => {
    setTimeout(resolve, LIMIT_MS)
  })
  const answer = await Promise.race([fresh.catch(() => undefined), late])
  return answer?.ok ? answer : kept
}

/** Files are named by their content: what is here is right. */
async function keptFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
