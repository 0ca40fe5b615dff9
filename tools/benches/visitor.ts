import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Of the answer as it was sent, compressed or not. */
  readonly bytes: Buffer
  /** From the first byte sent to the last one received. */
  readonly milliseconds: number
}

/** One browser: one connection that stays open, one session. */
export type Visitor = {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  leave(): void
}

const TOO_LONG_MS = 30_000

/** Comes to the shop at this address; the first call gives the visitor a session. */
export function openVisitor(base: string): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(base)
  let session: Record<string, string> = {}

  const call = (method: string, path: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const headers = {
        'accept-encoding': 'gzip, br',
        ...session,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const sent = request({ agent, hostname, port, method, path, headers, timeout: TOO_LONG_MS }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          session = sessionAfter(answer.headers, session)
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
            milliseconds: performance.now() - began,
          })
        })
      })
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} took longer than ${TOO_LONG_MS} ms`)))
      sent.on('error', reject)
      sent.end(body)
    })

  return {
    get: path => call('GET', path),
    post: (path, body) => call('POST', path, JSON.stringify(body)),
    delete: path => call('DELETE', path),
    leave: () => agent.destroy(),
  }
}

/** What an answer says. Not done for each one, because the client shares the processors with the shop. */
export function textOf({ headers, bytes }: Pick<Answer, 'headers' | 'bytes'>): string {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(bytes).toString('utf8')
    case 'gzip':
      return gunzipSync(bytes).toString('utf8')
    default:
      return bytes.toString('utf8')
  }
}

function sessionAfter(headers: IncomingHttpHeaders, before: Record<string, string>): Record<string, string> {
  const token = headers['x-auth-token']
  const antiForgery = headers['xsrf-token']
  return {
    ...before,
    ...(typeof token === 'string' && { 'x-auth-token': token }),
    ...(typeof antiForgery === 'string' && { 'x-csrf-token': antiForgery }),
  }
}
