import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { hasAlready } from '#server/foundation/http/answer.ts'
import { type SentBody, builtBody, sendKeptBody } from '#server/foundation/http/kept-body.ts'

type Place = {
  /** Each with a slash at the end. */
  readonly folders: readonly URL[]
  /** Of the addresses, with a slash at the end. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
}

type BuiltFile = { readonly type: string; readonly etag: string; readonly body: SentBody }

/** What the builds compress (vite.compressed.ts). */
const COMPRESSED = '.br'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** No slash: none leads out of its folder. */
const NAME = /^[\w.-]+$/

/**
 * Serves the scripts, styles and modules in these folders, each read when it is first requested, and sent from memory after that
 * (decision 145). A file that a later build has added is found too: a process that was started after it may send the page.
 */
export function serveBuiltFiles(app: FastifyInstance, { folders, prefix, headers }: Place): void {
  const files = new Map<string, BuiltFile>()

  function fileAt(name: string): BuiltFile | undefined {
    const file = files.get(name) ?? (NAME.test(name) ? readBuiltFile(folders, name) : undefined)
    if (file) files.set(name, file)
    return file
  }

  // A file of the pages, as the texts are: no call of the interface.
  app.get<{ Params: { '*': string } }>(`${prefix}*`, { schema: { hide: true } }, async (request, reply) => {
    const file = fileAt(request.params['*'])
    if (!file) return reply.code(404).send()
    reply.headers({ ...headers, Vary: 'Accept-Encoding', ETag: file.etag })
    if (hasAlready(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
    return sendKeptBody(request, reply.type(file.type), file)
  })
}

/** From the first folder that has it. */
function readBuiltFile(folders: readonly URL[], name: string): BuiltFile | undefined {
  const type = TYPES[extname(name)]
  const place = folders.map(folder => new URL(name, folder)).find(existsSync)
  if (type === undefined || !place) return undefined
  const file = readFileSync(place)
  const compressed = new URL(place.href + COMPRESSED)
  return {
    type,
    etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 16)}"`,
    body: builtBody(file, existsSync(compressed) ? readFileSync(compressed) : undefined),
  }
}
