import type { FastifyRequest } from 'fastify'
import { callerOf } from '#server/access/api-key/guard.ts'

/** Whom the log names as scanning: the person the device names, else the key. Only behind the guard of keys. */
export function scannerOf(
  request: FastifyRequest,
  { offlineUser = '' }: { readonly offlineUser?: string } = {},
): string {
  const { keyId, description } = callerOf(request)
  return offlineUser.trim() || description.trim() || `API key ${keyId}`
}
