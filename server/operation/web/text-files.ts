import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type KeptBody, lastingBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'
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
    return filesAt(await words.get('texts'))
  }

  const filesAt = (of: SystemTexts): TextFiles => kept.getAtOnce('texts', [of.stamp], () => filesOf(of))

  return {
    /** Where each language's file is for the pages of the shop, as of these texts. */
    addresses: (of: SystemTexts) => addressesIn(filesAt(of), ''),
    /** The same for the desk: with its own texts besides. */
    deskAddresses: (of: SystemTexts) => addressesIn(filesAt(of), DESK),
    /** Those of the page of a door. */
    doorAddresses: (of: SystemTexts) => addressesIn(filesAt(of), DOOR),
    /**
     * Answers a language's texts under whatever name: under an older one, or one that only another process knows yet,
     * with those of now, which nothing keeps.
     */
    serve(app: FastifyInstance): void {
      // A file of the pages, as the other assets are: no call of the interface.
      app.get<{ Params: { name: string } }>(`${FOLDER}/:name`, { schema: { hide: true } }, async (request, reply) => {
        const { name } = request.params
        const file = (await current()).get(/^(?:desk-|door-)?[a-z]+/.exec(name)?.[0] ?? '')
        if (!file) return reply.code(404).send()
        reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding')
        reply.header('Cache-Control', file.name === name ? 'public, max-age=31536000, immutable' : 'no-store')
        return sendKeptBody(request, reply, file)
      })
    },
  }
}

/** By language; those of the desk and of the door have a beginning of their own. */
const DESK = 'desk-'
const DOOR = 'door-'

function addressesIn(files: TextFiles, beginning: typeof DESK | typeof DOOR | ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    offeredLanguages.map(({ locale }) => [locale, `${FOLDER}/${files.get(beginning + locale)?.name ?? ''}`]),
  )
}

function filesOf({ texts }: SystemTexts): TextFiles {
  return new Map(
    offeredLanguages.flatMap(({ locale }) => [
      [locale, fileOf(locale, texts.bundle(locale))] as const,
      [DESK + locale, fileOf(DESK + locale, texts.deskBundle(locale))] as const,
      [DOOR + locale, fileOf(DOOR + locale, texts.doorBundle(locale))] as const,
    ]),
  )
}

function fileOf(key: string, texts: Readonly<Record<string, string>>): TextFile {
  const content = JSON.stringify(texts)
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  return { name: `${key}-${hash}.json`, body: lastingBody(content) }
}
