import { lookup as resolve } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import { type LookupFunction, BlockList, isIP } from 'node:net'

/** Which addresses belong to the open internet: the others are not asked for anything on behalf of another person. */

/** May this machine and private networks be reached, too? Only for development, and where the operator says so. */
export type NetworkLimits = { readonly allowsPrivateAddresses: boolean }

/**
 * What a request to an address is made with, so that it reaches the open internet alone: what a name resolves to is checked
 * at the moment of connecting, and the checked address is the one that is connected to. Throws for an address of another
 * protocol, or one that states a private address.
 */
export function guardedConnection(url: URL, { allowsPrivateAddresses }: NetworkLimits): { lookup?: LookupFunction } {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not requested`)
  if (allowsPrivateAddresses) return {}
  const host = hostOf(url.hostname)
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is private`)
  return { lookup: lookupPublic }
}

const hostOf = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')

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
  const name = hostOf(host)
  if (isIP(name) !== 0) return isPublicAddress(name)
  const found = await lookupAll(name, { all: true }).catch(() => [])
  return found.length > 0 && found.every(({ address }) => isPublicAddress(address))
}

/** Of the registry of special-purpose addresses (RFC 6890). */
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Only global unicast is public, without what tunnels to addresses of IPv4 and what is for documents. */
const GLOBAL_IPV6 = ['2000::/3']
const PRIVATE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const privateIpv4 = listOf(PRIVATE_IPV4, 'ipv4')
const globalIpv6 = listOf(GLOBAL_IPV6, 'ipv6')
const privateIpv6 = listOf(PRIVATE_IPV6, 'ipv6')

/** Does this address belong to a machine of the open internet? */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) !== 6) return isIP(address) === 4 && !privateIpv4.check(address, 'ipv4')
  return globalIpv6.check(address, 'ipv6') && !privateIpv6.check(address, 'ipv6')
}
