import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ACCESS_DENIED } from '#contract/organiser.ts'
import {
  type OrganizationKey,
  type Principal,
  type Resource,
  type Verb,
  isFor,
  may,
} from '#domain/access/principal/principal.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import type { Services } from '#server/foundation/services.ts'
import { apiKeyIn } from './api-key.ts'
import { principalWithKey } from './store.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

const principals = new WeakMap<FastifyRequest, { readonly principal: Principal; readonly verb: Verb }>()

const VISITOR: Principal = { kind: 'visitor' }

/**
 * A hook for the calls of a verb: answers 403 when the key is missing, unknown, disabled, expired, or not for it
 * (organiser contract); the body is empty where a key is presented that is not good. Runs before anything of the request is read. No answer to a key is kept on the way: most are about
 * people, or about keys.
 */
export function onlyFor(verb: Verb, { db, clock }: Pick<Services, 'db' | 'clock'>): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const principal = await principalOf(request, { db, clock })
    if (principal === VISITOR && keyOf(request) !== undefined) return denySilently(reply)
    if (!isFor(principal, verb)) return deny(reply)
    principals.set(request, { principal, verb })
  }
}

/** Who asks, by the key that the request presents; a visitor without one that is good now. */
export async function principalOf(
  request: FastifyRequest,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Principal> {
  const key = keyOf(request)
  return (key === undefined ? undefined : await principalWithKey(db, key, clock.now())) ?? VISITOR
}

/** May the caller do what the route is for with this? Only behind `onlyFor`. */
export function mayDo(request: FastifyRequest, resource: Resource): boolean {
  const { principal, verb } = guarded(request)
  return may(principal, verb, resource)
}

/** Whose key of which organisation it is; only behind `onlyFor` with a verb of organisations. */
export function callerOf(request: FastifyRequest): OrganizationKey {
  const { principal } = guarded(request)
  if (principal.kind !== 'key') throw new Error(`${request.url} is not guarded by the key of an organisation`)
  return principal
}

function guarded(request: FastifyRequest) {
  const found = principals.get(request)
  if (found === undefined) throw new Error(`${request.url} is not guarded`)
  return found
}

/** The key as it was presented. */
export const keyOf = ({ headers }: FastifyRequest): string | undefined => apiKeyIn(headers.authorization)

/** What belongs to another organisation is answered like a wrong key, so that no caller learns what exists. */
export function deny(reply: FastifyReply): FastifyReply {
  return reply.status(403).type(JSON_TYPE).send(JSON.stringify(ACCESS_DENIED))
}

/** The same without a body: a key that was taken back, and settings of what is not there (organiser contract). */
export const denySilently = (reply: FastifyReply): FastifyReply => reply.status(403).send()

/** Which event, and whose. */
export type EventOwner = { readonly id: number; readonly organizationId: number; readonly shortName: string }

export async function findEvent(db: Queryable, shortName: string): Promise<EventOwner | undefined> {
  return db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
    .select(['event.id', 'purchase_context.organization_id as organizationId', 'event.short_name as shortName'])
    .where('event.short_name', '=', shortName)
    .executeTakeFirst()
}

/** The event of this short name; undefined when there is none, or it belongs to another organisation. */
export async function ownEvent(
  { db }: Pick<Shop, 'db'>,
  request: FastifyRequest,
  shortName: string,
): Promise<EventOwner | undefined> {
  const event = await findEvent(db, shortName)
  return event && mayDo(request, { organizationId: event.organizationId, eventId: event.id }) ? event : undefined
}

export async function hasAnyEvent(db: Queryable): Promise<boolean> {
  return (await db.kysely.selectFrom('event').select('id').limit(1).executeTakeFirst()) !== undefined
}
