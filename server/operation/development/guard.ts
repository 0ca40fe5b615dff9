import { isFor } from '#domain/access/principal/principal.ts'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { principalOf } from '#server/access/api-key/guard.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { isOfAnotherSite } from '#server/foundation/http/request.ts'
import { type VisitorOptions, carriesToken } from '#server/foundation/http/visitor.ts'

/**
 * A hook for everything below /dev: answered are names of this machine and the name of the shop. A site may have any name of its
 * own lead to this machine, and then its pages read what is answered to that name (DNS rebinding). What a proxy or a page says
 * of the name beside `Host` doesn't count.
 */
export function onlyUnderOwnName(baseUrl: string): onRequestAsyncHookHandler {
  const own = new URL(baseUrl).hostname
  return async (request, reply) => {
    const { host = '' } = request.headers
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
    if (name === own || OF_THIS_MACHINE.test(name)) return
    return reply.code(403).type(JSON_TYPE).send(OTHER_NAME)
  }
}

const OF_THIS_MACHINE = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const OTHER_NAME = JSON.stringify('tools for development answer at localhost and at the name of FOYER_BASE_URL')

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
