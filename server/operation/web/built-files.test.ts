import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { serveBuiltFiles } from './built-files.ts'

const SCRIPT = `export const seats = ${JSON.stringify(Array.from({ length: 400 }, (_, seat) => seat))}`
const folder = mkdtempSync(join(tmpdir(), 'foyer-built-'))
const empty = mkdtempSync(join(tmpdir(), 'foyer-built-'))
afterAll(() => {
  for (const one of [folder, empty]) rmSync(one, { recursive: true })
})
const files: Readonly<Record<string, string | Buffer>> = {
  'page.js': SCRIPT,
  'page.js.br': brotliCompressSync(SCRIPT),
  'style.css': `.page{color:red}${' '.repeat(2_000)}`,
  'reader.wasm': Buffer.alloc(2_000, 7),
  'notes.txt': 'not for visitors',
  'removed.js': 'export {}',
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)

const app = fastify()
serveBuiltFiles(app, {
  folders: [empty, folder].map(path => pathToFileURL(`${path}/`)),
  prefix: '/assets/',
  headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
})
afterAll(() => app.close())

const get = (name: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ url: `/assets/${name}`, headers })

test('A built file is sent in the form that the client accepts, with a tag of its content', async () => {
  const br = await get('page.js', { 'accept-encoding': 'gzip, br' })
  const gzip = await get('page.js', { 'accept-encoding': 'gzip' })
  const plain = await get('page.js')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT)
  expect(br.rawPayload.equals(brotliCompressSync(SCRIPT))).toBe(true)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
  expect(plain.body).toBe(SCRIPT)
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(1)
  expect(br.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
})

test('A client that has the file gets 304, and HEAD gets the headers alone', async () => {
  const { headers } = await get('style.css')
  const again = await get('style.css', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get('style.css', { 'if-none-match': '"of-another-build"' })).statusCode).toBe(200)
  const head = await app.inject({ method: 'HEAD', url: '/assets/style.css' })
  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'text/css; charset=utf-8'])
})

test('A file that the build has not compressed is compressed once', async () => {
  const { headers, rawPayload } = await get('reader.wasm', { 'accept-encoding': 'br' })
  expect(headers['content-type']).toBe('application/wasm')
  expect(brotliDecompressSync(rawPayload).equals(Buffer.alloc(2_000, 7))).toBe(true)
})

test.each([
  'notes.txt',
  'page.js.br',
  '',
  '.',
  '../page.js',
  '..%2fpage.js',
  'constructor',
  'page.js/',
  'PAGE.js',
  '%00',
])('No file is at "%s"', async name => {
  const { statusCode, body } = await get(name)
  expect([statusCode, body.includes('visitors')]).toEqual([404, false])
})

test('A later build adds files, and takes away only those that were not sent yet', async () => {
  await get('page.js')
  for (const name of ['page.js', 'removed.js']) rmSync(join(folder, name))
  expect((await get('page.js')).body).toBe(SCRIPT)
  expect((await get('removed.js')).statusCode).toBe(404)
  expect((await get('added.js')).statusCode).toBe(404)
  writeFileSync(join(folder, 'added.js'), 'export {}')
  expect((await get('added.js')).body).toBe('export {}')
})
