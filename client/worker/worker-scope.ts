/** What a service worker is given by the browser, as far as ours uses it: the types of pages have no workers. */
export type WorkerScope = {
  readonly registration: { readonly scope: string; unregister(): Promise<boolean> }
  readonly clients: {
    claim(): Promise<void>
    matchAll(): Promise<readonly { postMessage(message: unknown): void }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: AnswerableEvent) => void): void
  addEventListener(kind: 'message', listener: (event: LastingEvent & MessageEvent<unknown>) => void): void
}

/** The browser leaves the worker running until the promise is settled. */
export type LastingEvent = { waitUntil(work: Promise<unknown>): void }

export type AnswerableEvent = LastingEvent & {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
