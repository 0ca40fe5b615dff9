import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from '#server/catalog/context.ts'
import { newNonce } from '#server/foundation/base/random.ts'
import { answerWrongMethod, hasAlready } from '#server/foundation/http/answer.ts'
import { keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import { keepCookie } from '#server/foundation/http/visitor.ts'
import { hasJustSignedUp } from '#server/access/sign-in/attempt.ts'
import { serveBuiltFiles } from './built-files.ts'
import { deskPages, isDeskAddress } from './desk-pages.ts'
import { doorPage, isDoorAddress, serveDoorFiles } from './door-page.ts'
import { type FinishedPage, type PageOptions, type ServerEntry, pageMemory } from './page-memory.ts'
import { textFiles } from './text-files.ts'
import { serveTicketWorker } from './ticket-worker.ts'

const CLIENT = new URL('../../../dist/client/', import.meta.url)
const MANIFEST = new URL('.vite/manifest.json', CLIENT)
const TICKET_WORKER = new URL('worker/tickets.js', CLIENT)
const DESK_ASSETS = new URL('../../../dist/desk/assets/', import.meta.url)
const DOOR_ASSETS = new URL('../../../dist/door/assets/', import.meta.url)
const ENTRY = new URL('../../../dist/server/entry-server.js', import.meta.url)

/**
 * Serves every page of the shop: browse pages complete, the steps of a purchase as a shell. A finished page is kept and
 * sent again while what it was rendered from stays the same; the nonce is put in at the end, so that the kept page and
 * its ETag don't depend on it.
 */
export async function servePages(app: FastifyInstance, shop: Shop, options: PageOptions) {
  const entry: ServerEntry = await import(ENTRY.href)
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const texts = textFiles(options.sources.words)
  const pages = pageMemory({ entry, manifest, shop, texts }, options)
  texts.serve(app)
  serveTicketWorker(app, readFileSync(TICKET_WORKER, 'utf8'), entry.ticketPageFiles(manifest))

  serveBuiltFiles(app, {
    folders: [new URL('assets/', CLIENT), DESK_ASSETS, DOOR_ASSETS],
    prefix: '/assets/',
    // Their names change with their content.
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
  serveBuiltFiles(app, {
    folders: [new URL('embed/', CLIENT)],
    prefix: '/embed/',
    // A page of another site loads it as a module.
    headers: { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' },
  })
  const application = { entry, shop, texts, sources: options.sources }
  serveDoorFiles(app, application)
  const desk = deskPages(application)
  const door = doorPage(application)
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageAddress(request)) return reply.code(404).send()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const own = isDeskAddress(request) ? desk : isDoorAddress(request) ? door : undefined
    if (own) return isRead ? own(request, reply) : answerWrongMethod(request, reply, ['GET', 'HEAD'])
    const page = await pages(request)
    if (!isRead)
      return page.status === 404 ? reply.code(404).send() : answerWrongMethod(request, reply, ['GET', 'HEAD'])
    if (!page.isCacheable) keepCookie(request, reply, options.visitors)
    const isNewcomer = hasJustSignedUp(request, reply)
    if (await isForItsGuestsOnly(shop, request.url)) reply.header('X-Robots-Tag', 'noindex')
    const sent = isNewcomer ? forNewcomer(page, entry.NONCE) : page
    return sendPage(request, reply, { page: sent, placeholder: entry.NONCE })
  })
}

/** Says to the page that its visitor has signed up; of no use to another visitor. */
function forNewcomer(page: FinishedPage, placeholder: string): FinishedPage {
  return {
    ...page,
    document: keptBody(page.document.text.replace('<html ', '<html data-signed-up="true" '), placeholder),
    etag: `"${randomBytes(8).toString('hex')}"`,
    isCacheable: false,
  }
}

const EVENT_PAGE = /^\/event\/([^/?]+)\/?(?:\?|$)/

const PASS_PAGE = /^\/subscription\/([^/?]+)\/?(?:\?|$)/

/**
 * What is not public is shown to every client with its address, and search engines are not to index it (domain rules
 * 5).
 */
async function isForItsGuestsOnly({ catalog }: Shop, url: string): Promise<boolean> {
  const [, shortName] = EVENT_PAGE.exec(url) ?? []
  const [, passId] = PASS_PAGE.exec(url) ?? []
  const offer =
    shortName === undefined
      ? passId === undefined
        ? undefined
        : await catalog.offeredPass(passId)
      : await catalog.offeredEvent(shortName)
  return offer?.context.status === 'DRAFT'
}

type Sent = { readonly page: FinishedPage; readonly placeholder: string }

function sendPage(request: FastifyRequest, reply: FastifyReply, { page, placeholder }: Sent) {
  if (page.location !== undefined) return reply.redirect(page.location, 302)
  reply.header(
    'Cache-Control',
    page.isCacheable ? 'public, max-age=0, s-maxage=1, must-revalidate' : 'private, no-cache',
  )
  reply.header('Vary', 'Accept-Language, Accept-Encoding')
  reply.header('ETag', page.etag)
  // The shop's own calls state the page they come from, and with it the channel of its visitor; other sites get nothing.
  if (page.isCacheable) reply.header('Referrer-Policy', 'same-origin')
  if (!page.isCacheable || page.status === 404) reply.header('X-Robots-Tag', 'noindex')
  // The older header knows "no site" and "this site" only; the policy says who else.
  if (page.isEmbeddable) reply.removeHeader('X-Frame-Options')
  if (page.hasForms) reply.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  // A page the browser kept goes with the policy it kept: the nonce in both is the old one.
  if (hasAlready(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  const nonce = newNonce()
  reply.code(page.status).type('text/html; charset=utf-8')
  reply.header('Content-Security-Policy', page.policy.replaceAll(placeholder, nonce))
  return sendKeptBody(request, reply, { body: page.document, fill: nonce })
}

/** Addresses of the API and of files answer "not found" with nothing; everything else with a page. */
function isPageAddress({ url }: FastifyRequest): boolean {
  return !/^\/(api|file|icon|share|assets|embed|admin|resources)(\/|$)/.test(url)
}
