import type { FastifyInstance } from 'fastify'
import { cleanBody } from '#server/foundation/http/request.ts'

/**
 * Refuses what looks like text or a number and can't be stored as one: a NUL character or half a surrogate pair, which
 * PostgreSQL does not take, and "1e400", which becomes Infinity after its limits have been checked. All other texts of a
 * body are cleaned. Runs after decoding, for every call and page, so that no statement has to think of it.
 */
export function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ url, params, query, body }) => {
    if (url.includes('%00') || !isStorable([params, query, body])) throw new Unstorable()
    cleanBody(body)
  })
}

class Unstorable extends Error {
  readonly statusCode = 400
  constructor() {
    super('it holds a character or a number that nothing can be done with')
  }
}

/** Checks every member, without recursion: the sender of a body decides how deep it is nested. */
export function isStorable(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed())) return false
    if (typeof part === 'number' && !Number.isFinite(part)) return false
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) continue
    for (const [key, member] of Object.entries(part)) open.push(key, member)
  }
  return true
}
