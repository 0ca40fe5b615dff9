import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deskPagePath } from '#contract/paths.ts'
import type { Shop } from '#server/catalog/context.ts'
import { newNonce } from '#server/foundation/base/random.ts'
import { keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import { choosePageLanguage } from '#server/foundation/http/plain-page.ts'
import { namePage } from '#server/foundation/http/request.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import type { PageSources, ServerEntry } from './page-memory.ts'
import { NO_FRAMES, NO_PAYMENTS, OF_NO_OTHERS, pagePolicy } from './page-policy.ts'
import type { textFiles } from './text-files.ts'

const MANIFEST = new URL('../../../dist/desk/.vite/manifest.json', import.meta.url)
const ENTRY = 'client/desk/entry-browser.tsx'

type Needs = {
  readonly entry: ServerEntry
  readonly shop: Shop
  readonly texts: ReturnType<typeof textFiles>
  readonly sources: Pick<PageSources, 'info' | 'words'>
}

/** Is it an address of the desk, where organisers work? */
export const isDeskAddress = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  url === deskPagePath || [`${deskPagePath}/`, `${deskPagePath}?`].some(beginning => url.startsWith(beginning))

/**
 * Sends the document of the desk: the same for each address and for each caller, signed in or not. What a page of it shows
 * comes by calls of the organiser's API. No other site shows it in a frame, and no cache keeps it.
 */
export function deskPages({ entry, shop, texts, sources }: Needs) {
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    namePage(request, deskPagePath)
    const [info, words] = await Promise.all([sources.info.get('info'), sources.words.get('texts')])
    const language = choosePageLanguage(request)
    const title = shop.texts.text(language, 'foyer.desk.name')
    const input = {
      entry: ENTRY,
      title,
      language,
      textFiles: texts.deskAddresses(words),
      languages: offeredLanguages,
      info,
    }
    const nonce = newNonce()
    const page = { nonce, url: request.url, showsChosenFiles: true }
    reply.headers({
      'Cache-Control': 'no-store',
      Vary: 'Accept-Language, Accept-Encoding',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': pagePolicy(OF_NO_OTHERS, NO_FRAMES, NO_PAYMENTS, page),
    })
    reply.code(200).type('text/html; charset=utf-8')
    return sendKeptBody(request, reply, {
      body: keptBody(entry.shellDocument(input, manifest).replaceAll(entry.NONCE, nonce)),
    })
  }
}
