import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAlready } from '#server/foundation/http/answer.ts'

/** A text with the tag by which a reader knows that it has it already. */
export type Tagged = { readonly text: string; readonly etag: string }

export function tagged(text: string): Tagged {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

/** Readers come by themselves, again and again: they may keep it for minutes, and get 304 while it is the same. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, found: Tagged | undefined, type: string) {
  if (!found) return reply.code(404).send()
  reply.header('Cache-Control', 'public, max-age=300').header('ETag', found.etag)
  if (hasAlready(request.headers['if-none-match'], found.etag)) return reply.code(304).send()
  return reply.code(200).type(type).send(found.text)
}
