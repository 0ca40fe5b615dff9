import { callsOf, pageOf, pathOf, ticketOf } from './ticket-addresses.ts'

/** What is used of a cache of the browser, whose keys here are paths. */
type Answers = {
  match(path: string): Promise<Response | undefined>
  put(path: string, answer: Response): Promise<void>
  delete(path: string): Promise<boolean>
  keys(): Promise<readonly { readonly url: string }[]>
}

export type Caches = {
  open(name: string): Promise<Answers>
  keys(): Promise<readonly string[]>
  delete(name: string): Promise<boolean>
}

/** Which ticket is kept, until when in milliseconds, and in which language. */
export type Keeping = { readonly ticketId: string; readonly until: number; readonly language: string }

const [SEEN, UNTIL, LANGUAGE] = ['foyer-seen', 'foyer-until', 'foyer-language'] as const

/**
 * A copy has these headers of its answer: no session, and no time of the shop that has passed. With other policies of its
 * opener the browser would take the page for another one, and drop what its history keeps.
 */
const COPIED = [
  'content-type',
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
]

/** The copies of one event's tickets, of this build and of former ones, each build in a cache of its own. */
export function ticketCopies(caches: Caches, scope: string, build: string) {
  const ours = `foyer-tickets ${scope} `
  const name = ours + build

  /** The caches that are there, that of the present build first. */
  async function names(): Promise<readonly string[]> {
    const all = (await caches.keys()).filter(each => each.startsWith(ours))
    return [...all.filter(each => each === name), ...all.filter(each => each !== name)]
  }

  async function find(path: string): Promise<Response | undefined> {
    for (const each of await names()) {
      const found = await (await caches.open(each)).match(path)
      if (found) return found
    }
    return undefined
  }

  async function keptIn(cache: Answers): Promise<readonly Keeping[]> {
    const kept: Keeping[] = []
    for (const { url } of await cache.keys()) {
      const ticketId = ticketOf(scope, pathOf(url))
      const page = ticketId === undefined ? undefined : await cache.match(pathOf(url))
      if (ticketId !== undefined && page) kept.push({ ticketId, ...keepingIn(page) })
    }
    return kept
  }

  return {
    find,
    /** The copy of a ticket's page, or of what it reads, as long as the ticket may be kept. */
    async ofTicket(ticketId: string, path: string, now: number): Promise<Response | undefined> {
      const page = await find(pageOf(scope, ticketId))
      return page && keepingIn(page).until > now ? find(path) : undefined
    },
    /** The cache of this build; makes it. */
    open: () => caches.open(name),
    /** Replaces a copy of this build; where there is none, nothing is kept. Returns the former one. */
    async replace(path: string, copied: Response): Promise<Response | undefined> {
      if (!(await names()).includes(name)) return undefined
      const cache = await caches.open(name)
      const before = await cache.match(path)
      if (before) await cache.put(path, copied)
      return before
    },
    /** Deletes a ticket, and the caches that have no other one. Returns whether any cache is left. */
    async drop(ticketId: string): Promise<boolean> {
      const { data, code } = callsOf(scope, ticketId)
      for (const each of await names()) {
        const cache = await caches.open(each)
        for (const path of [pageOf(scope, ticketId), data, code]) await cache.delete(path)
        if ((await keptIn(cache)).length === 0) await caches.delete(each)
      }
      return (await names()).length > 0
    },
    /** All tickets that are kept. */
    async kept(): Promise<readonly Keeping[]> {
      const all: Keeping[] = []
      for (const each of await names()) all.push(...(await keptIn(await caches.open(each))))
      return all
    },
    /** Copies of former builds, each with the way to delete it. */
    async former(): Promise<readonly { readonly kept: readonly Keeping[]; remove(): Promise<unknown> }[]> {
      const others = (await names()).filter(each => each !== name)
      return Promise.all(
        others.map(async each => ({ kept: await keptIn(await caches.open(each)), remove: () => caches.delete(each) })),
      )
    },
  }
}

const keepingIn = ({ headers }: Response): Omit<Keeping, 'ticketId'> => ({
  until: Number(headers.get(UNTIL)),
  language: headers.get(LANGUAGE) ?? '',
})

/** When a copied answer came, in milliseconds. */
export const seenAt = ({ headers }: Response): number => Number(headers.get(SEEN))

/** A copy to be kept, with the moment at which it came. */
export async function copyOf(answer: Response, now: number, keeping?: Omit<Keeping, 'ticketId'>): Promise<Response> {
  const headers = new Headers({ [SEEN]: String(now) })
  if (keeping) {
    headers.set(UNTIL, String(keeping.until))
    headers.set(LANGUAGE, keeping.language)
  }
  for (const each of COPIED) {
    const value = answer.headers.get(each)
    if (value !== null) headers.set(each, value)
  }
  return new Response(await answer.clone().blob(), { headers })
}
