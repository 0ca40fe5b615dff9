import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Info } from '#contract/info.ts'
import type { Shop } from '#server/context.ts'
import type { BriefMemory } from '#server/memory/brief-memory.ts'
import { madeMemory } from '#server/memory/made-memory.ts'
import { offeredLanguages } from '#server/language/languages.ts'
import { choosePageLanguage } from './page-language.ts'
import { type VisitorOptions, keepCookie } from './visitor.ts'

/** What the client's build for the server exports (client/shop/entry-server.tsx). */
type ServerEntry = {
  needsOf(url: string): readonly Need[]
  renderPage(input: PageInput): Promise<RenderedPage>
  documentOf(page: RenderedPage, manifest: unknown, extraHead?: string): string
}

export type EventSearch = {
  readonly organizerSlug?: string
  readonly organizer?: string
  readonly tags?: readonly string[]
  readonly subscription?: string
}

/** What a page is rendered from, as the API answers it; `key` is where the browser keeps it. */
export type Need = { readonly key: readonly unknown[] } & (
  | { readonly kind: 'events'; readonly search: EventSearch }
  | { readonly kind: 'event'; readonly shortName: string }
  | { readonly kind: 'ticket-categories'; readonly shortName: string }
)

type PageInput = {
  url: string
  language: string
  texts: Readonly<Record<string, string>>
  info: Info
  languages: readonly { locale: string; displayLanguage: string }[]
  data: readonly { key: readonly unknown[]; value: unknown }[]
  baseUrl: string
}

type RenderedPage = { readonly status: 200 | 302 | 404; readonly location: string | undefined }

export type PageSources = {
  readonly info: BriefMemory<'info', Info>
  /** The JSON text the API answers; undefined for what does not exist. */
  read(need: Need): Promise<string | undefined>
}

const CLIENT = new URL('../../dist/client/', import.meta.url)
const MANIFEST = new URL('.vite/manifest.json', CLIENT)
const ENTRY = new URL('../../dist/server/entry-server.js', import.meta.url)

/**
 * Serves every page of the shop: browse pages complete, the steps of a purchase as a shell. A finished page is kept and
 * sent again while what it was rendered from stays the same; the nonce is put in at the end, so that the kept page and
 * its ETag don't depend on it.
 */
export async function servePages(
  app: FastifyInstance,
  shop: Shop,
  options: { sources: PageSources; visitors: VisitorOptions },
) {
  const entry: ServerEntry = await import(ENTRY.href)
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const pages = pageMemory(entry, manifest, shop, options.sources)

  await app.register(fastifyStatic, {
    root: new URL('assets/', CLIENT).pathname,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) return reply.code(404).send()
    const page = await pages(request)
    if (!page.isCacheable) keepCookie(request, reply, options.visitors)
    return sendPage(request, reply, page)
  })
}

type FinishedPage = {
  readonly status: number
  readonly location: string | undefined
  readonly document: string
  readonly etag: string
  /** Rendered from public data alone, so that others may keep it for a moment. */
  readonly isCacheable: boolean
}

/** How many finished pages are kept; the longest unused go first. */
const KEPT_PAGES = 500

function pageMemory(entry: ServerEntry, manifest: unknown, shop: Shop, sources: PageSources) {
  const pages = madeMemory<FinishedPage>({ capacity: KEPT_PAGES })

  return async (request: FastifyRequest): Promise<FinishedPage> => {
    const { url } = request
    const needs = entry.needsOf(url)
    const [info, ...answers] = await Promise.all([sources.info.get('info'), ...needs.map(need => sources.read(need))])
    const language = choosePageLanguage(request, answers[0])
    return pages.get(`${language} ${url}`, [JSON.stringify(info), ...answers], async () => {
      const rendered = await entry.renderPage({
        url,
        language,
        texts: shop.texts.bundle(language),
        info,
        languages: offeredLanguages,
        data: needs.flatMap(({ key: at }, index) => {
          const answer = answers[index]
          return answer === undefined ? [] : [{ key: at, value: JSON.parse(answer) as unknown }]
        }),
        baseUrl: shop.config.baseUrl,
      })
      return finish(entry.documentOf(rendered, manifest, METAS), rendered, needs.length > 0)
    })
  }
}

/** For clients of the same wire: nobody can sign in, and the session is told by the first call. */
const METAS =
  '<meta name="GID" content=""><meta name="XSRF_TOKEN" content=""><meta name="authentication-enabled" content="false">'

function finish(document: string, { status, location }: RenderedPage, isCacheable: boolean): FinishedPage {
  const etag = `"${createHash('sha256').update(document).digest('base64url').slice(0, 27)}"`
  return { status, location, document, etag, isCacheable }
}

/**
 * The page of an event answers 200 whatever became of the event, as clients of the wire expect (shop contract); search
 * engines are told by the header that there is nothing to keep.
 */
function statusFor({ url }: FastifyRequest, status: number): number {
  return status === 404 && /^\/event\/[^/?]+\/?(\?|$)/.test(url) ? 200 : status
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: FinishedPage) {
  if (page.location !== undefined) return reply.redirect(page.location, 302)
  reply.header(
    'Cache-Control',
    page.isCacheable ? 'public, max-age=0, s-maxage=1, must-revalidate' : 'private, no-cache',
  )
  reply.header('Vary', 'Accept-Language, Accept-Encoding')
  reply.header('ETag', page.etag)
  if (!page.isCacheable || page.status === 404) reply.header('X-Robots-Tag', 'noindex')
  // A page the browser kept goes with the policy it kept: the nonce in both is the old one.
  if (matches(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  const nonce = randomBytes(16).toString('hex')
  return reply
    .code(statusFor(request, page.status))
    .header('Content-Security-Policy', policy(nonce))
    .type('text/html; charset=utf-8')
    .send(page.document.replaceAll('__NONCE__', nonce))
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /report-csp-violation',
  ].join('; ')
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some(given => given.trim().replace(/^W\//, '') === etag)
}

/** Addresses of the API and of files answer "not found" with nothing; everything else with a page. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|file|assets|admin|resources)(\/|$)/.test(url)
}
