import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Info } from '#contract/info.ts'
import type { Shop } from '#server/catalog/context.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'
import { putCountsIn, setCountsAside } from './shown-counts.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import type { SystemTexts } from '#server/foundation/language/overrides.ts'
import { answerWrongMethod, hasAlready } from '#server/foundation/http/answer.ts'
import { namePage } from '#server/foundation/http/request.ts'
import { newNonce } from '#server/foundation/base/random.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { type Embedding, embeddingMemory, pageAddress, pagePolicy } from './page-policy.ts'
import type { PaymentForms } from '#server/payment/pay/payment-forms.ts'
import type { PageNeed } from '#contract/page-need.ts'
import { type VisitorOptions, keepCookie } from '#server/foundation/http/visitor.ts'
import { type KeptBody, keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import { textFiles } from './text-files.ts'
import { hasJustSignedUp } from '#server/access/sign-in/attempt.ts'

/** What the client's build for the server exports (client/shop/entry-server.tsx). */
type ServerEntry = {
  /** The placeholder of the nonce in what is rendered. */
  readonly NONCE: string
  needsOf(url: string): readonly PageNeed[]
  templateOf(url: string): string | undefined
  renderPage(input: PageInput): Promise<RenderedPage>
  documentOf(page: RenderedPage, manifest: unknown, extraHead?: string): string
}

type PageInput = {
  url: string
  language: string
  texts: Readonly<Record<string, string>>
  textFiles: Readonly<Record<string, string>>
  info: Info
  languages: readonly { locale: string; displayLanguage: string }[]
  data: readonly { key: readonly unknown[]; value: unknown }[]
  baseUrl: string
  isSignInOffered: boolean
}

type RenderedPage = { readonly status: 200 | 302 | 404; readonly location: string | undefined }

export type PageSources = {
  readonly info: BriefMemory<'info', Info>
  readonly words: BriefMemory<'texts', SystemTexts>
  /** The JSON text the API answers; undefined for what does not exist. */
  read(need: PageNeed): Promise<string | undefined>
  /** The payment providers that take part in the page at this address. */
  paymentForms(url: string): Promise<PaymentForms>
}

const CLIENT = new URL('../../../dist/client/', import.meta.url)
const MANIFEST = new URL('.vite/manifest.json', CLIENT)
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

  await app.register(fastifyStatic, {
    root: new URL('assets/', CLIENT).pathname,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
  })
  await app.register(fastifyStatic, {
    root: new URL('embed/', CLIENT).pathname,
    prefix: '/embed/',
    decorateReply: false,
    maxAge: '1h',
    // A page of another site loads it as a module.
    setHeaders: reply => reply.header('Access-Control-Allow-Origin', '*'),
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageAddress(request)) return reply.code(404).send()
    const page = await pages(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return page.status === 404 ? reply.code(404).send() : answerWrongMethod(request, reply, ['GET', 'HEAD'])
    }
    if (!page.isCacheable) keepCookie(request, reply, options.visitors)
    const isNewcomer = hasJustSignedUp(request, reply)
    if (await isForItsGuestsOnly(shop, request.url)) reply.header('X-Robots-Tag', 'noindex')
    const sent = isNewcomer ? forNewcomer(page, entry.NONCE) : page
    return sendPage(request, reply, { page: sent, placeholder: entry.NONCE })
  })
}

type FinishedPage = {
  readonly status: number
  readonly location: string | undefined
  readonly document: KeptBody
  readonly policy: string
  readonly isEmbeddable: boolean
  /** A form of a provider takes part, and may open windows that answer it. */
  readonly hasForms: boolean
  readonly etag: string
  /** Rendered from public data alone, so that others may keep it for a moment. */
  readonly isCacheable: boolean
}

/** A document whose counts of tickets left are yet to be put in. */
type Drawn = { readonly rendered: RenderedPage; readonly document: string; readonly isCacheable: boolean }

/** How many finished pages are kept, and how many bytes they may have in all; the longest kept go first. */
const KEPT_PAGES = 500
const KEPT_BYTES = 32 * 1024 * 1024

/** What a link with a code opens is for its recipient alone. */
const isPublic = ({ kind }: PageNeed): boolean => kind !== 'code-offer'

type PageOptions = { readonly sources: PageSources; readonly visitors: VisitorOptions }

type Rendering = {
  readonly entry: ServerEntry
  readonly manifest: unknown
  readonly shop: Shop
  readonly texts: ReturnType<typeof textFiles>
}

