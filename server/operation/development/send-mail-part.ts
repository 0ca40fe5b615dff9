import type { FastifyReply } from 'fastify'

/** Sends the drawn part of a mail for a frame of ours. A mail program runs no script and loads nothing; neither does this. */
export function sendMailPart(reply: FastifyReply, html: string): FastifyReply {
  reply.removeHeader('X-Frame-Options')
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
    )
    .send(html)
}
