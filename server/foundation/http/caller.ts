import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

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
