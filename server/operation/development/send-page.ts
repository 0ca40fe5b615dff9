import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Sends a page of ours under a policy that allows its own styles and nothing else. */
export function sendPage(reply: FastifyReply, page: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('hex')
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'`,
    )
    .send(page(nonce))
}
