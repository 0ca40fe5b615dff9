import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type KeptBody, keptBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
import { offeredLanguages } from '#server/foundation/language/languages.ts'
import type { SystemTexts } from '#server/foundation/language/overrides.ts'
import type { BriefMemory } from '#server/foundation/memory/brief-memory.ts'
import { madeMemory } from '#server/foundation/memory/made-memory.ts'

/** The file with all texts of one language that browsers get. */
type TextFile = { readonly name: string; readonly body: KeptBody }

type TextFiles = ReadonlyMap<string, TextFile>

const FOLDER = '/assets/texts'

/**
 * Texts of each language as a file named by its content, so that browsers keep it for a year and pages carry none. When
 * an operator changes a text, the file gets another name.
 */
export function textFiles(words: BriefMemory<'texts', SystemTexts>) {
  const kept = madeMemory<TextFiles>({ capacity: 1 })

  /** As of the last second. */
  async function current(): Promise<TextFiles> {
    const { texts, stamp } = await words.get('texts')
    return kept.getAtOnce('texts', [stamp], () => filesOf({ texts, stamp }))
  }

  return {
    /** Where each language's file is, as of these texts. */
    addresses(of: SystemTexts): Readonly<Record<string, string>> {
      const files = kept.getAtOnce('texts', [of.stamp], () => filesOf(of))
      return Object.fromEntries([...files].map(([language, { name }]) => [language, `${FOLDER}/${name}`]))
    },
    /**
     * Answers a language's texts under whatever name: under an older one, or one that only another process knows yet,
     * with those of now, which nothing keeps.
     */
    serve(app: FastifyInstance): void {
      // A file of the pages, as the other assets are: no call of the interface.
      app.get<{ Params: { name: string } }>(`${FOLDER}/:name`, { schema: { hide: true } }, async (request, reply) => {
        const { name } = request.params
        const file = (await current()).get(name.split('-', 1)[0] ?? '')
        if (!file) return reply.code(404).send()
        reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding')
        reply.header('Cache-Control', file.name === name ? 'public, max-age=31536000, immutable' : 'no-store')
        return sendKeptBody(request, reply, file)
      })
    },
  }
}

function filesOf({ texts }: SystemTexts): TextFiles {
  return new Map(
    offeredLanguages.map(({ locale }) => {
      const content = JSON.stringify(texts.bundle(locale))
      const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
      return [locale, { name: `${locale}-${hash}.json`, body: keptBody(content) }]
    }),
  )
}
