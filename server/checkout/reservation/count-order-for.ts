import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '#server/access/api-key/guard.ts'
import { countAbout } from '#server/foundation/http/rate-limit.ts'

/**
 * Counts what an organisation reserves for others, tickets and passes together, whichever of its keys it does so with. Throws
 * TooManyRequests for one too many in an hour.
 */
export function countOrderFor(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  return countAbout(app, request, { what: 'orderFor', key: String(callerOf(request).organizationId) })
}
