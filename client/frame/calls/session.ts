/** The two tokens of a visitor's session, as the server sends them with its answers (shop contract, section 1). */
export type Session = {
  /** Sent as X-Auth-Token with every call; empty until the server names one, and after it ended the session. */
  id(): string
  /** Sent as X-CSRF-TOKEN with every write; undefined until a GET has brought one. */
  antiForgeryToken(): string | undefined
  dropAntiForgeryToken(): void
  /** Learns from the headers of an answer to a request that was sent with `sentId`. */
  observe(headers: Headers, sentId: string): void
}

/** Where the page keeps its session id: `<meta name="GID">`, so that other scripts of the page see it too. */
export type SessionMeta = { read(): string; write(id: string): void }

export function createSession(meta: SessionMeta): Session {
  let id = meta.read()
  let antiForgery: string | undefined

  return {
    id: () => id,
    antiForgeryToken: () => antiForgery,
    dropAntiForgeryToken: () => {
      antiForgery = undefined
    },
    observe(headers, sentId) {
      const renewed = headers.get('x-auth-token')
      if (renewed !== null && renewed !== id) {
        id = renewed
        antiForgery = undefined
        meta.write(id)
      }
      const token = headers.get('xsrf-token')
      // A token is good for one session only: the answer to an older session's request brings nothing.
      if (token && (renewed ?? sentId) === id) antiForgery = token
    },
  }
}

/** The meta element of this document; absent ones are made on the first write. */
export function documentMeta(page: Document): SessionMeta {
  const find = () => page.querySelector<HTMLMetaElement>('meta[name="GID"]')
  return {
    read: () => find()?.content ?? '',
    write(id) {
      const element = find() ?? page.head.appendChild(page.createElement('meta'))
      element.name = 'GID'
      element.content = id
    },
  }
}

/** How far this computer's clock is behind the shop's, in milliseconds, by the last answer. */
let behind = 0

/** The shop's time: a reservation ends by it, whatever clock the visitor has. */
export const shopNow = (): number => Date.now() + behind

/** Learns from the headers of an answer. */
export function observeShopTime(headers: Headers): void {
  const shopTime = Number(headers.get('foyer-time'))
  if (shopTime > 0) behind = shopTime - Date.now()
}
