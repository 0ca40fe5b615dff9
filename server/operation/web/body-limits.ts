import { KEYED } from '#contract/security.ts'
import type { FastifyInstance } from 'fastify'
import {
  cspReportPath,
  createEventPath,
  importReservationsPath,
  updateEventPath,
  validateToOverviewPath,
} from '#contract/paths.ts'

/** How many bytes a body may have where nothing else is said: ten times what any form of a visitor needs. */
export const USUAL_BODY_LIMIT = 64 * 1024

/** By path; what is guarded by a key is read only after the key was found good. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  [createEventPath, 2 * 1024 * 1024],
  [updateEventPath, 2 * 1024 * 1024],
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
