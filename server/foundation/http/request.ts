import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inRequest } from '#server/foundation/base/event-log.ts'
import proxyAddr from '@fastify/proxy-addr'
import type { TrustedProxies } from '#server/foundation/config/config.ts'
import { isIP, isIPv6 } from 'node:net'
import { cleanText } from '#domain/foundation/text/clean-text.ts'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** As proxies write them: nothing that could break a line of a log, or fill one. */
const SANE = /^[\w.-]{1,64}$/

type Arriving = {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Names each request: as a believed proxy has named it already, else by chance. */
export function requestIds(isBelieved: IsBelieved) {
  return ({ headers, socket }: Arriving): string => {
    const stated = headers['x-request-id']
    const isTaken = typeof stated === 'string' && SANE.test(stated) && isBelieved(socket.remoteAddress ?? '', 0)
    return isTaken ? stated : randomUUID()
  }
}

/** Every answer states the id of its request, as do its log lines. Comes before any hook that may refuse a request. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    inRequest(request.id, done)
  })
}

/** Is what the caller at `address` says of a request believed? `hop` is how many believed ones it has passed since: 0 is who is connected. */
export type IsBelieved = (address: string, hop: number) => boolean

/** X-Forwarded-For and X-Request-Id are believed when they come from this machine, where the proxy often is, or from where TRUST_PROXY says. */
export function believedProxies(trusted: TrustedProxies): IsBelieved {
  return typeof trusted === 'number' ? (_, hop) => hop < trusted : proxyAddr.compile(['loopback', ...trusted])
}

type Calling = Pick<FastifyRequest, 'ip' | 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Who a limit counts: the address of the caller as the proxies we trust state it, of IPv6 the network a household gets.
 * What is no address counts as the one who said it.
 */
export function countedAs({ ip, socket }: Calling): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
  const old = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return old ?? (isIPv6(address) ? networkOf(address) : address)
}

/** The first 64 of its 128 bits. */
function networkOf(address: string): string {
  const [first = '', second] = address.split('::')
  const head = first === '' ? [] : first.split(':')
  const tail = second === undefined || second === '' ? [] : second.split(':')
  const zeros = second === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map(part => Number.parseInt(part, 16).toString(16))
    .join(':')
}

/**
 * Is it a program beside the shop, and not a client behind a proxy? A proxy that hides the callers counts as one: all
 * of them would share one count.
 */
export function isThisMachine({ headers, socket }: Calling): boolean {
  return LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Has a page of another site made this request? By what browsers say; other programs say neither. */
export function isOfAnotherSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}

const pages = new WeakMap<FastifyRequest, string>()

/** A page is answered where no route is found: says by the template of its address which one it is. */
export function namePage(request: FastifyRequest, template: string): void {
  pages.set(request, template)
}

/** The template of what was asked for, with names in place of ids; undefined for what is not there. */
export function routeName(request: FastifyRequest): string | undefined {
  return request.routeOptions.url ?? pages.get(request)
}

/** What is judged as it was typed: an address that has to be cleaned first is not the one a person means. */
const JUDGED: ReadonlySet<string> = new Set(['email'])

/**
 * Cleans every text of a decoded body or file, in place (domain/foundation/text/clean-text.ts), so that no field can be missed;
 * what is one line becomes one where it is read. Without recursion: how deep it is nested is decided by who sends it.
 */
export function cleanBody(body: unknown): void {
  const open = [body]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) continue
    for (const [key, member] of Object.entries(part)) {
      if (typeof member !== 'string') open.push(member)
      else if (!JUDGED.has(key)) Reflect.set(part, key, cleanText(member))
    }
  }
}