function pageMemory({ entry, manifest, shop, texts: files }: Rendering, { sources, visitors }: PageOptions) {
  const pages = madeMemory<FinishedPage>({
    capacity: KEPT_PAGES,
    maxBytes: KEPT_BYTES,
    // The text, its bytes, and both ways of compressing it.
    weigh: ({ document: { text } }) => text.length * 4,
    // Pages of invented or personal addresses are not kept, so that they displace no others.
    isKept: ({ isCacheable, status }) => isCacheable && status === 200,
  })
  const drawn = madeMemory<Drawn>({
    capacity: KEPT_PAGES,
    maxBytes: KEPT_BYTES,
    weigh: ({ document }) => bytesOf(document),
    isKept: ({ isCacheable, rendered }) => isCacheable && rendered.status === 200,
  })
  const embedding = embeddingMemory(shop)
  const addresses = addressMemory(entry)
  const asText = textOfValues()

  return async (request: FastifyRequest): Promise<FinishedPage> => {
    const { url, template, needs } = addresses(request.url)
    if (template !== undefined) namePage(request, template)
    const [info, words, embedders, forms, isSignInOffered, ...answers] = await Promise.all([
      sources.info.get('info'),
      sources.words.get('texts'),
      embedding.get('embedding'),
      sources.paymentForms(url),
      visitors.isSignInOffered(),
      ...needs.map(need => sources.read(need)),
    ])
    const language = choosePageLanguage(request)
    const { texts, stamp } = words
    const metas = metasFor(embedders, forms, isSignInOffered)
    const key = `${language} ${url}`
    const common = [asText(info), stamp, asText(embedders), metas, JSON.stringify(forms)]
    const page = await pages.get(key, [...common, ...answers], async () => {
      const { answers: shown, counts } = setCountsAside(answers)
      const { rendered, document, isCacheable } = await drawn.get(key, [...common, ...shown], async () => {
        const page = await entry.renderPage({
          url,
          language,
          texts: texts.bundle(language),
          textFiles: files.addresses(words),
          info,
          languages: offeredLanguages,
          data: needs.flatMap(({ key: at }, index) => {
            const answer = shown[index]
            return answer === undefined ? [] : [{ key: at, value: JSON.parse(answer) as unknown }]
          }),
          baseUrl: shop.config.baseUrl,
          isSignInOffered,
        })
        return {
          rendered: page,
          document: entry.documentOf(page, manifest, metas),
          isCacheable: needs.length > 0 && needs.every(isPublic),
        }
      })
      return finish(rendered, {
        document: putCountsIn(document, counts),
        info,
        embedders,
        forms,
        isCacheable,
        url,
        placeholder: entry.NONCE,
      })
    })
    return page.location === undefined ? page : { ...page, location: withQueryOf(request.url, page.location) }
  }
}

/** What is known of an address before anything is read. */
type Address = { readonly url: string; readonly template: string | undefined; readonly needs: readonly PageNeed[] }

const KEPT_ADDRESSES = 2000
/** Longer ones are nobody's usual page, and are not kept. */
const LONGEST_KEPT_ADDRESS = 200

/** Finds the route of an address once, not for each visitor. */
function addressMemory(entry: ServerEntry): (address: string) => Address {
  const kept = new LRUCache<string, Address>({ max: KEPT_ADDRESSES })
  return address => {
    const found = kept.get(address)
    if (found) return found
    const url = pageAddress(address)
    const made = { url, template: entry.templateOf(url), needs: entry.needsOf(url) }
    if (address.length <= LONGEST_KEPT_ADDRESS) kept.set(address, made)
    return made
  }
}

/** Writes each value once: the memories of a second return the same one to all visitors. */
function textOfValues(): (value: object) => string {
  const written = new WeakMap<object, string>()
  return value => {
    const text = written.get(value) ?? JSON.stringify(value)
    written.set(value, text)
    return text
  }
}

/** A redirect keeps the whole query of the address, such as a campaign. */
function withQueryOf(url: string, location: string): string {
  const [path] = location.split('?', 1)
  const query = url.indexOf('?')
  return query < 0 ? location : `${path}${url.slice(query)}`
}

/**
 * For clients of the same wire: can visitors sign in, and the first call returns the session. For our own pages
 * besides, who gets reports of what happens where no event says it, and whose payment forms the page may show.
 */
function metasFor({ messageOrigin }: Embedding, { proxies }: PaymentForms, isSignInOffered: boolean): string {
  const meta = (name: string, content: string): string => `<meta name="${name}" content="${escapeHtml(content)}">`
  const stated = (name: string, content: string): string => (content === '' ? '' : meta(name, content))
  return [
    meta('GID', ''),
    meta('XSRF_TOKEN', ''),
    meta('authentication-enabled', String(isSignInOffered)),
    stated('message-origin', messageOrigin),
    stated('payment-forms', proxies.join(' ')),
  ].join('')
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

type Parts = Pick<FinishedPage, 'isCacheable'> & {
  readonly document: string
  readonly info: Info
  readonly embedders: Embedding
  readonly forms: PaymentForms
  readonly url: string
  readonly placeholder: string
}

function finish(
  { status, location }: RenderedPage,
  { document, info, embedders, forms, isCacheable, url, placeholder }: Parts,
): FinishedPage {
  const policy = pagePolicy(info, embedders, forms.guests, { nonce: placeholder, url })
  // A browser keeps the policy with the page: with another one it is another page. The placeholder is another one in each
  // process, and the page is not.
  const content = `${policy}${document}`.replaceAll(placeholder, '')
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  return {
    status,
    location,
    document: keptBody(document, placeholder),
    policy,
    isEmbeddable: embedders.allowedOrigins.length > 0,
    hasForms: forms.proxies.length > 0,
    etag,
    isCacheable,
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
  return !/^\/(api|file|assets|embed|admin|resources)(\/|$)/.test(url)
}
