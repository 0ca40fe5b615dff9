import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import { type NetworkLimits, guardedConnection } from '#server/foundation/http/public-network.ts'

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3

/** What may be requested from the network on behalf of another person. */
export type DownloadLimits = NetworkLimits & { readonly maxBytes: number }

/**
 * The bytes behind an http or https address; undefined when there are none to be had, too many, or when the address
 * leads into a private network. Each redirect is checked as the first address is, and so is what a name resolves to at
 * the moment of connecting.
 */
export async function download(address: string, limits: DownloadLimits): Promise<Buffer | undefined> {
  assertNoTransactionOpen()
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  try {
    let url = new URL(address)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await open(url, limits, deadline)
      if (response.statusCode === 200) return await readUpTo(response, limits.maxBytes)
      response.destroy()
      if (!isRedirect(response)) return undefined
      url = new URL(response.headers.location ?? '', url)
    }
    return undefined
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function open(url: URL, limits: DownloadLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain
  const options = { signal, headers: { accept: 'image/*' }, ...guardedConnection(url, limits) }
  return new Promise((answer, fail) => get(url, options, answer).on('error', fail))
}

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined

async function readUpTo(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) throw new Error('the answer is not bytes')
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
