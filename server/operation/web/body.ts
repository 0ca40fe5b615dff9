import { KEYED } from '#contract/common-responses.ts'
import type { FastifyInstance } from 'fastify'
import { MAX_LIST_FILE_BYTES } from '#contract/limits.ts'
import { validateToOverviewPath } from '#contract/order-paths.ts'
import {
  createEventPath,
  cspReportPath,
  deskBankStatementsPath,
  deskEventCodesPath,
  deskEventImportPath,
  deskEventPath,
  deskEventsPath,
  deskImagesPath,
  deskLegalTextPath,
  deskLegalTextsPath,
  deskOrganizationCodesPath,
  deskPassImportPath,
  deskPassPath,
  deskPassesPath,
  deskPeopleListsPath,
  importReservationsPath,
  updateEventPath,
} from '#contract/paths.ts'
import { cleanBody } from '#server/foundation/http/request.ts'

/** How many bytes a body may have where nothing else is said: ten times what any form of a visitor needs. */
export const USUAL_BODY_LIMIT = 64 * 1024

/** By path; what is guarded by a key or a session is read only after it was found good. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  [createEventPath, 2 * 1024 * 1024],
  [updateEventPath, 2 * 1024 * 1024],
  [deskEventsPath, 2 * 1024 * 1024],
  [deskEventPath, 2 * 1024 * 1024],
  [deskEventCodesPath, 1024 * 1024],
  [deskOrganizationCodesPath, 2 * 1024 * 1024],
  [deskEventImportPath, 2 * 1024 * 1024],
  [deskPassesPath, 2 * 1024 * 1024],
  [deskPassImportPath, 2 * 1024 * 1024],
  [deskPassPath, 2 * 1024 * 1024],
  // Long terms in each language.
  [deskLegalTextsPath, 1024 * 1024],
  [deskLegalTextPath, 1024 * 1024],
  // What a telephone takes.
  [deskImagesPath, 20 * 1024 * 1024],
  // A year of a busy account.
  [deskBankStatementsPath, 12 * 1024 * 1024],
  // A list of people, and room for the answer that it is too large.
  [deskPeopleListsPath, MAX_LIST_FILE_BYTES + 1024],
  // A thousand orders with their attendees.
  [importReservationsPath, 4 * 1024 * 1024],
  // A thousand attendees with their answers.
  [validateToOverviewPath, 512 * 1024],
  [cspReportPath, 8 * 1024],
])

/** Settings, and lists of a thousand tickets. */
const BEHIND_A_KEY = 512 * 1024

/** Gives every route that is registered after it the limit of its body. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    const isKeyed = KEYED.some(prefix => route.url.startsWith(prefix))
    route.bodyLimit ??= LIMITS.get(route.url) ?? (isKeyed ? BEHIND_A_KEY : USUAL_BODY_LIMIT)
  })
}

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
