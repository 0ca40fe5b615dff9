import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Info } from '#contract/info.ts'
import type { PageNeed } from '#contract/page-need.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type KeptBody, keptBody } from '#server/foundation/http/kept-body.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { namePage } from '#server/foundation/http/request.ts'
import type { VisitorOptions } from '#server/foundation/http/visitor.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import type { SystemTexts } from '#server/foundation/language/overrides.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'
import type { PaymentForms } from '#server/payment/pay/payment-forms.ts'
import { type Embedding, embeddingMemory, pageAddress, pagePolicy } from './page-policy.ts'
import { putCountsIn, setCountsAside } from './shown-counts.ts'
import type { textFiles } from './text-files.ts'

/** What the client's build for the server exports (client/shop/entry-server.tsx). */
export type ServerEntry = {
  /** The placeholder of the nonce in what is rendered. */
  readonly NONCE: string
  needsOf(url: string): readonly PageNeed[]
  templateOf(url: string): string | undefined
  renderPage(input: PageInput): Promise<RenderedPage>
  ticketPageFiles(manifest: unknown): readonly string[]
  applicationFiles(entry: string, modules: readonly string[], manifest: unknown): readonly string[]
  documentOf(page: RenderedPage, manifest: unknown, extraHead?: string): string
  shellDocument(input: ShellInput, manifest: unknown): string
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
  markOf(text: string): string
}

type ShellInput = Pick<PageInput, 'language' | 'textFiles' | 'languages' | 'info'> & {
  entry: string
  title: string
  webManifest?: string
}

export type RenderedPage = {
  readonly status: 200 | 302 | 404
  readonly location: string | undefined
  /** What its head says of it, as HTML. */
  readonly head: string
}

export type PageSources = {
  readonly info: BriefMemory<'info', Info>
  readonly words: BriefMemory<'texts', SystemTexts>
  /** The JSON text the API answers; undefined for what does not exist. */
  read(need: PageNeed): Promise<string | undefined>
  /** The payment providers that take part in the page at this address. */
  paymentForms(url: string): Promise<PaymentForms>
}

export type FinishedPage = {
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
type Drawn = { readonly page: RenderedPage; readonly document: string; readonly isCacheable: boolean }

/** How many finished pages are kept, and how many bytes they may have in all; the longest kept go first. */
const KEPT_PAGES = 500
const KEPT_BYTES = 32 * 1024 * 1024

/** What a link with a code opens is for its recipient alone. */
const isPublic = ({ kind }: PageNeed): boolean => kind !== 'code-offer'

export type PageOptions = { readonly sources: PageSources; readonly visitors: VisitorOptions }

type Rendering = {
  readonly entry: ServerEntry
  readonly manifest: unknown
  readonly shop: Shop
  readonly texts: ReturnType<typeof textFiles>
}

/** What a page is made of, besides its address. */
type Parts = {
  readonly url: string
  readonly language: string
  readonly needs: readonly PageNeed[]
  /** To each need, in order. */
  readonly answers: readonly (string | undefined)[]
  readonly info: Info
  readonly words: SystemTexts
  readonly embedders: Embedding
  readonly forms: PaymentForms
  readonly isSignInOffered: boolean
  readonly metas: string
}

/** Finds the finished page of a request: made anew when what it is made of has changed, else as it was kept. */
export function pageMemory(rendering: Rendering, { sources, visitors }: PageOptions) {
  const { entry, shop } = rendering
  const finishedPage = finishedPages(rendering)
  const embedding = embeddingMemory(shop)
  const addresses = addressMemory(entry)

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
    const metas = metasFor(embedders, forms, isSignInOffered)
    const common = { info, words, embedders, forms, isSignInOffered, metas }
    const page = await finishedPage({ url, language, needs, answers, ...common })
    return page.location === undefined ? page : { ...page, location: withQueryOf(request.url, page.location) }
  }
}

/** Keeps pages that are drawn, without their counts, and those that are finished. */
function finishedPages(rendering: Rendering): (parts: Parts) => Promise<FinishedPage> {
  const finished = madeMemory<FinishedPage>({
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
    isKept: ({ isCacheable, page }) => isCacheable && page.status === 200,
  })
  const asText = textOfValues()

  return parts => {
    const { url, language, answers, info, words, embedders, forms, metas } = parts
    const key = `${language} ${url}`
    const common = [asText(info), words.stamp, asText(embedders), metas, JSON.stringify(forms)]
    return finished.get(key, [...common, ...answers], async () => {
      const { answers: shown, counts } = setCountsAside(answers)
      const made = await drawn.get(key, [...common, ...shown], () => draw(rendering, { ...parts, answers: shown }))
      return finish({ ...made, document: putCountsIn(made.document, counts) }, parts, rendering.entry.NONCE)
    })
  }
}

async function draw({ entry, manifest, shop, texts }: Rendering, parts: Parts): Promise<Drawn> {
  const { url, language, needs, answers, info, words, metas, isSignInOffered } = parts
  const page = await entry.renderPage({
    url,
    language,
    texts: words.texts.bundle(language),
    textFiles: texts.addresses(words),
    info,
    languages: offeredLanguages,
    data: needs.flatMap(({ key: at }, index) => {
      const answer = answers[index]
      return answer === undefined ? [] : [{ key: at, value: JSON.parse(answer) as unknown }]
    }),
    baseUrl: shop.config.baseUrl,
    isSignInOffered,
    markOf,
  })
  const isCacheable = needs.length > 0 && needs.every(isPublic)
  return { page, document: entry.documentOf(page, manifest, metas), isCacheable }
}

/** A mark of a text that is another one for any other text. */
export const markOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

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

function finish(
  { page: { status, location }, document, isCacheable }: Drawn,
  { info, embedders, forms, url }: Parts,
  placeholder: string,
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
