import { isFor } from '#domain/access/principal.ts'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { principalOf } from '#server/api-key/guard.ts'
import type { Database } from '#server/database/database.ts'
import { JSON_TYPE } from '#server/http/answer.ts'
import { isOfAnotherSite } from '#server/http/other-site.ts'
import { type VisitorOptions, carriesToken } from '#server/http/visitor.ts'

/**
 * A hook for tools that change something: not for pages of other sites, which a developer has open beside this shop, and
 * only with the system API key or a visitor's anti-forgery token.
 */
export function onlyForDevelopers(db: Database, visitors: VisitorOptions): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (!isOfAnotherSite(request) && (carriesToken(request, visitors) || (await hasSystemKey(request)))) return
    return reply.code(403).type(JSON_TYPE).send(REFUSAL)
  }

  async function hasSystemKey(request: FastifyRequest): Promise<boolean> {
    return isFor(await principalOf(request, { db, clock: visitors.clock }), 'administer-shop')
  }
}

const REFUSAL = JSON.stringify('say the system API key (Authorization: ApiKey ...) or an anti-forgery token')
