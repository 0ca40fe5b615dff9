import { isIP } from 'node:net'

/**
 * Whose X-Forwarded-For is believed besides this machine: that of so many proxies in front of the shop, or of those in
 * these networks. A caller who comes through fewer proxies than are counted could write any address.
 */
export type TrustedProxies = number | readonly string[]

const MAX_PROXIES = 10

/** Undefined for a text that names neither. "yes" is one proxy. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'no' || text === '0') return []
  if (text === 'yes') return 1
  if (/^\d{1,2}$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined
  const networks = text.split(',').map(network => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  if (NAMED.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // At least 1 bit: a network of all addresses is refused, a number of proxies serves instead.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
