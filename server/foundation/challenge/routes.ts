import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getChallenge } from '#contract/challenge.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import type { Proof, Robots } from './robots.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { reserveTicketsPath, subscriptionPath } from '#contract/paths.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'

/** The robot check of our own. */
export function challengeRoutes(robots: Robots): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getChallenge.path, { schema: routeSchema(getChallenge), ...limited('challenge') }, async (_, reply) => {
      reply.header('Cache-Control', 'no-store')
      return reply.code(200).send(await robots.newChallenge())
    })
  }
}

/** What only people may do (shop contract 1). */
const GUARDED: ReadonlySet<string> = new Set([reserveTicketsPath, subscriptionPath])

const NEEDED = JSON.stringify('a robot check is needed')

/**
 * Asks for the robot check before every guarded call that is registered after it: last of all checks, so that a refused
 * anti-forgery token, a form that can't be read and too many requests are reported first, and cost no visitor a proof.
 */
export function guardAgainstRobots(app: FastifyInstance, robots: Robots): void {
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    const check = await robots.check()
    if (check.kind === 'off' || (await robots.admits(check, proofOf(request)))) return
    return reply.code(403).header('Alfio-Verification-Missing', check.kind).type(JSON_TYPE).send(NEEDED)
  }
  app.addHook('onRoute', route => {
    if (route.method !== 'POST' || !GUARDED.has(route.url)) return
    const before: preHandlerHookHandler[] = [route.preHandler ?? []].flat()
    route.preHandler = [...before, guard]
  })
}

function proofOf(request: FastifyRequest): Proof {
  const token = request.headers['alfio-verification']
  return {
    token: (Array.isArray(token) ? (token[0] ?? '') : (token ?? '')).trim(),
    visitor: request.ip,
    isPreCleared: cameThroughProxy(request) && (request.cookies['cf_clearance'] ?? '').trim() !== '',
  }
}

/** Any client can write the cookie: it counts only where a proxy we trust has let the visitor pass (lifecycle J). */
function cameThroughProxy({ ips }: FastifyRequest): boolean {
  return (ips?.length ?? 0) > 1
}
