import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ACCESS_DENIED } from '#contract/organiser.ts'
import type { Shop } from '#server/context.ts'
import { JSON_TYPE } from '#server/http/answer.ts'
import { type ApiKeyRole, type Caller, apiKeyIn } from './api-key.ts'
import { callerWithKey } from './api-key-store.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * A hook for the routes of one role: answers 403 when the key is missing, unknown, disabled, expired or of another role
 * (organiser contract). Runs before anything of the request is read.
 */
export function onlyFor(role: ApiKeyRole, { db, clock }: Pick<Shop, 'db' | 'clock'>): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const key = apiKeyIn(request.headers.authorization)
    const caller = key === undefined ? undefined : await callerWithKey(db, key, clock.now())
    if (caller?.role !== role) return deny(reply)
    callers.set(request, caller)
  }
}

/** The organisation whose key the request carries; only behind `onlyFor` with a role of organisations. */
export function organizationOf(request: FastifyRequest): number {
  const caller = callers.get(request)
  if (caller === undefined || caller.role === 'SYSTEM_API_CLIENT') {
    throw new Error(`${request.url} is not guarded by the key of an organisation`)
  }
  return caller.organizationId
}

/** What is somebody else's is answered like a wrong key, so that nobody learns what exists. */
export function deny(reply: FastifyReply): FastifyReply {
  return reply.status(403).type(JSON_TYPE).send(JSON.stringify(ACCESS_DENIED))
}
