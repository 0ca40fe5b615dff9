import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { type Verb, may } from '#domain/access/principal/principal.ts'
import { isGoodKeyAt, maySendScans } from '#domain/door/door-scan/merge-scan.ts'
import type { Shop } from '#server/catalog/context.ts'
import { JSON_TYPE } from '#server/foundation/http/answer.ts'
import { type OpenedDoor, doorWithKey, holdKey } from './store.ts'

export { type OpenedDoor, holdKey }

const opened = new WeakMap<FastifyRequest, OpenedDoor>()

type Guarded = {
  readonly verb: Verb
  /** Also a key that has ended, which still brings what was scanned before (decision 102). */
  readonly isUpload?: boolean
}

/**
 * A hook for the calls of the page of a door: 401 without a key that is good now, 403 where the key is not for it. No answer
 * is kept on the way. The key is of 256 bits, so that none is found by trying.
 */
export function onlyForDoorKey(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { verb, isUpload = false }: Guarded,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const key = keyIn('doorkey', request.headers.authorization)
    const now = clock.now()
    const door = key === undefined ? undefined : await doorWithKey(db, key, now)
    if (!door || !(isUpload ? maySendScans(door, now) : isGoodKeyAt(door, now)))
      return refuse(reply, 401, 'no key of a door that is good')
    if (!may(door.principal, verb, door.principal)) return refuse(reply, 403, 'not with this key')
    opened.set(request, door)
  }
}

/** The door of the key; only behind `onlyForDoorKey`. */
export function doorOf(request: FastifyRequest): OpenedDoor {
  const door = opened.get(request)
  if (!door) throw new Error(`${request.url} is not guarded by the key of a door`)
  return door
}

/** The key in an `Authorization: <scheme> <key>` header; the scheme in any case, one blank. */
export function keyIn(scheme: 'doorkey' | 'sponsorkey', authorization: string | undefined): string | undefined {
  const [named, key] = /^(\w+) ([^\s]+)$/.exec(authorization ?? '')?.slice(1) ?? []
  return named?.toLowerCase() === scheme ? key : undefined
}

/** The key ended while its call was on its way. */
export const refuseKey = (reply: FastifyReply): FastifyReply => refuse(reply, 401, 'no key of a door that is good')

/** Answers a call whose key is not good, or not for it. */
export function refuse(reply: FastifyReply, status: 401 | 403, reason: string): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(reason))
}
