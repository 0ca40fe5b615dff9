import type { FastifyInstance, FastifyReply } from 'fastify'
import { REQUEST_ID_HEADER } from '#server/foundation/http/request.ts'

/** Scripts and styles go by the policy of their page, a worker's script needs others, and what shows a PDF is the browser's own. */
const HAS_ITS_OWN_WAY = /^(text\/javascript|application\/javascript|text\/css|application\/pdf|font\/)/

/** An answer that is opened as if it were a page loads nothing, runs nothing and is shown in no frame. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What no page of ours needs of a browser. */
const UNUSED = 'camera=(), microphone=(), geolocation=(), usb=(), serial=()'

/** The same for the page of a door, which scans. */
export const CAMERA_ALONE = UNUSED.replace('camera=()', 'camera=(self)')

/**
 * Gives every answer a policy that says none of its own: data, feeds, images and refusals. What a browser has already keeps the
 * one it came with.
 */
export function guardAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Permissions-Policy')) reply.header('Permissions-Policy', UNUSED)
    if (reply.statusCode === 304 || reply.hasHeader('Content-Security-Policy')) return
    const type = String(reply.getHeader('Content-Type') ?? '')
    if (!HAS_ITS_OWN_WAY.test(type)) reply.header('Content-Security-Policy', NOTHING)
  })
}

/** The same for what is answered before a hook is reached. */
export function guardEarlyAnswer(reply: FastifyReply): void {
  reply.headers({
    'Content-Security-Policy': NOTHING,
    'Permissions-Policy': UNUSED,
    'X-Content-Type-Options': 'nosniff',
    [REQUEST_ID_HEADER]: reply.request.id,
  })
}

/**
 * Routes about one order or one ticket: every client that knows the address gets the answer, so no other client may
 * find it.
 */
const OF_ONE_PERSON = /\/(reservation|reserve-tickets|ticket|passes)(\/|$)/

/**
 * No cache keeps an answer about an order or a ticket, be it data, a document, a code, a pass or a refusal: no proxy,
 * and no browser that another person uses next.
 */
export function keepAnswersSecret(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (OF_ONE_PERSON.test(request.routeOptions.url ?? '')) reply.header('Cache-Control', 'no-store')
  })
}
