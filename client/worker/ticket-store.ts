import { ticketKeeper } from './keep-tickets.ts'
import { type Surroundings, isGone } from './surroundings.ts'
import { callsOf, eventOf, pathOf, ticketOf, ticketOfCall } from './ticket-addresses.ts'
import { copyOf, seenAt, ticketCopies } from './ticket-copies.ts'

/** How long the shop may take to answer before the kept copy is shown; less while it has just been missed. */
export const LIMIT_MS = 3_000
const LIMIT_WHILE_MISSED_MS = 400
const MISSED_FOR_MS = 15_000

/** A call of a ticket's page, or the page itself; without a ticket: what is read of its event. */
type Asked = { readonly request: Request; readonly path: string; readonly ticketId?: string }

/**
 * The opened tickets of one event, for times without a connection (decision 88). The shop comes first and replaces the
 * copy; a ticket that it denies is no longer kept. Copies of a former build are made anew, and then deleted.
 */
export function ticketStore(around: Surroundings) {
  const { scope } = around
  const copies = ticketCopies(around.caches, scope, around.page.build)
  const { keep, drop, tidy } = ticketKeeper(around, copies)
  const shownCopies = new Map<string, number>()
  let missedAt = -Infinity

  /** The shop's answer; the kept copy where it does not come in time. */
  async function shopFirst(asked: Asked): Promise<Response> {
    const { request, path, ticketId } = asked
    const kept = await (ticketId === undefined ? copies.find(path) : copies.ofTicket(ticketId, path, around.now()))
    if (!kept) return settled(await around.fetch(request), asked)
    const limit = around.now() - missedAt < MISSED_FOR_MS ? LIMIT_WHILE_MISSED_MS : LIMIT_MS
    let isLate = false
    const fresh = around.fetch(request).then(
      answer => settled(answer, asked, isLate),
      () => undefined,
    )
    const answer = await Promise.race([fresh, around.pause(limit)])
    if (answer && answer.status < 500) return answer
    isLate = true
    missedAt = around.now()
    if (ticketId !== undefined && path === callsOf(scope, ticketId).data) shownCopies.set(ticketId, seenAt(kept))
    return kept
  }

  /** Stores what the shop has answered about a ticket that is kept, and drops one that it denies. */
  async function settled(answer: Response, { path, ticketId }: Asked, isLate = false): Promise<Response> {
    // The page itself is kept anew whenever it is opened.
    if (ticketOf(scope, path) !== undefined) return answer
    const dataOf = ticketId !== undefined && path === callsOf(scope, ticketId).data ? ticketId : undefined
    if (dataOf !== undefined) shownCopies.delete(dataOf)
    if (dataOf !== undefined && isGone(answer)) {
      await drop(dataOf)
      if (isLate) around.onLateChange(dataOf)
    }
    if (!answer.ok) return answer
    const copied = await copyOf(answer, around.now())
    const before = await copies.replace(path, copied.clone())
    const isOther = before !== undefined && (await before.text()) !== (await copied.text())
    if (isLate && isOther && dataOf !== undefined) around.onLateChange(dataOf)
    return answer
  }

  return {
    keep,
    tidy,
    /** When the ticket was last seen, where its kept copy is what was shown; else null. */
    seen: (ticketId: string): number | null => shownCopies.get(ticketId) ?? null,
    /** The answer to a request of a ticket's page; undefined: it is none of the store. */
    answer(request: Request): Promise<Response> | undefined {
      if (request.method !== 'GET') return undefined
      const path = pathOf(request.url)
      if (path.startsWith('/assets/')) return copies.find(path).then(found => found ?? around.fetch(request))
      if (path === eventOf(scope)) return shopFirst({ request, path })
      const ticketId = request.mode === 'navigate' ? ticketOf(scope, path) : ticketOfCall(scope, path)
      return ticketId === undefined ? undefined : shopFirst({ request, path, ticketId })
    },
  }
}
