import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Shop } from '#server/context.ts'
import { type ApiKeyType, apiKeyIn } from '#server/organiser/api-key.ts'
import { deny } from '#server/organiser/guard.ts'
import { type KeyHolder, holderOfKey } from './key-store.ts'

const holders = new WeakMap<FastifyRequest, KeyHolder>()

/** A hook for the calls of some roles: answers 403 to everybody else, before anything of the request is read. */
export function onlyRoles(
  roles: readonly ApiKeyType[],
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    // What is answered is about people, and for this caller only.
    reply.header('Cache-Control', 'no-store')
    const key = keyOf(request)
    const holder = key === undefined ? undefined : await holderOfKey(db, key, clock.now())
    if (holder === undefined || !roles.includes(holder.role)) return deny(reply)
    holders.set(request, holder)
  }
}

/** Who calls; only behind `onlyRoles`. */
export function holderOf(request: FastifyRequest): KeyHolder {
  const holder = holders.get(request)
  if (holder === undefined) throw new Error(`${request.url} is not guarded by a key`)
  return holder
}

/** The key as it was presented. */
export const keyOf = ({ headers }: FastifyRequest): string | undefined => apiKeyIn(headers.authorization)

/** Whom the log names: the person the device names, else the key. */
export function scannerOf(
  request: FastifyRequest,
  { offlineUser = '' }: { readonly offlineUser?: string } = {},
): string {
  const { keyId, description } = holderOf(request)
  return offlineUser.trim() || description.trim() || `API key ${keyId}`
}
