import { type LookupFunction, BlockList, isIP } from 'node:net'
import { lookup as resolve } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3

/** What may be requested from the network on behalf of another person. */
export type DownloadLimits = {
  readonly maxBytes: number
  /** Also reach this machine and private networks; only for development. */
  readonly allowsPrivateAddresses: boolean
}

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

function open(url: URL, { allowsPrivateAddresses }: DownloadLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not downloaded`)
  if (!allowsPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is private`)
  const get = url.protocol === 'https:' ? getSecure : getPlain
  const options = { signal, headers: { accept: 'image/*' }, ...(!allowsPrivateAddresses && { lookup: lookupPublic }) }
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

const lookupPublic: LookupFunction = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, [])
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return answer(new Error(`${host} leads into a private network`), [])
    }
    return options.all ? answer(null, addresses) : answer(null, first.address, first.family)
  })
}

/** Does a host lead to machines of the open internet alone, at this moment? False for a name that leads nowhere. */
export async function isPublicHost(host: string): Promise<boolean> {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIP(name) !== 0) return isPublicAddress(name)
  const found = await lookupAll(name, { all: true }).catch(() => [])
  return found.length > 0 && found.every(({ address }) => isPublicAddress(address))
}

const PRIVATE_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]

const privateNetworks = new BlockList()
for (const network of PRIVATE_NETWORKS) {
  const [address = '', bits] = network.split('/')
  privateNetworks.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Does this address belong to a machine of the open internet? */
export function isPublicAddress(address: string): boolean {
  return !privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
