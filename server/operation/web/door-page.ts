import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { doorPagePath, sponsorPagePath } from '#contract/paths.ts'
import { ICON_SIZES, iconAddress } from '#domain/foundation/house-icon.ts'
import type { Shop } from '#server/catalog/context.ts'
import { newNonce } from '#server/foundation/base/random.ts'
import { hasAlready } from '#server/foundation/http/answer.ts'
import { keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { namePage } from '#server/foundation/http/request.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import { CAMERA_ALONE } from './answer-policy.ts'
import type { PageSources, ServerEntry } from './page-memory.ts'
import { NO_FRAMES, NO_PAYMENTS, OF_NO_OTHERS, pagePolicy } from './page-policy.ts'
import type { textFiles } from './text-files.ts'

const FOLDER = new URL('../../../dist/door/', import.meta.url)
const ENTRY = 'client/door/entry-browser.tsx'
/** Prints labels, also after the connection has gone. */
const LABELS = 'client/door/label/label.tsx'
/** Reads codes where the browser can't: a camera is first started after the connection has gone, too. */
const READER = 'client/door/camera/read-pixels.ts'
const WORKER_PATH = '/door-worker.js'
const MANIFEST_PATH = '/door.webmanifest'
/** The page is dark, and so is what surrounds it on a telephone. */
const GROUND = '#161412'

type Needs = {
  readonly entry: ServerEntry
  readonly shop: Shop
  readonly texts: ReturnType<typeof textFiles>
  readonly sources: Pick<PageSources, 'info' | 'words'>
}

/** Is it the address of the page of a door? Its key comes after a #, which no browser sends. */
export const isDoorAddress = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  isAt(url, doorPagePath) || isOfSponsor(url)

const isOfSponsor = (url: string): boolean => isAt(url, sponsorPagePath)

const isAt = (url: string, path: string): boolean =>
  url === path || [`${path}/`, `${path}?`].some(beginning => url.startsWith(beginning))

/**
 * Sends the document of the page of a door, or of a sponsor, which scans by the same camera: the same for every caller, and no other site shows it in a frame. It may use the
 * camera, and compile the module that reads codes where the browser can't (decision 103). Its service worker keeps the page;
 * no other cache does.
 */
export function doorPage({ entry, shop, texts, sources }: Needs) {
  const manifest: unknown = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8'))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isSponsor = isOfSponsor(request.url)
    namePage(request, isSponsor ? sponsorPagePath : doorPagePath)
    const [info, words] = await Promise.all([sources.info.get('info'), sources.words.get('texts')])
    const language = choosePageLanguage(request)
    const input = {
      entry: ENTRY,
      title: shop.texts.text(language, isSponsor ? 'foyer.sponsor' : 'foyer.door'),
      language,
      textFiles: texts.doorAddresses(words),
      languages: offeredLanguages,
      info,
      ...(!isSponsor && { webManifest: MANIFEST_PATH }),
    }
    const nonce = newNonce()
    const policy = pagePolicy(OF_NO_OTHERS, NO_FRAMES, NO_PAYMENTS, { nonce, url: request.url })
    reply.headers({
      'Cache-Control': 'no-store',
      Vary: 'Accept-Language, Accept-Encoding',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': CAMERA_ALONE,
      'Content-Security-Policy': policy.replace("'strict-dynamic'", "'strict-dynamic' 'wasm-unsafe-eval'"),
    })
    reply.code(200).type('text/html; charset=utf-8')
    return sendKeptBody(request, reply, {
      body: keptBody(entry.shellDocument(input, manifest).replaceAll(entry.NONCE, nonce)),
    })
  }
}

/** The worker reads what the shop answers, and nothing of others. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Serves the service worker of the page of a door, and what a telephone puts on its screen. No calls of the interface. */
export function serveDoorFiles(app: FastifyInstance, { entry, shop, texts, sources }: Needs): void {
  const manifest: unknown = JSON.parse(readFileSync(new URL('.vite/manifest.json', FOLDER), 'utf8'))
  const script = readFileSync(new URL('worker/door.js', FOLDER), 'utf8')
  const files = entry.applicationFiles(ENTRY, [LABELS], manifest)
  const reader = entry.applicationFiles(ENTRY, [READER], manifest).filter(file => !files.includes(file))
  app.get(WORKER_PATH, { schema: { hide: true } }, async (request, reply) => {
    const kept = [...files, ...Object.values(texts.doorAddresses(await sources.words.get('texts')))]
    const build = createHash('sha256')
      .update([...kept, ...reader].join())
      .update(script)
      .digest('base64url')
      .slice(0, 16)
    const etag = `"${build}"`
    reply.headers({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': WORKER_POLICY,
      'Service-Worker-Allowed': doorPagePath,
      ETag: etag,
      Vary: 'Accept-Encoding',
    })
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const page = JSON.stringify({ build, page: doorPagePath, files: kept, reader })
    const body = keptBody(`const DOOR_PAGE=${page};\n${script}`)
    return sendKeptBody(request, reply.type('text/javascript; charset=utf-8'), { body })
  })
  app.get(MANIFEST_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { house } = await sources.info.get('info')
    const name = shop.texts.text(choosePageLanguage(request), 'foyer.door')
    const icons = house
      ? ICON_SIZES.map(size => ({ src: iconAddress(size, house), sizes: `${size}x${size}`, type: 'image/png' }))
      : []
    const colours = { theme_color: GROUND, background_color: GROUND }
    const place = { id: doorPagePath, start_url: doorPagePath, scope: doorPagePath, display: 'standalone' }
    return reply
      .code(200)
      .type('application/manifest+json; charset=utf-8')
      .headers({ 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Language' })
      .send(
        JSON.stringify({
          name: house ? `${name}, ${house.name}` : name,
          short_name: name,
          ...place,
          ...colours,
          icons,
        }),
      )
  })
}
