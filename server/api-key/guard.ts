import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ACCESS_DENIED } from '#contract/organiser.ts'
import type { Services } from '#server/services.ts'
import { JSON_TYPE } from '#server/http/answer.ts'
import { type ApiKeyRole, type Caller, type OrganizationCaller, apiKeyIn } from './api-key.ts'
import { callerWithKey } from './store.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * A hook for the calls of some roles: answers 403 when the key is missing, unknown, disabled, expired or of another role
 * (organiser contract). Runs before anything of the request is read. No answer to a key is kept on the way: most are about
 * people, or about keys.
 */
export function onlyFor(
  roles: readonly ApiKeyRole[],
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const caller = await findCaller(request, { db, clock })
    if (caller === undefined || !roles.includes(caller.role)) return deny(reply)
    callers.set(request, caller)
  }
}

/** Whose key the request presents; undefined without one that is good now. */
export async function findCaller(
  request: FastifyRequest,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Caller | undefined> {
  const key = keyOf(request)
  return key === undefined ? undefined : callerWithKey(db, key, clock.now())
}

/** Who of which organisation calls; only behind `onlyFor` with roles of organisations. */
export function callerOf(request: FastifyRequest): OrganizationCaller {
  const caller = callers.get(request)
  if (caller === undefined || caller.role === 'SYSTEM_API_CLIENT') {
    throw new Error(`${request.url} is not guarded by the key of an organisation`)
  }
  return caller
}

/** The key as it was presented. */
export const keyOf = ({ headers }: FastifyRequest): string | undefined => apiKeyIn(headers.authorization)

/** What is somebody else's is answered like a wrong key, so that nobody learns what exists. */
export function deny(reply: FastifyReply): FastifyReply {
  return reply.status(403).type(JSON_TYPE).send(JSON.stringify(ACCESS_DENIED))
}
