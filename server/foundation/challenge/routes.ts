import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { getChallenge } from '#contract/challenge.ts'
import { limited } from '#server/foundation/http/rate-limit.ts'
import type { Robots } from './robots.ts'

/** The robot check of our own. */
export function challengeRoutes(robots: Robots): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(getChallenge.path, { schema: routeSchema(getChallenge), ...limited('challenge') }, async (_, reply) => {
      reply.header('Cache-Control', 'no-store')
      return reply.code(200).send(await robots.newChallenge())
    })
  }
}
