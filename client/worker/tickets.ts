import type { TicketAnswer, TicketMessage, TicketNews } from '#client/shop/ticket/keep/message.ts'
import { ticketStore } from './ticket-store.ts'
import type { WorkerScope } from './worker-scope.ts'

/**
 * The service worker of the tickets of one event: it shows an opened ticket when there is no connection (decision 88).
 * Other pages of the shop have none.
 */

declare const self: WorkerScope

/** The server writes it in front of this script: another build is another script, and browsers take the new one. */
declare const TICKET_PAGE: { readonly build: string; readonly files: readonly string[] }

const store = ticketStore({
  caches,
  fetch: (address, settings) => fetch(address, settings),
  now: () => Date.now(),
  pause: milliseconds =>
    new Promise(resolve => {
      setTimeout(resolve, milliseconds)
    }),
  onLateChange: ticketId => void inform({ changed: ticketId }),
  onEmpty: () => void self.registration.unregister(),
  scope: new URL(self.registration.scope).pathname,
  page: TICKET_PAGE,
})

async function inform(news: TicketNews): Promise<void> {
  for (const page of await self.clients.matchAll()) page.postMessage(news)
}

self.addEventListener('install', event => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const answer = store.answer(event.request)
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', event => {
  const { data, ports } = event
  if (!isMessage(data)) return
  if ('ask' in data) {
    const answer: TicketAnswer = { seen: store.seen(data.ask) }
    ports[0]?.postMessage(answer)
  } else {
    const { keep: ticketId, language, until } = data
    // Not while it begins: pages would wait for that. What went wrong with other copies doesn't keep this one from being made.
    const tidied = store.tidy().catch(() => undefined)
    event.waitUntil(tidied.then(() => store.keep({ ticketId, language, until })))
  }
})

/** The decoding edge: only pages of the shop can send messages to its worker. */
function isMessage(data: unknown): data is TicketMessage {
  return typeof data === 'object' && data !== null && ('ask' in data || 'keep' in data)
}
