import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { TICKET_WORKER_PATH, TICKET_WORKER_REACH } from '#contract/ticket-worker.ts'
import { keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import { hasAlready } from '#server/foundation/http/answer.ts'

/** It reads what the shop answers, and nothing of others. */
const POLICY = "default-src 'none'; connect-src 'self'"

/**
 * Serves the worker that shows opened tickets without a connection (decision 88), for pages below "/event/" only. What it
 * has to keep of this build is in front of its script: another build is another script, which browsers take at the next
 * ticket.
 * @param files paths of the scripts and styles of the page of a ticket
 */
export function serveTicketWorker(app: FastifyInstance, script: string, files: readonly string[]): void {
  const build = createHash('sha256').update(files.join()).update(script).digest('base64url').slice(0, 16)
  const body = keptBody(`const TICKET_PAGE=${JSON.stringify({ build, files })};\n${script}`)
  const etag = `"${build}"`
  // A file of the pages, as the other assets are: no call of the interface.
  app.get(TICKET_WORKER_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.headers({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
      'Service-Worker-Allowed': TICKET_WORKER_REACH,
      ETag: etag,
      Vary: 'Accept-Encoding',
    })
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return sendKeptBody(request, reply.type('text/javascript; charset=utf-8'), { body })
  })
}
